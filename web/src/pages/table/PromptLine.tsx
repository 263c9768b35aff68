// The prompt of the dock, preceded by whose turn it is.

import { rich } from "../../i18n";
import type { Prompt } from "../../i18n/prompt";

/** The number of characters that fit into two lines on a small phone. */
const SHORT = 64;

interface PromptLineProps {
  prompt: Prompt;
  /** The moves of all players, if there is no room for them beside the names. */
  recap?: string;
  /** True if screen readers should announce changes, because nothing else does. */
  isLive?: boolean;
}

export function PromptLine({ prompt, recap = "", isLive = false }: PromptLineProps) {
  const isLong = prompt.tag.length + prompt.text.length > SHORT;
  const kinds = ["say", prompt.isRefusal && "no", isLong && "long"].filter(Boolean).join(" ");
  return (
    <p class={kinds} role={prompt.isRefusal ? "alert" : isLive ? "status" : undefined}>
      <span class="turn">{prompt.tag}</span>
      {/* The key makes new text a new element, so that existing elements do not move. */}
      <span key={`${prompt.tag} ${prompt.text}`} class="text">
        {rich(prompt.text)}
      </span>
      {recap && !prompt.isRefusal && <span class="lastly">{recap}</span>}
    </p>
  );
}
