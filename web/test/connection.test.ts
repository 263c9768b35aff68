import { beforeEach, describe, expect, it } from "vitest";
import { makeConnection } from "../src/net/connection";
import type { Command, Message } from "../src/net/protocol";

/** A socket that stores sent messages and whose server is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: Command[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
    this.say({ type: "welcome", protocol: 4, version: "1", reactions: [], bots: [] });
  }
  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Browsers report a socket as closed once the server has answered, which a silent one never does. */
  close(): void {
    this.readyState = 2;
  }
  /** The server has disconnected. */
  end(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

let sockets: FakeSocket[];
let timers: { ms: number; callback: () => void }[];
let nets: string[];
let isHidden = false;
let isOnline = true;
let now = 0;
let notice = () => {};

function start() {
  let n = 0;
  return makeConnection(
    "/api/tables/ABCD/socket",
    { hello: () => ({ type: "hello" }), message: () => {}, net: (net) => nets.push(net) },
    {
      open() {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      later(ms, callback) {
        const timer = { ms, callback };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      now: () => now,
      id: () => `id${++n}`,
      isHidden: () => isHidden,
      isOnline: () => isOnline,
      watch(callback) {
        notice = callback;
        return () => {};
      },
    },
  );
}

function last(): FakeSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

function wait(): void {
  const timer = timers.shift();
  timer?.callback();
}

beforeEach(() => {
  Object.assign(globalThis, { WebSocket: FakeSocket });
  sockets = [];
  timers = [];
  nets = [];
});

describe("the connection", () => {
  it("says hello first and is online when it is welcome", () => {
    start();
    last().open();
    expect(last().sent.map((command) => command.type)).toEqual(["hello"]);
    expect(nets.at(-1)).toBe("online");
  });
  it("sends a command again after a lost connection, with the same id", () => {
    const connection = start();
    last().open();
    connection.send({ type: "start" });
    last().end();
    expect(nets.at(-1)).toBe("connecting");
    timers = timers.filter((timer) => timer.ms < 1000);
    wait();
    last().open();
    expect(last().sent).toContainEqual({ type: "start", id: "id1" });
  });
  const why = { id: "seats_open", params: { n: 1 }, rule: "" };
  const answers: Message[] = [
    { type: "done", id: "id1", sequence: 1 },
    { type: "refused", id: "id1", error: "IllegalMoveError", why, message: "1 seats are still open" },
  ];
  for (const answer of answers) {
    it(`does not send again what was ${answer.type}`, () => {
      const connection = start();
      last().open();
      connection.send({ type: "start" });
      last().say(answer);
      last().end();
      timers = timers.filter((timer) => timer.ms < 1000);
      wait();
      last().open();
      expect(last().sent.map((command) => command.type)).toEqual(["hello"]);
    });
  }
  it("keeps what is sent while it is away", () => {
    const connection = start();
    connection.send({ type: "start" });
    last().open();
    expect(last().sent.map((command) => command.type)).toEqual(["hello", "start"]);
  });
  it("asks every two seconds, promises to, and says so if no answer comes", () => {
    start();
    last().open();
    timers.find((timer) => timer.ms === 2000)?.callback();
    expect(last().sent.at(-1)).toEqual({ type: "ping", within: 2000 });
    expect(nets.at(-1)).toBe("online");
    timers.find((timer) => timer.ms === 900)?.callback();
    expect(nets.at(-1)).toBe("connecting");
    last().say({ type: "pong" });
    expect(nets.at(-1)).toBe("online");
  });
  it("doubts later on a slow network, and soon again once it has become fast [D5]", () => {
    const asked = () => timers.filter(({ ms }) => ms >= 900 && ms <= 6000 && ms !== 2000).map(({ ms }) => ms);
    const answerAfter = (ms: number) => {
      timers.find((timer) => timer.ms === 2000)?.callback();
      const doubts = asked();
      now += ms;
      last().say({ type: "pong" });
      return doubts;
    };
    start();
    last().open();
    expect(answerAfter(1200)).toEqual([900]);
    expect(answerAfter(1000)).toEqual([3000]);
    expect(answerAfter(9000)).toEqual([2700]);
    expect(answerAfter(50)).toEqual([6000]);
    for (let n = 0; n < 40; n += 1) answerAfter(50);
    expect(answerAfter(50)).toEqual([900]);
  });
  it("is busy until the server has answered", () => {
    const connection = start();
    last().open();
    connection.send({ type: "start" });
    expect(connection.isBusy()).toBe(true);
    last().say({ type: "done", id: "id1", sequence: 1 });
    expect(connection.isBusy()).toBe(false);
  });
  it("promises nothing while nobody looks at it", () => {
    start();
    last().open();
    isHidden = true;
    notice();
    expect(last().sent.at(-1)).toEqual({ type: "ping", within: null });
    isHidden = false;
  });
  it("is offline as soon as the browser knows, and back at once", () => {
    start();
    last().open();
    isOnline = false;
    notice();
    expect(nets.at(-1)).toBe("offline");
    isOnline = true;
    notice();
    expect(sockets).toHaveLength(2);
  });
  const fire = (ms: number) => timers.find((timer) => timer.ms === ms)?.callback();
  it("gives up a socket that is silent, and hears nothing more of it", () => {
    start();
    last().open();
    fire(2000);
    fire(900);
    const silent = last();
    fire(8000);
    expect([silent.readyState, silent.onmessage, silent.onclose]).toEqual([2, null, null]);
    fire(250);
    expect(sockets).toHaveLength(2);
  });
  it("gives up a socket that does not open, or never welcomes", () => {
    start();
    fire(8000);
    fire(250);
    expect(sockets).toHaveLength(2);
    last().readyState = 1;
    last().onopen?.();
    fire(8000);
    fire(425);
    expect(sockets).toHaveLength(3);
  });
  it("is closed at once by the page, whatever the server answers", () => {
    const connection = start();
    last().open();
    connection.close();
    expect([last().readyState, last().onclose]).toEqual([2, null]);
    expect(timers).toEqual([]);
  });
  it("stays away when the server closes for good", () => {
    start();
    last().open();
    last().say({ type: "closing", reason: "deleted", retry_ms: null });
    last().end();
    expect(nets.at(-1)).toBe("offline");
    expect(sockets).toHaveLength(1);
  });
});
