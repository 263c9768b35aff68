// Line icons on a 40 by 40 grid.

const PATHS = {
  lock: "M12 18v-4a8 8 0 0 1 16 0v4M10 18h20v15H10zM20 24v4",
  open: "M12 18v-5a8 8 0 0 1 15-4M10 18h20v15H10zM20 24v4",
  menu: "M8 12h24M8 20h24M8 28h16",
  undo: "M14 9l-7 7 7 7M8 16h15a8 8 0 0 1 0 16h-7",
  check: "M8 21l8 8L32 11",
  net: "M7 17a19 19 0 0 1 26 0M12 23a12 12 0 0 1 16 0M19.5 30h1",
  again: "M32 14a13 13 0 1 0 1 10M33 6v9h-9",
  share: "M20 25V6M13 12l7-7 7 7M9 20v13h22V20",
  play: "M13 8l18 12-18 12z",
  pause: "M14 9v22M26 9v22",
  plus: "M20 9v22M9 20h22",
  minus: "M9 20h22",
  close: "M10 10l20 20M30 10L10 30",
  bot: "M10 16h20v16H10zM20 16V9M16 23v2M24 23v2",
  crown: "M7 30h26M8 26L6 12l8 7 6-11 6 11 8-7-2 14z",
  eye: "M4 20c6-9 26-9 32 0-6 9-26 9-32 0zM20 16a4 4 0 1 0 .1 0",
  pen: "M8 32l3-9L27 7l6 6-16 16zM24 10l6 6",
  eraser: "M22 8l10 10-14 14h-6l-6-6zM14 16l10 10M18 32h14",
  away: "M8 8l24 24M12 23a12 12 0 0 1 5-3M7 17a19 19 0 0 1 7-4M33 17a19 19 0 0 0-12-5M19.5 30h1",
  up: "M8 24L20 12l12 12",
  back: "M24 8L12 20l12 12",
  next: "M16 8l12 12-12 12",
  book: "M20 11c-4-3-9-3-13-2v22c4-1 9-1 13 2 4-3 9-3 13-2V9c-4-1-9-1-13 2zM20 11v22",
  sun: "M20 13a7 7 0 1 0 .1 0M20 4v3M20 33v3M4 20h3M33 20h3M9 9l2 2M29 29l2 2M9 31l2-2M29 11l2-2",
  phone: "M13 5h14v30H13zM18 31h4",
  tablet: "M6 9h28v22H6zM17 28h6",
  die: "M9 9h22v22H9zM15 15h.1M25 25h.1M25 15h.1M15 25h.1",
  users: "M14 19a6 6 0 1 0-.1 0M4 33c0-8 20-8 20 0M28 19a5 5 0 1 0-3-9M29 24c5 1 7 4 7 9",
  screen: "M5 8h30v20H5zM14 34h12M20 28v6",
  print: "M12 15V6h16v9M10 29H5V15h30v14h-5M11 24h18v10H11zM29 19h.1",
  clock: "M20 35a15 15 0 1 0 0-30 15 15 0 0 0 0 30zM20 11v9l6 5",
  down: "M9 15l11 11 11-11",
  hand: "M14 22V9a2.5 2.5 0 0 1 5 0v9V6a2.5 2.5 0 0 1 5 0v12V9a2.5 2.5 0 0 1 5 0v14c0 8-4 12-10 12-5 0-7-3-9-7l-4-8a2.5 2.5 0 0 1 4-3z",
  calendar: "M7 10h26v23H7zM7 17h26M13 6v7M27 6v7M20 22v6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="i" viewBox="0 0 40 40" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The name as one line of round strokes; the dot of the i is a small die. */
export function Wordmark() {
  return (
    <svg class="wordmark" viewBox="0 0 302 62" role="img" aria-label="Paperdice">
      <path d="M6 19v39M6 33a13 13 0 1 1 0 1M68 20v27M68 33a13 13 0 1 0 0 1M82 19v39M82 33a13 13 0 1 1 0 1M119 34h25a13 13 0 1 0-4 10M158 20v27M158 31c1-8 7-12 14-11M207 3v44M207 33a13 13 0 1 0 0 1M222 22v25M256 25a13 13 0 1 0 0 17M270 34h25a13 13 0 1 0-4 10" />
      <path class="dot" d="M216.5 5.5l9-2 2 9-9 2z" />
    </svg>
  );
}
