// The connection to a table: it reconnects automatically, and every command is executed exactly once.

import type { Command, Hello, Message } from "./protocol";

export type NetStatus = "online" | "connecting" | "offline";

type WithId = Extract<Command, { id: string }>;
/** A command without its id, which the connection adds. */
export type CommandBody = WithId extends infer C ? (C extends WithId ? Omit<C, "id"> : never) : never;

export interface ConnectionHandlers {
  hello(): Hello;
  message(message: Message): void;
  net(net: NetStatus): void;
}

export interface Connection {
  /** Send a command, now or after reconnecting; return its id. */
  send(command: CommandBody): string;
  /** Send a command that needs no answer, if the connection is open. */
  sendBestEffort(command: Command): void;
  /** True while the server has not answered all commands. */
  isBusy(): boolean;
  /** Send hello again, e.g. when this device has got a seat. */
  sayHello(): void;
  close(): void;
}

/** The environment of the connection, which tests can replace. */
export interface Environment {
  open(path: string): WebSocket;
  later(ms: number, callback: () => void): () => void;
  now(): number;
  id(): string;
  isHidden(): boolean;
  isOnline(): boolean;
  /** Call back when the page is hidden or shown, and when the network changes; return a function that stops this. */
  watch(callback: () => void): () => void;
}

/** A visible page pings every two seconds, which the server expects. */
const PING_MS = 2_000;
const HIDDEN_PING_MS = 20_000;
/**
 * After this silence the page shows a warning, later on a slow network: after a multiple of its slowest recent round
 * trip. After the longer one it reconnects.
 */
const DOUBT_MS = 900;
const DOUBT_TRIPS = 2.5;
const MOST_DOUBT_MS = 6_000;
const DEAF_MS = 8_000;
/** How much of a slow round trip is remembered at the next one. */
const MEMORY = 0.9;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

export function makeConnection(path: string, events: ConnectionHandlers, environment: Environment): Connection {
  const pending = new Map<string, WithId>();
  let socket: WebSocket | null = null;
  let isWelcome = false;
  let isClosed = false;
  let wait = FIRST_WAIT_MS;
  let stopTimer = () => {};
  let stopPing = () => {};
  let stopDoubt = () => {};
  let isDoubting = false;
  /** When the last question was sent, and the slowest recent round trip. */
  let askedAt = 0;
  let trip = 0;

  function transmit(command: Command): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  }

  /** Ping periodically; the timers of a hidden page are throttled, so it promises no interval. */
  function ping(): void {
    const isHidden = environment.isHidden();
    transmit({ type: "ping", within: isHidden ? null : PING_MS });
    stopPing();
    stopPing = environment.later(isHidden ? HIDDEN_PING_MS : PING_MS, ping);
    if (isDoubting) return;
    isDoubting = true;
    askedAt = environment.now();
    const doubt = Math.min(Math.max(DOUBT_MS, DOUBT_TRIPS * trip), MOST_DOUBT_MS);
    stopDoubt = environment.later(doubt, () => {
      events.net("connecting");
      stopDoubt = environment.later(DEAF_MS, abandon);
    });
  }

  function trust(): void {
    isDoubting = false;
    stopDoubt();
  }

  /** The browser reports first that the network is gone or back; a page that becomes visible pings at once. */
  function notice(): void {
    if (isClosed) return;
    if (!environment.isOnline()) {
      events.net("offline");
      abandon();
    } else if (!socket) connect();
    else if (isWelcome) ping();
  }

  function welcome(): void {
    isWelcome = true;
    wait = FIRST_WAIT_MS;
    events.net("online");
    for (const command of pending.values()) transmit(command);
  }

  function receive(message: Message): void {
    if (message.type === "pong" || message.type === "welcome") {
      trip = Math.max(environment.now() - askedAt, MEMORY * trip);
    }
    trust();
    if (isWelcome) events.net("online");
    if (message.type === "welcome") welcome();
    if (message.type === "done") pending.delete(message.id);
    if (message.type === "refused" && message.id !== null) pending.delete(message.id);
    if (message.type === "closing") {
      if (message.retry_ms === null) isClosed = true;
      else wait = Math.max(message.retry_ms, FIRST_WAIT_MS);
    }
    events.message(message);
  }

  function lost(which: WebSocket): void {
    if (socket !== which) return;
    socket = null;
    isWelcome = false;
    stopPing();
    trust();
    events.net(isClosed || !environment.isOnline() ? "offline" : "connecting");
    if (isClosed) return;
    stopTimer = environment.later(wait, connect);
    wait = Math.min(wait * 1.7, LONGEST_WAIT_MS);
  }

  /** Stop listening to a socket and close it. */
  function detach(which: WebSocket): void {
    which.onopen = which.onmessage = which.onclose = which.onerror = null;
    which.close();
  }

  /** Drop the socket at once: the browser would wait up to a minute for a silent server to close it. */
  function abandon(): void {
    const which = socket;
    if (!which) return;
    detach(which);
    lost(which);
  }

  /** Drop the socket unless a message arrives soon. */
  function expectMessage(): void {
    trust();
    isDoubting = true;
    stopDoubt = environment.later(DEAF_MS, abandon);
  }

  function connect(): void {
    stopTimer();
    if (isClosed || socket) return;
    events.net(environment.isOnline() ? "connecting" : "offline");
    const opened = environment.open(path);
    socket = opened;
    expectMessage();
    opened.onopen = () => {
      askedAt = environment.now();
      transmit(events.hello());
      expectMessage();
      stopPing = environment.later(PING_MS, ping);
    };
    opened.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as Message);
    opened.onclose = () => lost(opened);
    opened.onerror = () => lost(opened);
  }

  const stopWatching = environment.watch(notice);
  connect();
  return {
    send(body) {
      const id = environment.id();
      const command = { ...body, id } as WithId;
      pending.set(id, command);
      if (isWelcome) transmit(command);
      else connect();
      return id;
    },
    sendBestEffort: transmit,
    isBusy: () => pending.size > 0,
    sayHello: () => transmit(events.hello()),
    close() {
      isClosed = true;
      stopWatching();
      stopTimer();
      stopPing();
      trust();
      if (socket) detach(socket);
      socket = null;
    },
  };
}

/** The browser's sockets and timers. */
export function browserEnvironment(id: () => string): Environment {
  return {
    open: (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`),
    later(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    id,
    isHidden: () => document.hidden,
    isOnline: () => navigator.onLine,
    watch(callback) {
      const controller = new AbortController();
      const { signal } = controller;
      for (const event of ["online", "offline"]) addEventListener(event, callback, { signal });
      document.addEventListener("visibilitychange", callback, { signal });
      return () => controller.abort();
    },
  };
}
