// Hand-drawn strokes: crosses, rings, strikes and digits.

const DIGITS = [
  "M12 4C5 4 4 12 4 17c0 7 3 11 8 11 6 0 8-6 8-13 0-7-3-11-9-10.5",
  "M7 9l7-5c-.5 8-.5 16-1 24",
  "M5 9C6 3 18 2 18 10c0 7-10 12-13 17.5 4-1.5 10-.5 15-1",
  "M5 6c4-3 13-3 12 3-.5 4-5 5.5-7.5 5.8 5.5-.3 10 2.2 9 7.2-1 6-9.5 7-14 3.5",
  "M15 28c.5-8 .8-16 1-24-4 6-8 11-12 15.5 5-.5 11-.3 16.5-.7",
  "M18 4.5c-4 .3-7 .3-10.5.1C7 8 6.5 11 6 14c4-2.5 12.5-2 12.5 5.5 0 8-9.5 10-14 6",
  "M17 4C10 7 5 14 5 20.5 5 26 8.5 28.5 12 28.3c4.5-.3 7-3.8 6.5-7.8C18 16.5 13 14.5 9.5 16.5 7 18 5.5 20 5.2 22",
  "M4.5 5c4.5.5 9.5 0 15-.5-4 6.5-8 14.5-10 23.5M8 16c3-.4 6-.4 9-.8",
  "M17.5 8C16.5 3.5 7.5 3 7 8.5c-.3 5 11.5 7.5 11.8 13.5.2 7-13.3 7.8-13.8.5C4.8 17 17 13.5 17.5 8",
  "M18.5 9C17 3.5 7 3.5 6 10.5c-.6 6 6 7.5 9.5 4C17.5 12.5 18.5 10 18.5 7c.3 7-1 15-3.5 21",
];
const CROSSES = [
  "M6 7C14 15 25 26 34 34M34 6C26 14 14 25 7 35",
  "M7 5C15 16 25 24 35 33M33 8C25 15 17 24 6 33",
  "M5 8C16 14 24 27 34 35M35 7C24 16 16 23 8 34",
];
const PENCIL_CROSSES = [
  "M7 7C14 15 25 26 33 34M9 6C17 15 25 23 34 32M33 7C26 14 14 25 7 34M34 9C27 15 17 25 9 35",
  "M6 8C15 15 24 25 34 33M7 6C16 14 26 23 33 31M34 8C24 15 16 24 7 33M32 6C25 14 15 22 6 31",
];
const RING = "M30 9C20 2 5 8 5 20c0 11 12 16 22 12 10-4 11-19 0-24-4-2-9-2-12-1";
const SLASH = "M6 35C14 26 26 14 34 5";

function Stroke({ path, kind }: { path: string; kind: string }) {
  return (
    <svg class={kind} viewBox="0 0 40 40" preserveAspectRatio="none" aria-hidden="true">
      <path d={path} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

/** A cross in pen or pencil; one of three drawings, so that a row looks hand-written. */
export function Cross({ seed, soft }: { seed: number; soft?: boolean }) {
  const drawings = soft ? PENCIL_CROSSES : CROSSES;
  return <Stroke kind="m" path={drawings[seed % drawings.length] ?? ""} />;
}

export function Slash() {
  return <Stroke kind="m" path={SLASH} />;
}

export function Ring() {
  return <Stroke kind="ring" path={RING} />;
}

/** A hand-written number, in pen or, if soft, in pencil. */
export function HandNumber({ value, soft }: { value: number; soft?: boolean }) {
  const text = String(Math.abs(value));
  return (
    <span class={soft ? "hand soft" : "hand"} aria-hidden="true">
      {value < 0 && (
        <svg class="one" viewBox="3 0 15 32" aria-hidden="true">
          <path d="M4 17c4-.6 8-.6 12 0" />
        </svg>
      )}
      {[...text].map((digit, i) => (
        <svg
          key={i}
          class={digit === "1" ? "one" : undefined}
          viewBox={digit === "1" ? "3 0 15 32" : "0 0 24 32"}
          aria-hidden="true"
        >
          <path d={DIGITS[Number(digit)]} />
        </svg>
      ))}
    </span>
  );
}
