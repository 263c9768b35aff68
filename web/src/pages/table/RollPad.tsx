// Real dice: type a throw by tapping one face after the other.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import { Die, dieLabel } from "../../parts/dice/Die";
import { Icon } from "../../parts/Icon";
import type { Notice } from "../../state/table";
import type { Color, DieView, View } from "../../state/view";

/** The dice of a throw; a second throw may only have used the dice named in the move. */
export function diceOfRoll(view: View, roll: string, reroll: string): DieView[] {
  const faces = roll.split(" ");
  const named = reroll.slice("reroll ".length);
  const isMixed = tableOf(view.game).dice.areMixed;
  const isThrown = (die: DieView) => (named ? named.includes(die.name) : isMixed || faces[0]?.charAt(0) === die.name);
  return view.dice.flatMap((die) => {
    const face = isThrown(die) ? faces.shift() : undefined;
    return face === undefined ? [] : [typedDie(die, face)];
  });
}

/** The dice of the last throw, to correct it. */
function diceOfThrow(view: View, notices: readonly Notice[]): DieView[] {
  const last = notices.findLast((each) => each.type === "thrown");
  const lying = view.dice.flatMap((die) => (die.state === "lying" ? [die.face ?? ""] : []));
  if (last?.type !== "thrown" || last.throw === 1) return diceOfRoll(view, lying.join(" "), "");
  const resolved = notices.findLast((each) => each.type === "resolved" && each.phase === "reroll");
  const move = resolved?.type === "resolved" ? (resolved.moves[view.active] ?? "") : "";
  return diceOfRoll(view, last.roll, move);
}

export interface RollPadProps {
  view: View;
  dice: readonly DieView[];
  onRoll: (roll: string) => void;
  onCancel?: () => void;
}

/** A die that shows the face typed for it. */
function typedDie(die: DieView, face: string | undefined): DieView {
  if (face === undefined)
    return {
      ...die,
      state: "wanted",
      face: null,
      pips: null,
      color: die.name.length === 1 && /[a-z]/.test(die.name) ? (die.name as "w") : null,
    };
  return { ...die, state: "lying", face, pips: Number(face.slice(1)), color: face.charAt(0) as "w" };
}

interface FacePadProps {
  die: DieView;
  isMixed: boolean;
  onFace: (face: string) => void;
  onBack: (() => void) | null;
}

/** True if a key is meant for this keypad: the first one of the top dialog, or otherwise of the page. */
function isMeant(event: KeyboardEvent, pad: HTMLElement | null): boolean {
  const isBusy = event.metaKey || event.ctrlKey || event.altKey;
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return !isBusy && !isTyping && top.querySelector(".facepad") === pad;
}

/** Digits type faces, and Backspace deletes the last one. */
function useDigits(pad: RefObject<HTMLElement | null>, { die, onFace, onBack }: FacePadProps): void {
  // A layout effect, since the next key may be pressed before the next frame.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isMeant(event, pad.current)) return;
      const face = die.faces.find((each) => each.slice(1) === event.key);
      if (face !== undefined) onFace(face);
      else if (event.key === "Backspace") onBack?.();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/** The faces of the current die, and a button to go back. */
function FacePad(props: FacePadProps) {
  const { die, isMixed, onFace, onBack } = props;
  const pad = useRef<HTMLDivElement>(null);
  useDigits(pad, props);
  return (
    <div ref={pad} class="facepad">
      <span class="hidden" role="status">
        {dieLabel(typedDie(die, undefined), isMixed && die.name !== "w")}
      </span>
      {die.faces.map((face, i) => (
        <button key={i} type="button" class={`face ${face.charAt(0)}`} data-face={face} onClick={() => onFace(face)}>
          {face.slice(1)}
          {isMixed && <i>{colorLetter(face.charAt(0) as Color)}</i>}
        </button>
      ))}
      <button type="button" class="face back" aria-label={t("pad.back")} disabled={!onBack} onClick={() => onBack?.()}>
        <Icon name="undo" />
      </button>
    </div>
  );
}

export function RollPad({ view, dice, onRoll, onCancel }: RollPadProps) {
  const [faces, setFaces] = useState<string[]>([]);
  const next = dice[faces.length];
  const isMixed = tableOf(view.game).dice.areMixed;
  const back = faces.length > 0 ? () => setFaces(faces.slice(0, -1)) : (onCancel ?? null);

  function enter(face: string) {
    const all = [...faces, face];
    setFaces(all);
    if (all.length === dice.length) onRoll(all.join(" "));
  }

  return (
    <div class="pad">
      <div class="tray">
        {dice.map((die, i) => (
          <Die
            key={`${i}${faces[i]}`}
            die={typedDie(die, faces[i])}
            index={i}
            isMixed={isMixed}
            isPicked={i === faces.length}
          />
        ))}
      </div>
      {next && <FacePad die={next} isMixed={isMixed} onFace={enter} onBack={back} />}
    </div>
  );
}

/** A typed throw: tap the wrong die, then its right face. */
export function CorrectPad({ view, dice, onRoll, onCancel }: RollPadProps) {
  const [wrong, setWrong] = useState<number | null>(null);
  const isMixed = tableOf(view.game).dice.areMixed;
  const die = wrong === null ? undefined : dice[wrong];
  const back = wrong === null ? (onCancel ?? null) : () => setWrong(null);

  function correct(face: string) {
    onRoll(dice.map((each, i) => (i === wrong ? face : (each.face ?? ""))).join(" "));
  }

  return (
    <div class="pad">
      <div class="tray">
        {dice.map((each, i) => (
          <Die key={i} die={each} index={i} isMixed={isMixed} isPicked={i === wrong} onTap={() => setWrong(i)} />
        ))}
      </div>
      {die ? (
        <FacePad die={die} isMixed={isMixed} onFace={correct} onBack={back} />
      ) : (
        <div class="facepad">
          <span class="note">{t("pad.which")}</span>
          <button type="button" class="face back" aria-label={t("pad.back")} onClick={() => back?.()}>
            <Icon name="undo" />
          </button>
        </div>
      )}
    </div>
  );
}

export type CorrectThrowProps = Omit<RollPadProps, "dice"> & { notices: readonly Notice[] };

/** The last throw, to correct it. */
export function CorrectThrow({ notices, ...pad }: CorrectThrowProps) {
  return <CorrectPad {...pad} dice={diceOfThrow(pad.view, notices)} />;
}
