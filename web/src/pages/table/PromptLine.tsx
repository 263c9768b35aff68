// The sentence of the dock, with whose turn it is before it.

import { rich } from "../../i18n";
import type { Prompt } from "../../i18n/prompt";

/** Letters that find room in two lines of a small phone. */
const SHORT = 64;

/** Where names have no room for it, what everyone did follows the sentence. */
export function PromptLine({ prompt, recap = "" }: { prompt: Prompt; recap?: string }) {
  const isLong = prompt.tag.length + prompt.text.length > SHORT;
  const kinds = ["say", prompt.isRefusal && "no", isLong && "long"].filter(Boolean).join(" ");
  return (
    <p class={kinds} role={prompt.isRefusal ? "alert" : undefined}>
      <span class="turn">{prompt.tag}</span>
      {/* Other words are another element: nothing that stays is moved. */}
      <span key={`${prompt.tag} ${prompt.text}`} class="text">
        {rich(prompt.text)}
      </span>
      {recap && !prompt.isRefusal && <span class="lastly">{recap}</span>}
    </p>
  );
}
