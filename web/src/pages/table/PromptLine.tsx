// The sentence of the dock, with whose turn it is before it.

import { rich } from "../../i18n";
import type { Prompt } from "../../i18n/prompt";

export function PromptLine({ prompt }: { prompt: Prompt }) {
  return (
    <p class={prompt.isRefusal ? "say no" : "say"}>
      <span class="turn">{prompt.tag}</span>
      <span class="text">{rich(prompt.text)}</span>
    </p>
  );
}
