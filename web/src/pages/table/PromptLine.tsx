// The sentence of the dock, with whose turn it is before it.

import { rich } from "../../i18n";
import type { Prompt } from "../../i18n/prompt";

/** Letters that find room in two lines of a small phone. */
const SHORT = 64;

interface PromptLineProps {
  prompt: Prompt;
  /** What everyone did, where names have no room for it. */
  recap?: string;
  /** True if it is read out when it changes, because nothing else tells it. */
  isLive?: boolean;
}

export function PromptLine({ prompt, recap = "", isLive = false }: PromptLineProps) {
  const isLong = prompt.tag.length + prompt.text.length > SHORT;
  const kinds = ["say", prompt.isRefusal && "no", isLong && "long"].filter(Boolean).join(" ");
  return (
    <p class={kinds} role={prompt.isRefusal ? "alert" : isLive ? "status" : undefined}>
      <span class="turn">{prompt.tag}</span>
      {/* Other words are another element: nothing that stays is moved. */}
      <span key={`${prompt.tag} ${prompt.text}`} class="text">
        {rich(prompt.text)}
      </span>
      {recap && !prompt.isRefusal && <span class="lastly">{recap}</span>}
    </p>
  );
}
