import { beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../src/net/api";
import type { NewTable } from "../src/net/protocol";
import { tryAgain } from "../src/pages/study/tryAgain";
import type { App } from "../src/state/app";

const opened: NewTable[] = [];
/** The bots that the host of the tables knows. */
let known = ["random", "casual", "steady"];

vi.mock("../src/state/openTable", () => ({
  openTable: (_: App, request: NewTable) => {
    opened.push(request);
    if (request.seats.every(({ bot }) => !bot || known.includes(bot))) return Promise.resolve();
    const why = { id: "needs_server", params: {}, rule: "" };
    return Promise.reject(new RequestError(409, { error: "", message: "", why }));
  },
}));
vi.mock("../src/net/api", async (original) => ({
  ...(await original<object>()),
  api: { localGames: () => Promise.resolve([{ name: "qwixx", bots: ["casual"] }]) },
}));

const POSITION = "qwixx 1 white 0 | a | b | c";
const botsOf = (request?: NewTable) => request?.seats.map(({ bot }) => bot ?? null);
const appWith = (bots: readonly string[]) => ({ games: [{ name: "qwixx", bots }] }) as unknown as App;

beforeEach(() => {
  opened.length = 0;
});

describe("another try from a position", () => {
  it("is played against the steady bot of a server", async () => {
    await tryAgain(appWith(["random", "casual", "steady", "mirror"]), POSITION, 1, "Ann");
    expect(opened.map(botsOf)).toEqual([["steady", null, "steady"]]);
  });
  it("is played against the only bot of this device", async () => {
    known = ["casual"];
    await tryAgain(appWith(known), POSITION, 1, "Ann");
    expect(opened.map(botsOf)).toEqual([["casual", null, "casual"]]);
  });
  it("changes to the bot of this device if the server has gone", async () => {
    known = ["casual"];
    await tryAgain(appWith(["casual", "steady"]), POSITION, 0, "Ann");
    expect(botsOf(opened.at(-1))).toEqual([null, "casual", "casual"]);
  });
  it("fails with the reason for which no bot can help", async () => {
    known = [];
    await expect(tryAgain(appWith(["steady"]), POSITION, 0, "Ann")).rejects.toThrow(RequestError);
  });
});
