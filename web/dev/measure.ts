// Find faults in the geometry of a drawn page: elements that are hidden, cut, outside, or too small to be tapped.

/** Elements whose text is cut on purpose if a name is too long; the label contains the whole name. */
const MAY_BE_CUT =
  ".name, .owner span, .who, .pl .who :is(span, small), .eve .bar > span, .fold span, .deed, .lastly, .lastmoves, .watch .note, .hidden, .hidden *, .person:not(.open) .label, .label span, option, .board h2 span, .codeinput";
/** Elements that must contain the whole of their text. */
const FRAMES = "button, .btn, .cell, .seg, .miss, .sumbox, .colbox, .chip, .turn, .sumc, .face, .die, .rail";
const TAPPABLE = "button, a[href], input, select, textarea, summary";
/** Elements that must be completely visible. */
const SOLID = `${TAPPABLE}, .cell, .die, .strip, .dock, .qr, .lock`;
/** Elements whose contents are only covered if they are covered themselves. */
const SOLID_FRAMES = "button, .cell, .die";
const SLACK = 1.5;
/** The tolerance for letters, whose edges are blurred by half a pixel. */
const INK_SLACK = 1;
/** How far the boxes of letters, which include the space beside them, may overlap. */
const CLASH = 1.5;
/** How much larger than its cell a hand-drawn mark may be. */
const SWING = 4;

export interface Floors {
  /** The least width and height of a cell that can be tapped or read. */
  cell: number;
  /** The least width and height of anything else that can be tapped. */
  button: number;
}

function isShown(element: Element): boolean {
  if (element.matches(".lab") && getComputedStyle(element).clipPath !== "none") return false;
  const box = element.getBoundingClientRect();
  return (
    box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

/** Return the name of an element in the description of a fault. */
function nameOf(element: Element): string {
  const words = (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 24);
  const kinds = element.getAttribute("class")?.split(" ").slice(0, 2).join(".") ?? "";
  return `${element.tagName.toLowerCase()}${kinds ? `.${kinds}` : ""} "${words}"`;
}

function sizeOf(box: DOMRect): string {
  return `${Math.round(box.width)}×${Math.round(box.height)}`;
}

function hasOwnWords(element: Element): boolean {
  for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) return true;
  return false;
}

/** Return the boxes of the visible letters in the text nodes of an element, one per line. */
function inkBoxes(element: Element, angles: Map<Element, number>): DOMRect[] {
  const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const style = getComputedStyle(element);
  const angle = angleOf(element, angles);
  return texts.flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const air = airOf(node.nodeValue ?? "", style);
    return [...range.getClientRects()].filter((box) => box.width > 0).map((box) => withoutAir(box, air, angle));
  });
}

/** The parts of a line's height that are empty above and below its letters; negative if letters extend beyond it. */
interface Air {
  above: number;
  below: number;
}

const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
/** Letters are measured at this multiple of their size, since the browser returns whole pixels. */
const MAGNIFIED = 16;
const measured = new Map<string, Air>();

/** Return the empty parts of a line: its height depends on the font, but the visible part on the letters. */
function airOf(text: string, style: CSSStyleDeclaration): Air {
  const written = style.textTransform === "uppercase" ? text.toUpperCase() : text;
  const { fontStyle, fontWeight, fontSize, fontFamily } = style;
  const key = [fontStyle, fontWeight, fontSize, fontFamily, written].join(" ");
  const known = measured.get(key);
  if (known) return known;
  const measure = (times: number) => {
    pen.font = `${fontStyle} ${fontWeight} ${times * Number.parseFloat(fontSize)}px ${fontFamily}`;
    return pen.measureText(written);
  };
  const line = measure(1);
  const height = line.fontBoundingBoxAscent + line.fontBoundingBoxDescent;
  const ink = measure(MAGNIFIED);
  const air = {
    above: (line.fontBoundingBoxAscent - ink.actualBoundingBoxAscent / MAGNIFIED) / height,
    below: (line.fontBoundingBoxDescent - ink.actualBoundingBoxDescent / MAGNIFIED) / height,
  };
  measured.set(key, air);
  return air;
}

/** Return the rotation of an element in degrees, including its ancestors: sheets lie askew, some upside down. */
function angleOf(element: Element, known: Map<Element, number>): number {
  const found = known.get(element);
  if (found !== undefined) return found;
  const { transform } = getComputedStyle(element);
  const { a, b } = new DOMMatrix(transform);
  const own = transform === "none" ? 0 : (Math.atan2(b, a) * 180) / Math.PI;
  const angle = own + (element.parentElement ? angleOf(element.parentElement, known) : 0);
  known.set(element, angle);
  return angle;
}

/** Return the box of a line without its empty parts; after a clockwise rotation, the upper part is on the right. */
function withoutAir(box: DOMRect, { above, below }: Air, angle: number): DOMRect {
  const turns = ((Math.round(angle / 90) % 4) + 4) % 4;
  const { x, y, width, height } = box;
  const ink = 1 - above - below;
  if (turns === 0) return new DOMRect(x, y + above * height, width, ink * height);
  if (turns === 2) return new DOMRect(x, y + below * height, width, ink * height);
  return new DOMRect(x + (turns === 1 ? below : above) * width, y, ink * width, height);
}

interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function lies(inside: DOMRect, outside: Room, slack = SLACK): boolean {
  return (
    inside.left >= outside.left - slack &&
    inside.right <= outside.right + slack &&
    inside.top >= outside.top - slack &&
    inside.bottom <= outside.bottom + slack
  );
}

/** Return whether letters have at least twice the usual size, at which a match may be scrolled too. */
function hasLargeLetters(): boolean {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) >= 32;
}

/** Windows in which a match may be scrolled, as in `styles/small.css`. */
const SMALL = "(max-height: 339px), (max-width: 539px) and (max-height: 479px)";

/** Return the part of the page that can be seen; pages of text can be scrolled down. */
function seenRoom(): Room {
  const canScroll = document.querySelector(".plain") || hasLargeLetters() || matchMedia(SMALL).matches;
  const bottom = canScroll ? document.documentElement.scrollHeight : innerHeight;
  return { left: 0, right: document.documentElement.clientWidth, top: -scrollY, bottom: bottom - scrollY };
}

/** Return the other element that covers the middle of an element, or null if there is none. */
function coveredBy(element: Element, box: DOMRect): Element | null {
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return hit === null || element.contains(hit) || hit.contains(element) ? null : hit;
}

/** Return whether an element is the label of a turn with a long name. */
function isLongName(element: Element): boolean {
  const most = element.matches(".turn") ? 20 : element.matches(".wh b, .scores th, .past span") ? 6 : null;
  return most !== null && (element.textContent ?? "").length > most;
}

function isClipped(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX !== "visible" || overflowY !== "visible";
}

function areInside(words: readonly DOMRect[], frame: Element): boolean {
  const box = frame.getBoundingClientRect();
  return words.every((each) => lies(each, box, INK_SLACK));
}

function cutFaults(element: Element, words: readonly DOMRect[]): string[] {
  if (words.length === 0 || element.matches(MAY_BE_CUT) || isLongName(element)) return [];
  if (isClipped(element) && (element.scrollWidth > element.clientWidth + 1 || !areInside(words, element)))
    return [`cut: ${nameOf(element)}`];
  const frame = element.closest(FRAMES);
  if (!frame || frame.matches(MAY_BE_CUT) || isTag(element) || areInside(words, frame)) return [];
  return [`words leave their frame: ${nameOf(element)} in ${nameOf(frame)}`];
}

/** Return whether an element is a letter of a die or a sign of a cell, which extend beyond it on purpose. */
function isTag(element: Element): boolean {
  return element.matches(".l, .re, .sg, .plus, .hue");
}

function placeFaults(element: Element, box: DOMRect, room: Room): string[] {
  if (!lies(box, room))
    return [`outside: ${nameOf(element)} at ${Math.round(box.left)},${Math.round(box.top)} ${sizeOf(box)}`];
  if (box.bottom > innerHeight || box.top < 0 || element.parentElement?.closest(SOLID_FRAMES)) return [];
  const over = coveredBy(element, box);
  // The button that throws lies over the dice.
  if (over?.matches(".dicetap") && element.matches(".die")) return [];
  if (over?.closest(".sticky") && document.documentElement.scrollHeight > innerHeight) return [];
  return over ? [`covered: ${nameOf(element)} by ${nameOf(over)}`] : [];
}

function floorFaults(element: Element, box: DOMRect, floors: Floors): string[] {
  const isCell = element.matches(".cell");
  if (!isCell && !element.matches(TAPPABLE)) return [];
  if (element.matches("input[type=file], p a, input[type=checkbox], [tabindex='-1']:not(.cell)")) return [];
  const floor = isCell ? floors.cell : floors.button;
  const isSmall = Math.round(Math.min(box.width, box.height)) < floor;
  return isSmall ? [`small: ${nameOf(element)} ${sizeOf(box)} < ${floor}`] : [];
}

/** Return a fault for each hand-drawn number or ring that extends beyond its cell. */
function drawnFaults(top: Element): string[] {
  return [...top.querySelectorAll(".cell :is(.hand, .ring)")].flatMap((drawn) => {
    const paper = drawn.parentElement as Element;
    // Sizes before the rotation: a ring is slightly rotated, so that its box has empty corners.
    const { width, height } = getComputedStyle(drawn);
    const isInside =
      Number.parseFloat(width) <= paper.clientWidth + SLACK && Number.parseFloat(height) <= paper.clientHeight + SWING;
    return isInside || !isShown(drawn) ? [] : [`drawn over the edge: ${nameOf(paper.closest(".cell") as Element)}`];
  });
}

interface Words {
  element: Element;
  boxes: DOMRect[];
}

/** Return the visible part of a line, whose element may cut text that is too long. */
function seenPart(element: Element, box: DOMRect): DOMRect {
  if (getComputedStyle(element).overflowX === "visible") return box;
  const frame = element.getBoundingClientRect();
  const [left, top] = [Math.max(frame.left, box.left), Math.max(frame.top, box.top)];
  const [right, bottom] = [Math.min(frame.right, box.right), Math.min(frame.bottom, box.bottom)];
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}

/** Return a fault for each pair of overlapping texts. */
function clashFaults(all: readonly Words[]): string[] {
  const lines = all.flatMap(({ element, boxes }) => boxes.map((box) => ({ element, box: seenPart(element, box) })));
  lines.sort((one, other) => one.box.top - other.box.top);
  const faults: string[] = [];
  for (const [i, { element, box }] of lines.entries()) {
    for (const next of lines.slice(i + 1)) {
      if (next.box.top > box.bottom - CLASH) break;
      const width = Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left);
      const isSame = element === next.element;
      if (width > CLASH && !isSame) faults.push(`words over words: ${nameOf(element)} and ${nameOf(next.element)}`);
    }
  }
  return faults;
}

/** How far a cross must extend beyond its number on both sides, along the length of its cell. */
const CROSS_REACH = 4;

/** Return a fault for each cross that its number hides. [B8] */
function crossFaults(top: Element): string[] {
  return [...top.querySelectorAll(".cell.marked")].flatMap((cell) => {
    const [cross, number] = [cell.querySelector(":scope > .m path"), cell.querySelector(":scope > .n")];
    if (!cross || !number || !isShown(cell)) return [];
    const [printed] = inkBoxes(number, new Map());
    if (!printed) return [];
    const drawn = cross.getBoundingClientRect();
    const reach = Math.max(drawn.width - printed.width, drawn.height - printed.height) / 2;
    return reach < CROSS_REACH ? [`hidden cross: ${nameOf(cell)} ${sizeOf(drawn)} on ${sizeOf(printed)}`] : [];
  });
}

/** Return the faults of messages: they may lie over names, but not over cells, and must be whole. [A13] */
function messageFaults(): string[] {
  const cells = [...document.querySelectorAll(".cell")].filter(isShown).map((cell) => cell.getBoundingClientRect());
  return [...document.querySelectorAll(".toast")].flatMap((toast) => {
    const box = toast.getBoundingClientRect();
    const isOver = cells.some(
      (cell) =>
        Math.min(cell.right, box.right) - Math.max(cell.left, box.left) > SLACK &&
        Math.min(cell.bottom, box.bottom) - Math.max(cell.top, box.top) > SLACK,
    );
    const isCut = [...toast.children].some(
      (words) => !lies(words.getBoundingClientRect(), box, INK_SLACK) || box.right > innerWidth || box.left < 0,
    );
    return [...(isOver ? [`over cells: ${nameOf(toast)}`] : []), ...(isCut ? [`cut: ${nameOf(toast)}`] : [])];
  });
}

/** Return all faults of the page as it is drawn. */
export function faultsOf(floors: Floors): string[] {
  const faults: string[] = [];
  const all: Words[] = [];
  const room = seenRoom();
  const angles = new Map<Element, number>();
  const top = document.querySelector("dialog[open], .handover") ?? document.body;
  for (const element of top.querySelectorAll(":not(svg, svg *, .hidden, .hidden *, .log li, .log li *, .toasts *)")) {
    const isSolid = element.matches(SOLID);
    const hasWords = hasOwnWords(element);
    if ((!isSolid && !hasWords) || !isShown(element)) continue;
    const box = element.getBoundingClientRect();
    const words = hasWords ? inkBoxes(element, angles) : [];
    faults.push(...cutFaults(element, words));
    if (hasWords && !isTag(element) && !element.closest(".sticky")) all.push({ element, boxes: words });
    if (isSolid) faults.push(...floorFaults(element, box, floors));
    const isWhole = isSolid || element.matches(MAY_BE_CUT);
    for (const each of isWhole ? [box] : words.map((line) => seenPart(element, line)))
      faults.push(...placeFaults(element, each, room));
  }
  faults.push(...drawnFaults(top), ...crossFaults(top), ...clashFaults(all), ...messageFaults());
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  return [...new Set(faults)];
}
