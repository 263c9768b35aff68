// Positions the card of a lesson so that it covers as little as possible of its targets.

export interface Box {
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
 * Return the position that covers the least, out of top, middle and bottom, left, middle and right; the first if equal.
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
