// The rules over a running match, opened at the current phase: the table stays, and so do dice and buttons.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { lessonsOf } from "../../games";
import { rich, t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { WithGame } from "../../parts/WithGame";
import { openOverlay } from "../../state/overlays";
import type { View } from "../../state/view";
import "../../styles/rulesover.css";

export interface RulesOverProps {
  view: View;
  onClose: () => void;
}

/** Split a text into its sentences; dots in numbers and abbreviations are not followed by a capital letter. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]\**) (?=\**\p{Lu})/u);
}

function Sections({ view }: { view: View }) {
  const { rules } = lessonsOf(view.game);
  const current = rules.find(({ phases }) => phases?.includes(view.phase))?.id ?? rules[0]?.id ?? "";
  const [chosen, setChosen] = useState<string | null>(null);
  // The next phase brings its own section.
  useEffect(() => setChosen(null), [current]);
  const shown = chosen ?? current;
  const title = t(`learn.${view.game}.${shown}_title`);
  return (
    <>
      <nav class="steps" aria-label={t("menu.rules")}>
        {rules.map(({ id }) => (
          <button
            key={id}
            type="button"
            class={id === shown ? "chip on" : "chip"}
            aria-pressed={id === shown}
            onClick={() => setChosen(id)}
          >
            {t(`learn.${view.game}.${id}_title`)}
            {id === current && <small>{t("rules.now")}</small>}
          </button>
        ))}
      </nav>
      <h3>{shown === current ? t("rules.now_title", { title }) : title}</h3>
      <ol>
        {sentencesOf(t(`learn.${view.game}.${shown}`)).map((sentence) => (
          <li key={sentence}>
            <span>{rich(sentence)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Not modal: dice, cells below and buttons stay in use. Escape, Back and its button close it. */
export function RulesOver({ view, onClose }: RulesOverProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>(".icon")?.focus();
    const closed = openOverlay(onClose);
    return () => {
      closed();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section
      ref={box}
      class="rulesover"
      role="dialog"
      aria-label={t("menu.rules")}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header>
        <h2>{t("menu.rules")}</h2>
        <span>
          <Icon name="check" />
          {t("rules.still")}
        </span>
        <button type="button" class="icon" aria-label={t("dialog.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <WithGame game={view.game} withLessons>
        <Sections view={view} />
      </WithGame>
    </section>
  );
}
