// What a mark forces on sheets with a strip or with symbols, for the check of the dice: rows can be locked by it.

const COLORS = "rygb";
const LAST = 10;
const MARKS_TO_LOCK = 5;

const FRAMED = new Set(["r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"]);
const STRIP = "rygbgrbyrybg";
const CIRCLE = ["y11", "g9"];
const DIAMOND = ["y7", "b7"];

interface Row {
  color: string;
  /** The places of its marks: 0 for the first cell. */
  marks: number[];
}

/** The rows of one seat on a sheet of the bonus kind. */
export class BonusSheet {
  private readonly rows: Row[] = [...COLORS].map((color) => ({ color, marks: [] }));
  private readonly used = new Set<number>();
  private readonly kind: string;

  constructor(kind: string) {
    this.kind = kind;
  }

  /** Writes a move with all that it forces; `locked` are the rows that were locked before this phase. */
  mark(move: string, locked: ReadonlySet<string>): void {
    const [text = "", target] = move.split(">");
    const row = this.row(text.charAt(0));
    const number = Number(text.slice(1));
    row.marks.push(row.color < "h" ? 12 - number : number - 2);
    if (this.kind === "bonus-a") this.follow(text, locked);
    else this.reward(text, target, locked);
  }

  /** The colors whose last cell this seat has marked. */
  locks(): string[] {
    return this.rows.filter((row) => row.marks.includes(LAST)).map((row) => row.color);
  }

  private row(color: string): Row {
    return this.rows.find((row) => row.color === color) as Row;
  }

  /** Marks the next cell of a row, if it can be, and names it. */
  private next(row: Row, locked: ReadonlySet<string>): string | null {
    const place = Math.max(-1, ...row.marks) + 1;
    const isShort = place === LAST && row.marks.length < MARKS_TO_LOCK;
    if (locked.has(row.color) || place > LAST || isShort) return null;
    row.marks.push(place);
    return `${row.color}${row.color < "h" ? 12 - place : place + 2}`;
  }

  private follow(text: string, locked: ReadonlySet<string>): void {
    for (let cell: string | null = text; cell && FRAMED.has(cell); ) {
      const field = [...STRIP].findIndex((color, i) => !this.used.has(i) && !locked.has(color));
      if (field < 0) return;
      this.used.add(field);
      cell = this.next(this.row(STRIP.charAt(field)), locked);
    }
  }

  /** The pair that this cell has completed. */
  private won(cell: string | null): string[] | undefined {
    const marked = (name: string) => {
      const row = this.row(name.charAt(0));
      const number = Number(name.slice(1));
      return row.marks.includes(row.color < "h" ? 12 - number : number - 2);
    };
    return [CIRCLE, DIAMOND].find((pair) => cell !== null && pair.includes(cell) && pair.every(marked));
  }

  private reward(text: string, target: string | undefined, locked: ReadonlySet<string>): void {
    for (let pair = this.won(text); pair; ) {
      const rows = pair === DIAMOND ? this.rows : this.fewest(target, locked);
      pair = rows.map((row) => this.won(this.next(row, locked))).find((won) => won !== undefined && won !== pair);
    }
  }

  /** The row that a circle goes to, twice. */
  private fewest(target: string | undefined, locked: ReadonlySet<string>): Row[] {
    if (target) return [this.row(target), this.row(target)];
    const open = this.rows.filter((row) => !locked.has(row.color) && !row.marks.includes(LAST));
    const [first] = open.sort((a, b) => a.marks.length - b.marks.length);
    return first ? [first, first] : [];
  }
}
