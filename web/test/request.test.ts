import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readTexts } from "../scripts/texts";
import { makeTexts, setTexts } from "../src/i18n";
import { api, RequestError } from "../src/net/api";
import { keepAsking, problemText, type RequestState } from "../src/parts/useRequest";

setTexts(makeTexts("en", readTexts("en")));

const UNREACHED = "This needs the server, which cannot be reached.";
const KEEPS_TRYING = "The server cannot be reached; we keep trying.";
const FAILED = "Something went wrong; loading the page again may help.";
const problemOf = (asked: Promise<unknown>) => asked.then(() => "", problemText);

let online = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  online = new EventTarget();
  vi.stubGlobal("addEventListener", online.addEventListener.bind(online));
  vi.stubGlobal("removeEventListener", online.removeEventListener.bind(online));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the problem of a request", () => {
  it("is the server only if it cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await problemOf(api.openTables())).toBe(UNREACHED);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<p>Bad gateway</p>", { status: 502 })));
    expect(await problemOf(api.openTables())).toBe(UNREACHED);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<p>Log in</p>")));
    expect(await problemOf(api.openTables())).toBe(UNREACHED);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 500 })));
    expect(await problemOf(api.openTables())).toBe("The server failed; please try again.");
    expect(problemText(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(UNREACHED);
  });
  it("is a general sentence for any other error", async () => {
    expect(problemText(new RangeError("too long"))).toBe(FAILED);
    expect(problemText(new TypeError("a is undefined"))).toBe(FAILED);
    expect(await problemOf(api.match("no id"))).toBe(FAILED);
  });
});

describe("a request that keeps asking", () => {
  const told: RequestState<number>[] = [];
  let isThere = false;
  let asked = 0;
  function ask(): Promise<number> {
    asked++;
    return isThere ? Promise.resolve(7) : Promise.reject(new RequestError(0, null));
  }
  beforeEach(() => {
    told.length = 0;
    asked = 0;
    isThere = false;
  });

  it("is repeated slowly until the server answers", async () => {
    keepAsking(ask, (state) => told.push(state));
    await vi.advanceTimersByTimeAsync(1000);
    expect([asked, told]).toEqual([1, [{ value: null, problem: KEEPS_TRYING }]]);
    isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, told.at(-1)]).toEqual([2, { value: 7, problem: "" }]);
  });
  it("is repeated once when the device is online again", async () => {
    keepAsking(ask, (state) => told.push(state));
    await vi.advanceTimersByTimeAsync(0);
    isThere = true;
    online.dispatchEvent(new Event("online"));
    online.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, told.at(-1)]).toEqual([2, { value: 7, problem: "" }]);
  });
  it("stops on demand", async () => {
    const stop = keepAsking(ask, (state) => told.push(state));
    await vi.advanceTimersByTimeAsync(0);
    stop();
    online.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, told.length]).toEqual([1, 1]);
  });
  it("is not repeated after a refusal, nor promised to be", async () => {
    const refuse = vi.fn(() => Promise.reject(new RequestError(500, null)));
    keepAsking(refuse, (state) => told.push(state));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([refuse.mock.calls.length, told.map(({ problem }) => problem)]).toEqual([
      1,
      ["The server failed; please try again."],
    ]);
  });
});
