import { beforeEach, describe, expect, it, vi } from "vitest";

interface Entry {
  state: unknown;
  path: string;
}

/** A browser's history in which each step through it takes a moment, as in a real one. */
async function device() {
  vi.resetModules();
  let at = 0;
  let entries: Entry[] = [{ state: null, path: "/t/ABCD" }];
  vi.stubGlobal("history", {
    get state() {
      return entries[at]?.state;
    },
    pushState(state: unknown, _: string, path = entries[at]?.path ?? "") {
      entries = [...entries.slice(0, at + 1), { state, path }];
      at += 1;
    },
    replaceState(state: unknown, _: string, path = entries[at]?.path ?? "") {
      entries[at] = { state, path };
    },
    go(by: number) {
      setTimeout(() => {
        at += by;
        overlays.stepThroughOverlays(entries[at]?.state);
      });
    },
  });
  const overlays = await import("../src/state/overlays");
  const shown: string[] = [];
  const open = (name: string) => {
    const close = () => {
      if (!shown.includes(name)) return;
      shown.splice(shown.indexOf(name), 1);
      closed();
    };
    const closed = overlays.openOverlay(close);
    shown.push(name);
    return close;
  };
  const settled = () => vi.advanceTimersByTimeAsync(5);
  const back = async () => {
    history.go(-1);
    await settled();
  };
  return { overlays, shown, open, settled, back, paths: () => entries.slice(0, at + 1).map(({ path }) => path) };
}

describe("Back [B9]", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("closes the topmost overlay and stays at the table", async () => {
    const { shown, open, settled, back, paths } = await device();
    open("menu");
    open("dialog");
    await settled();
    await back();
    expect(shown).toEqual(["menu"]);
    await back();
    expect(shown).toEqual([]);
    expect(paths()).toEqual(["/t/ABCD"]);
  });

  it("has nothing left to close once an overlay was closed by its own button", async () => {
    const { open, settled, paths } = await device();
    const close = open("menu");
    await settled();
    expect(paths()).toHaveLength(2);
    close();
    await settled();
    expect(paths()).toEqual(["/t/ABCD"]);
  });

  it("needs one step for an overlay that replaced another", async () => {
    const { shown, open, settled, back, paths } = await device();
    const close = open("menu");
    await settled();
    close();
    open("rules");
    await settled();
    expect(paths()).toHaveLength(2);
    await back();
    expect(shown).toEqual([]);
    expect(paths()).toEqual(["/t/ABCD"]);
  });

  it("leads from a page to the table without the menu that opened it", async () => {
    const { overlays, open, settled, paths } = await device();
    const close = open("menu");
    await settled();
    overlays.pushPage("/");
    close();
    await settled();
    expect(paths()).toEqual(["/t/ABCD", "/"]);
  });

  it("does not look for overlays from before a reload", async () => {
    const { overlays, open, settled, back, shown } = await device();
    history.pushState({ overlays: 1 }, "");
    overlays.forgetOverlays();
    open("menu");
    await settled();
    await back();
    expect(shown).toEqual([]);
  });
});
