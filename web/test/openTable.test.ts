import { afterEach, expect, it, vi } from "vitest";
import type { App } from "../src/state/app";
import { openTable } from "../src/state/openTable";
import { loadSettings } from "../src/state/storage";

afterEach(() => vi.unstubAllGlobals());

it("opens tables whose dice wait, for people who throw themselves [B1], and with their pace at all times [B2]", async () => {
  const asked: object[] = [];
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return new Response(JSON.stringify({ code: "ABCDEF", match: "m" }));
  });
  const go = async () => {};
  const wish = { game: "qwixx", seats: [], auto_throw: true };
  for (const ownThrow of [false, true]) {
    const settings = { ...loadSettings(), ownThrow };
    await openTable({ settings, go } as unknown as App, wish, { token: "t" });
  }
  expect(asked).toMatchObject([
    { auto_throw: true, pace: "normal" },
    { auto_throw: false, pace: "normal" },
  ]);
});
