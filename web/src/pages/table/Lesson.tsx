// A guided match: one tip at a time, a spotlight on the real cells, and taps that pass through to them.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { lessonsOf } from "../../games";
import type { Topic } from "../../games/game";
import { hasText, rich, t } from "../../i18n";
import type { TableController } from "../../state/controller";
import type { OwnSeat } from "../../state/ownSeat";

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const GAP = 8;

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/**
 * Return the position of a card that covers its targets least, out of top, middle and bottom, left, middle and right;
 * the first if equal.
 */
export function placeCard(
  targets: readonly Box[],
  card: { w: number; h: number },
  page: { w: number; h: number },
): Box {
  const spots = (size: number, room: number) => [GAP, (room - size) / 2, room - size - GAP];
  const places = spots(card.h, page.h).flatMap((y) =>
    [...spots(card.w, page.w)]
      .sort((a, b) => Math.abs(a - (page.w - card.w) / 2) - Math.abs(b - (page.w - card.w) / 2))
      .map((x) => ({ x, y, ...card })),
  );
  const hidden = (place: Box) => targets.reduce((sum, target) => sum + overlap(place, target), 0);
  return places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
}

/** A text of a guided match for something that happens for the first time. */
interface Tip {
  /** The id of its text: tip.ID. */
  id: string;
  /** The selector of the elements it points at. */
  targets: string;
}

/** Tips for the actions that are possible now. */
function deeds(own: OwnSeat): Tip[] {
  const { view } = own;
  if (view.over) return [{ id: "over", targets: ".resultbar" }];
  const isOwn = view.active === own.seat;
  if (view.sealed !== null) return [{ id: "sealed", targets: "[data-action=take_back]" }];
  if (own.pencil.length > 0) return [{ id: "pencil", targets: ".cell.pencil, [data-action=done]" }];
  if (view.phase === "roll") return isOwn ? [{ id: "throw", targets: "[data-action=throw]" }] : [];
  if (view.choices.length === 0) return [];
  if (view.choices.length === 1) return [{ id: "nothing", targets: "[data-action=quiet]" }];
  const targets = view.phase === "reroll" ? ".die, .actions" : ".cell.can";
  return [{ id: `${view.game}.${view.phase}_${isOwn ? "own" : "other"}`, targets }];
}

/**
 * Return the next unseen tip that has a text, or null; topics come between two decisions, the aim of the game first.
 */
export function nextTip(
  own: OwnSeat,
  topics: readonly Topic[],
  seen: readonly string[],
  hasText: (id: string) => boolean,
): Tip | null {
  const { view } = own;
  const isBusy = own.pencil.length > 0 || view.over;
  const due = topics.filter((topic) => !isBusy && topic.when(view, own.seat));
  const told = due.map(({ id, targets }) => ({ id: `${view.game}.${id}`, targets }));
  return [...told, ...deeds(own)].find((tip) => !seen.includes(tip.id) && hasText(`tip.${tip.id}`)) ?? null;
}

const MARGIN = 4;

function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll(`.match :is(${selector}), .resultbar:is(${selector})`)]
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.width > 0)
    .map(({ x, y, width, height }) => ({
      x: x - MARGIN,
      y: y - MARGIN,
      w: width + 2 * MARGIN,
      h: height + 2 * MARGIN,
    }));
}

/** Dims everything except the targets, without blocking taps. */
function Light({ boxes }: { boxes: readonly Box[] }) {
  return (
    <svg class="light" aria-hidden="true">
      <mask id="lit">
        <rect width="100%" height="100%" fill="#fff" />
        {boxes.map((box, i) => (
          <rect key={i} x={box.x} y={box.y} width={box.w} height={box.h} rx="9" fill="#000" />
        ))}
      </mask>
      <rect width="100%" height="100%" mask="url(#lit)" />
      {boxes.map((box, i) => (
        <rect key={i} class="ringed" x={box.x} y={box.y} width={box.w} height={box.h} rx="9" />
      ))}
    </svg>
  );
}

/** The positions of the targets and the card, measured after each render and on resize. */
function useLayout(tip: Tip | null, card: { current: HTMLElement | null }): { boxes: Box[]; place: Box | null } {
  const [layout, setLayout] = useState<{ key: string; boxes: Box[]; place: Box | null }>({
    key: "",
    boxes: [],
    place: null,
  });
  function measure() {
    if (!tip || !card.current) return;
    const boxes = boxesOf(tip.targets);
    const size = { w: card.current.offsetWidth, h: card.current.offsetHeight };
    const place = placeCard(boxes, size, { w: innerWidth, h: innerHeight });
    const key = JSON.stringify([boxes, place]);
    setLayout((before) => (before.key === key ? before : { key, boxes, place }));
  }
  useLayoutEffect(measure);
  useEffect(() => {
    addEventListener("resize", measure);
    // Cells are highlighted once the dice have landed, without a render of this card.
    const change = new MutationObserver(measure);
    const match = document.querySelector(".match");
    if (match) change.observe(match, { subtree: true, childList: true, attributeFilter: ["class"] });
    // Elements that move during landing are at rest a moment later.
    const timer = setTimeout(measure, 700);
    return () => {
      removeEventListener("resize", measure);
      change.disconnect();
      clearTimeout(timer);
    };
  }, [tip?.id]);
  return layout;
}

/** Marks a tip as seen once its action is done. */
function useDone(tip: Tip | null, onSeen: (id: string) => void): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (last.current !== null && last.current !== tip?.id) onSeen(last.current);
    last.current = tip?.id ?? null;
  }, [tip?.id]);
}

export function Lesson({ controller, own }: { controller: TableController; own: OwnSeat }) {
  const seen = controller.stored().tips ?? [];
  const tip = nextTip(own, lessonsOf(own.view.game).topics, seen, hasText);
  const card = useRef<HTMLElement>(null);
  const { boxes, place } = useLayout(tip, card);
  useDone(tip, controller.noteTip);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && tip && !document.querySelector("dialog[open]")) controller.seeTip(tip.id);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [tip?.id]);
  return (
    <>
      {tip && <Light boxes={boxes} />}
      <aside
        ref={card}
        class={tip ? "lesson" : "hidden"}
        aria-label={t("tip.title")}
        style={place && tip ? { left: `${place.x}px`, top: `${place.y}px` } : undefined}
      >
        <p role="status">{tip ? rich(t(`tip.${tip.id}`)) : ""}</p>
        {tip && (
          <div class="acts">
            <button type="button" class="btn" onClick={controller.skipTips}>
              {t("tip.skip")}
            </button>
            <button type="button" class="btn go" onClick={() => controller.seeTip(tip.id)}>
              {t("tip.go")}
            </button>
          </div>
        )}
      </aside>
    </>
  );
}
