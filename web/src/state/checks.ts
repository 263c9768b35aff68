// Validation of values from storage and files.

export { isId } from "../net/ids";

export type Check<T> = (value: unknown) => value is T;
export type Checks<T> = { [K in keyof T]-?: Check<T[K]> };

/** The last time that a Date can hold. */
const LAST_TIME = 8.64e15;

export const isText: Check<string> = (value) => typeof value === "string";
export const isFlag: Check<boolean> = (value) => typeof value === "boolean";
export const isNumber: Check<number> = (value): value is number => Number.isFinite(value);
export const isInteger: Check<number> = (value): value is number => Number.isSafeInteger(value);
export const isCount: Check<number> = (value): value is number => isInteger(value) && value >= 0;
export const isTime: Check<number> = (value): value is number => isNumber(value) && value >= 0 && value <= LAST_TIME;
/** Text without line breaks and other control characters. */
export const isLine: Check<string> = (value): value is string => isText(value) && !/\p{Cc}/u.test(value);

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function oneOf<T>(values: readonly T[]): Check<T> {
  return (value): value is T => values.includes(value as T);
}

export function either<A, B>(a: Check<A>, b: Check<B>): Check<A | B> {
  return (value): value is A | B => a(value) || b(value);
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return either(check, (value) => value === null);
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return either(check, (value) => value === undefined);
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(check);
}

export function mapOf<T>(check: Check<T>): Check<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(check);
}

function fields<T>(checks: Checks<T>): [string, Check<unknown>][] {
  return Object.entries(checks);
}

export function shape<T>(checks: Checks<T>): Check<T> {
  const all = fields(checks);
  return (value): value is T => isObject(value) && all.every(([field, check]) => check(value[field]));
}

/** Return the fields of a value that are valid; none if it is not an object. */
export function fitting<T>(value: unknown, checks: Checks<T>): Partial<T> {
  const found = isObject(value) ? value : {};
  const good = fields(checks).filter(([field, check]) => field in found && check(found[field]));
  return Object.fromEntries(good.map(([field]) => [field, found[field]])) as Partial<T>;
}
