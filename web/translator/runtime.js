// What Python has and JavaScript has not; translated modules import this as `py`.
// Each function does what Python does or throws a RangeError where Python raises or this page could not keep a value.

const fail = (what) => {
  throw new RangeError(what);
};

// Numbers

// A bit is left, so that small numbers are added without a look.
export const whole = (value) =>
  Number.isInteger(value) && Math.abs(value) <= 2 ** 52 ? value : fail(`${value} is no whole number of 52 bits`);
export const bits = (value) =>
  typeof value === "boolean" || value === (value | 0) ? value : fail(`${value} has more than 32 bits`);
export const safe = (value) => (typeof value === "number" ? bits(value) : value);
export const within = (index, size) => (index >= 0 && index < size ? index : fail(`index ${index} of ${size}`));
export const times = (a, b) => whole(a * b) + 0;
const divisor = (b) => (b === 0 || b === false ? fail("division by zero") : b);
export const divide = (a, b) => a / divisor(b);
export const modulo = (a, b) => {
  const rest = a % divisor(b);
  return (rest !== 0 && rest < 0 !== b < 0 ? rest + Number(b) : rest) + 0;
};
export const floorDivide = (a, b) => (a - modulo(a, b)) / b + 0;
export const divmod = (a, b) => [floorDivide(a, b), modulo(a, b)];
export const shiftLeft = (a, b) => bits(b < 0 ? fail(`a shift by ${b}`) : a * 2 ** b);
export const shiftRight = (a, b) => (b < 0 ? fail(`a shift by ${b}`) : Math.floor(bits(a) / 2 ** b));
export const floor = (value) => whole(Math.floor(value)) + 0;
export const ceil = (value) => whole(Math.ceil(value)) + 0;
export const trunc = (value) => whole(Math.trunc(value)) + 0;
export const exp = (value) => {
  const found = Math.exp(value);
  return Number.isFinite(found) || !Number.isFinite(value) ? found : fail(`exp of ${value}`);
};
export const log = (value) => (value > 0 ? Math.log(value) : fail(`log of ${value}`));
export const sqrt = (value) => (value >= 0 ? Math.sqrt(value) : fail(`sqrt of ${value}`));
// Python rounds halves to even numbers.
export const round = (value) => {
  const down = Math.floor(value);
  return whole(value - down === 0.5 ? down + (((down % 2) + 2) % 2) : Math.round(value)) + 0;
};
// The halves that are left at so many digits are whole parts of a power of two, which a float holds exactly.
export const fixed = (value, digits) => {
  const size = Math.abs(value);
  const scaled = size * 10 ** digits;
  if (!(scaled < 2 ** 52)) return fail(`${value} with ${digits} digits`);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const isTie = (size * 2 ** (digits + 1)) % 2 === 1;
  const down = Math.floor(scaled);
  return sign + (isTie ? (down + (down % 2)) / 10 ** digits : size).toFixed(digits);
};
export const digits = (value, width, sign) => {
  const mark = value < 0 ? "-" : sign;
  return mark + String(Math.abs(value)).padStart(width - mark.length, "0");
};
export const hex = (value, digits) =>
  value < 0 ? fail(`${value} in base 16`) : whole(value).toString(16).padStart(digits, "0");
export const parseInteger = (text, base) => {
  const digits = "0123456789abcdefghijklmnopqrstuvwxyz".slice(0, base);
  const found = new RegExp(`^[+-]?[${digits}]+$`, "i").test(text) ? Number.parseInt(text, base) : Number.NaN;
  return whole(found) + 0;
};

export const parseFloat = (text) =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : fail(`${text} is no float`);

// Texts, whose letters are code points

const hasPairs = (text) => /[\ud800-\udfff]/.test(text);
const letters = (text) => (hasPairs(text) ? [...text] : text);
export const lengthOf = (text) => letters(text).length;
export const codePoint = (text) => (lengthOf(text) === 1 ? text.codePointAt(0) : fail(`ord of ${text}`));
export const compareTexts = (a, b) => {
  if (!hasPairs(a) && !hasPairs(b)) return a < b ? -1 : Number(a > b);
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((letter, i) => letter !== other[i]);
  if (at < 0) return one.length < other.length ? -1 : 0;
  return at >= other.length ? 1 : Math.sign(one[at].codePointAt(0) - other[at].codePointAt(0));
};
export const find = (text, part) => {
  const at = text.indexOf(part);
  return at < 0 ? at : lengthOf(text.slice(0, at));
};
export const findLast = (text, part) => {
  const at = text.lastIndexOf(part);
  return at < 0 ? at : lengthOf(text.slice(0, at));
};
export const lines = (text) => {
  const all = text.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/);
  return all.at(-1) === "" ? all.slice(0, -1) : all;
};
const NAMED = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (letter) => {
  const code = letter.codePointAt(0);
  if (letter in NAMED) return NAMED[letter];
  return code < 256 ? `\\x${hex(code, 2)}` : code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
};
/** A text as Python writes it down. */
export const quoted = (text) => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/[\\\p{C}\p{Z}]/gu, (letter) => (letter === " " ? letter : escaped(letter)));
  return mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark;
};
export const join = (text, parts) => [...parts].join(text);
export const replace = (text, old, other) =>
  old === "" ? fail("an empty text is replaced") : text.replaceAll(old, () => other);
export const split = (text, part) => (part === "" ? fail("an empty separator") : text.split(part));
export const splitFirst = (text, part, n) => {
  const all = split(text, part);
  return n < 0 || n >= all.length ? all : [...all.slice(0, n), all.slice(n).join(part)];
};
export const partition = (text, part) => {
  const [first, ...others] = split(text, part);
  return others.length ? [first, part, others.join(part)] : [text, "", ""];
};
export const lastPartition = (text, part) => {
  const all = split(text, part);
  return all.length > 1 ? [all.slice(0, -1).join(part), part, all[all.length - 1]] : ["", "", text];
};
export const SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";
export const words = (text) => text.split(new RegExp(`[${SPACES}]+`)).filter((word) => word !== "");
export const stripLeft = (text, some) => {
  const all = [...text];
  const first = all.findIndex((letter) => !some.includes(letter));
  return first < 0 ? "" : all.slice(first).join("");
};
export const stripRight = (text, some) => {
  const all = [...text];
  while (all.length && some.includes(all[all.length - 1])) all.pop();
  return all.join("");
};
export const strip = (text, some) => stripLeft(stripRight(text, some), some);
export const removePrefix = (text, part) => (text.startsWith(part) ? text.slice(part.length) : text);
export const removeSuffix = (text, part) => (text.endsWith(part) ? text.slice(0, text.length - part.length) : text);
export const padded = (text, width, isLeft) => {
  const room = " ".repeat(Math.max(0, width - lengthOf(text)));
  return isLeft ? text + room : room + text;
};
export const isPrintable = (text) => !/(?! )[\p{C}\p{Z}]/u.test(text);
export const isLower = (text) => /\p{Lowercase}/u.test(text) && !/\p{Uppercase}|\p{Lt}/u.test(text);
const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" "); // codespell:ignore
const TESTS = CATEGORIES.map((name) => new RegExp(`^\\p{${name}}$`, "u"));
export const category = (letter) => CATEGORIES[TESTS.findIndex((test) => test.test(letter))];
export const fullMatch = (pattern, text) => pattern.exec(text);
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => (Object.hasOwn(values, name) ? values[name] : fail(`no ${name}`)));
export const crc32 = (bytes) => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

// Lists and tuples

const place = (length, index) => within(index < 0 ? index + length : index, length);
export const at = (row, index) => row[place(row.length, Number(index))];
export const letterAt = (text, index) => at(letters(text), index);
export const setAt = (row, index, value) => {
  row[place(row.length, Number(index))] = value;
};
export const sliceText = (text, first, end) => {
  const part = letters(text).slice(first, end);
  return typeof part === "string" ? part : part.join("");
};
export const pop = (row, index) => row.splice(place(row.length, index), 1)[0];
export const remove = (row, item) => {
  row.splice(indexOf(row, item), 1);
};
export const indexOf = (row, item) => {
  const found = typeof row === "string" ? find(row, item) : row.indexOf(item);
  return found < 0 ? fail(`${item} is not there`) : found;
};
export const count = (row, item) => row.filter((each) => each === item).length;
export const hasNumber = (item, row) => [...row].some((each) => Number(each) === Number(item));
export const hasSame = (item, row) => row.some((each) => same(each, item));
export const repeat = (row, n) => Array.from({ length: Math.max(0, n) }, () => row).flat();
export const range = (first, end, step) =>
  Number(step) === 0
    ? fail("a range of step 0")
    : Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, i) => first + i * step);
export function* enumerate(values, first = 0) {
  for (const value of values) yield [first++, value];
}
export function* reversed(values) {
  const all = letters(values);
  for (let i = all.length - 1; i >= 0; i--) yield all[i];
}
export function* zip(isStrict, ...rows) {
  const sources = rows.map((row) => row[Symbol.iterator]());
  while (true) {
    const items = [];
    for (const source of sources) {
      const { done, value } = source.next();
      if (done && isStrict && (items.length || sources.slice(1).some((other) => !other.next().done)))
        fail("zip of different lengths");
      if (done) return;
      items.push(value);
    }
    yield items;
  }
}
export function* pairwise(values) {
  for (let i = 1; i < values.length; i++) yield [values[i - 1], values[i]];
}
export const sum = (values, first) => [...values].reduce((total, value) => whole(total + Number(value)), first);
export const compare = (a, b) => {
  if (typeof a === "string") return compareTexts(a, b);
  if (!Array.isArray(a)) return a < b ? -1 : Number(a > b);
  const at = a.findIndex((each, i) => i >= b.length || compare(each, b[i]) !== 0);
  return at < 0 ? Math.sign(a.length - b.length) : at >= b.length ? 1 : compare(a[at], b[at]);
};
const self = (value) => value;
const extreme = (sign, values, key, other) => {
  const all = [...values];
  if (!all.length) return other();
  const [first, ...others] = all.map((value) => ({ value, by: key(value) }));
  return others.reduce((best, each) => (compare(each.by, best.by) * sign > 0 ? each : best), first).value;
};
export const largest = (values, key = self, other = () => fail("max of nothing")) => extreme(1, values, key, other);
export const smallest = (values, key = self, other = () => fail("min of nothing")) => extreme(-1, values, key, other);
export const sorted = (values, key = self, isReversed = false) =>
  [...values]
    .map((value) => ({ value, by: key(value) }))
    .sort((a, b) => (isReversed ? compare(b.by, a.by) : compare(a.by, b.by)))
    .map((each) => each.value);
export const firstOf = (values, fits, make, other = () => fail("next of nothing")) => {
  for (const value of values) if (fits(value)) return make(value);
  return other();
};
export const unpack = (values, n, isOpen) =>
  values.length === n || (isOpen && values.length > n) ? values : fail(`${values.length} values for ${n} names`);
export const put = (array, start, end, values) => {
  if (values.length !== end - start) fail(`${values.length} numbers into ${end - start} places`);
  array.set(values, start);
};

// Arrays that know the lengths of their dimensions

export const shaped = (shape) =>
  Object.assign(new Int32Array(shape.reduce((size, length) => size * length, 1)), { shape });
export const copied = (array) => Object.assign(array.slice(), { shape: array.shape });
export const flat = (array, ...indices) =>
  indices.reduce((place, index, i) => place * array.shape[i] + within(Number(index), array.shape[i]), 0);
/** A look at what is behind some first indices. */
export const part = (array, ...indices) => {
  const shape = array.shape.slice(indices.length);
  const size = shape.reduce((all, length) => all * length, 1);
  const start = flat(array, ...indices) * size;
  return Object.assign(array.subarray(start, start + size), { shape });
};
export const lists = (array) =>
  array.shape.length > 1 ? Array.from({ length: array.shape[0] }, (_, i) => lists(part(array, i))) : [...array];

// States and sheets: a number or an array for each field of a layout

export const makeTwin = (layout) =>
  Object.fromEntries(layout.map(([name, shape]) => [name, shape.length ? shaped(shape) : 0]));
export const copyTwin = (twin) =>
  Object.fromEntries(
    Object.entries(twin).map(([name, value]) => [name, typeof value === "number" ? value : copied(value)]),
  );
export const withFields = (twin, fields) => ({ ...twin, ...fields });
export const getField = (twin, name) => item(twin, name);
export const setField = (twin, name, value) => {
  twin[name] = value;
};
/** The names of an enum of the rules, of which a game has pairs of number and name. */
export const namesOf = (pairs) => new Map(pairs);

export const namedPoints = (names, parts) =>
  Object.fromEntries([...zip(true, names, parts)].filter(([name]) => name !== ""));

// What is handed in from outside, whose types the page makes sure of

export const askSource = (source, turn, nth, dice) => source.throw(turn, nth, dice);
export const trust = () => {};

// Dictionaries; an object would move keys that look like numbers to its front

const checked = (key) => (/^\d+$|^__proto__$/.test(key) ? fail(`the key ${key} of a dictionary`) : key);
export const item = (dict, key) => (Object.hasOwn(dict, key) ? dict[key] : fail(`no key ${key}`));
export const get = (dict, key, other) => (Object.hasOwn(dict, key) ? dict[key] : other);
export const set = (dict, key, value) => {
  dict[checked(key)] = value;
};
export const dict = (pairs) => Object.fromEntries(pairs.map(([key, value]) => [checked(key), value]));
export const take = (dict, ...words) => {
  const [key] = words;
  const found = words.length > 1 ? get(dict, ...words) : item(dict, key);
  delete dict[key];
  return found;
};
export const clear = (dict) => {
  for (const key of Object.keys(dict)) delete dict[key];
};
export const setDefault = (dict, key, value) => {
  if (!Object.hasOwn(dict, key)) set(dict, key, value);
  return dict[key];
};
export const itemMapped = (dict, key) => (dict.has(key) ? dict.get(key) : fail(`no key ${key}`));
export const getMapped = (dict, key, other) => (dict.has(key) ? dict.get(key) : other);
export const takeMapped = (dict, ...words) => {
  const [key, other] = words;
  const found = words.length > 1 ? getMapped(dict, key, other) : itemMapped(dict, key);
  dict.delete(key);
  return found;
};
export const setDefaultMapped = (dict, key, value) => {
  if (!dict.has(key)) dict.set(key, value);
  return dict.get(key);
};
/** A dictionary whose keys are tuples: those with the same items are one key. */
export class TupleMap {
  constructor(pairs) {
    this.entries = new Map();
    for (const [key, value] of pairs) this.set(key, value);
  }
  get size() {
    return this.entries.size;
  }
  has(key) {
    return this.entries.has(JSON.stringify(key));
  }
  get(key) {
    return this.entries.get(JSON.stringify(key))?.[1];
  }
  set(key, value) {
    const name = JSON.stringify(key);
    this.entries.set(name, [this.entries.get(name)?.[0] ?? key, value]);
  }
  delete(key) {
    this.entries.delete(JSON.stringify(key));
  }
  clear() {
    this.entries.clear();
  }
  *keys() {
    for (const [key] of this.entries.values()) yield key;
  }
  *values() {
    for (const [, value] of this.entries.values()) yield value;
  }
  *[Symbol.iterator]() {
    for (const [key, value] of this.entries.values()) yield [key, value];
  }
}

// Sets

export const difference = (a, b) => new Set([...a].filter((item) => !b.has(item)));
export const intersection = (a, b) => new Set([...a].filter((item) => b.has(item)));
export const extend = (set, others) => {
  for (const item of others) set.add(item);
};

// Values of any kind

const plain = (value) => (typeof value === "boolean" ? Number(value) : value);
export const same = (a, b) => {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return plain(a) === plain(b);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => same(each, b[i]));
  if (a.constructor !== b.constructor) return false;
  if (a instanceof Set) return a.size === b.size && [...a].every((each) => b.has(each));
  if (a instanceof Map || a instanceof TupleMap)
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
};
/** A message or an event: its fields have names, and their defaults where nothing is given for them. */
export class Struct {
  constructor(fields) {
    Object.assign(this, new.target.defaults(), fields);
  }
  static defaults() {
    return {};
  }
}
export const struct = (above, constants, defaults = () => ({})) => {
  class Told extends above {
    static defaults() {
      return { ...above.defaults(), ...defaults() };
    }
  }
  Object.assign(Told.prototype, constants);
  return Told;
};
export const replaced = (value, news) => Object.assign(Object.create(Object.getPrototypeOf(value)), value, news);
export const member = (names, value) => (Object.hasOwn(names, value) ? value : fail(`${value} is no member`));
export const nameOf = (names, value) => names[member(names, value)];

/** What a property computes when it is first asked for. */
export const kept = (owner, name, make) => {
  const value = make();
  Object.defineProperty(owner, name, { value });
  return value;
};

const LONGEST = 1000;
const shorten = (value) => {
  if (typeof value !== "string" || lengthOf(value) <= LONGEST) return value;
  return `${sliceText(value, 0, LONGEST / 2)} … ${sliceText(value, -LONGEST / 2)}`;
};
/** An error of Paperdice: its reason says why, for whoever shows it; the English message stays in Python. */
export class PaperdiceError extends Error {
  constructor(reason) {
    super(reason.id);
    const params = Object.fromEntries(Object.entries(reason.params).map(([name, value]) => [name, shorten(value)]));
    this.reason = replaced(reason, { params });
    if (reason.id === "error") this.message = params.message;
  }
}
