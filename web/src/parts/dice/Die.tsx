// One die: thrown, retired, or waiting to be thrown.

import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import { colorLetter, colorName } from "../../i18n/labels";
import { type Color, type DieView, isColor } from "../../state/view";
import { Icon } from "../Icon";

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[20, 20]],
  2: [
    [12, 12],
    [28, 28],
  ],
  3: [
    [11, 11],
    [20, 20],
    [29, 29],
  ],
  4: [
    [12, 12],
    [28, 12],
    [12, 28],
    [28, 28],
  ],
  5: [
    [11.5, 11.5],
    [28.5, 11.5],
    [20, 20],
    [11.5, 28.5],
    [28.5, 28.5],
  ],
  6: [
    [12.5, 10.5],
    [27.5, 10.5],
    [12.5, 20],
    [27.5, 20],
    [12.5, 29.5],
    [27.5, 29.5],
  ],
  7: [
    [11.5, 10],
    [28.5, 10],
    [11.5, 20],
    [20, 20],
    [28.5, 20],
    [11.5, 30],
    [28.5, 30],
  ],
  8: [
    [11, 9.5],
    [20, 9.5],
    [29, 9.5],
    [11, 20],
    [29, 20],
    [11, 30.5],
    [20, 30.5],
    [29, 30.5],
  ],
};
const TURNS = [-5, 4, -2, 3.5, -3, 6, -4];

function Pips({ value }: { value: number }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="3.7" />
      ))}
    </svg>
  );
}

interface DieProps {
  die: DieView;
  index: number;
  /** True if the player cannot use it now. */
  isIdle?: boolean;
  isPicked?: boolean;
  /** Dice with faces of several colors are identified by number. */
  isMixed?: boolean;
  onTap?: (() => void) | undefined;
  isOpen?: boolean;
  /** True if two dice of one color need no letter. */
  noLetter?: boolean;
}

/** "white die: 4", "red die: out of play". */
export function dieLabel(die: DieView, isMixed: boolean): string {
  const name = isMixed ? t("die.mixed", { name: die.name }) : t("die.name", { color: colorName(letterOf(die)) });
  if (die.state === "retired") return t("die.retired", { name });
  if (die.state === "wanted" || die.pips === null) return t("die.wanted", { name });
  const face = isMixed && die.color ? t("mark.name", { color: colorName(die.color), number: die.pips }) : die.pips;
  return t("die.face", { name, face });
}

function letterOf(die: DieView): Color {
  const letter = die.name.charAt(0);
  return die.color ?? (isColor(letter) ? letter : "w");
}

function contents(die: DieView, isMixed: boolean): ComponentChildren {
  if (die.state === "retired") return <Icon name="lock" />;
  if (die.pips === null) return null;
  return isMixed ? die.pips : <Pips value={die.pips} />;
}

export function Die({ die, index, isIdle, isPicked, isMixed = false, onTap, isOpen, noLetter }: DieProps) {
  const letter = letterOf(die);
  const isNumber = isMixed && die.name !== "w";
  const state = die.state === "lying" ? (isIdle ? "idle" : "live") : die.state === "retired" ? "out" : "blank";
  const classes = `die ${letter} ${state}${isNumber ? " num" : ""}${isPicked ? " pick" : ""}`;
  const style = { "--i": index, "--turn": `${TURNS[index % TURNS.length]}deg` };
  const label = dieLabel(die, isNumber);
  const tag = die.state === "wanted" && isNumber ? die.name : colorLetter(letter);
  const inside = (
    <>
      {contents(die, isNumber)}
      {!noLetter && <span class="l">{tag}</span>}
      {isPicked && (
        <span class="re">
          <Icon name="again" />
        </span>
      )}
    </>
  );
  if (!onTap) {
    return (
      <span class={classes} style={style} role="img" aria-label={label}>
        {inside}
      </span>
    );
  }
  return (
    <button type="button" class={classes} style={style} aria-pressed={isPicked ?? isOpen} onClick={onTap}>
      <span class="hidden">{label}</span>
      <span class="flat" aria-hidden="true">
        {inside}
      </span>
    </button>
  );
}
