// The connection to a table: it comes back by itself, and no command is lost or done twice.

import type { Command, Hello, Message } from "./protocol";

export type NetStatus = "online" | "connecting" | "offline";

type WithId = Extract<Command, { id: string }>;
/** A command as the page writes it: the connection draws the id. */
export type CommandBody = WithId extends infer C ? (C extends WithId ? Omit<C, "id"> : never) : never;

export interface ConnectionHandlers {
  hello(): Hello;
  message(message: Message): void;
  net(net: NetStatus): void;
}

export interface Connection {
  /** Sends a command, now or when the connection is back; gives its id. */
  send(command: CommandBody): string;
  /** Sends what needs no answer, if the connection is open. */
  sendBestEffort(command: Command): void;
  /** Says hello again, e.g. when this device has got a seat. */
  sayHello(): void;
  close(): void;
}

/** What the connection needs from the environment, so that tests can hand in their own. */
export interface Environment {
  open(path: string): WebSocket;
  later(ms: number, callback: () => void): () => void;
  id(): string;
}

const PING_MS = 20_000;
const DEAF_MS = 9_000;
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

  function transmit(command: Command): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  }

  function watch(): void {
    stopPing();
    stopPing = environment.later(PING_MS, () => {
      transmit({ type: "ping" });
      stopPing = environment.later(DEAF_MS, () => socket?.close());
    });
  }

  function welcome(): void {
    isWelcome = true;
    wait = FIRST_WAIT_MS;
    events.net("online");
    for (const command of pending.values()) transmit(command);
  }

  function receive(message: Message): void {
    watch();
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
    events.net(isClosed ? "offline" : "connecting");
    if (isClosed) return;
    stopTimer = environment.later(wait, connect);
    wait = Math.min(wait * 1.7, LONGEST_WAIT_MS);
  }

  function connect(): void {
    stopTimer();
    if (isClosed || socket) return;
    events.net("connecting");
    const opened = environment.open(path);
    socket = opened;
    opened.onopen = () => {
      transmit(events.hello());
      watch();
    };
    opened.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as Message);
    opened.onclose = () => lost(opened);
    opened.onerror = () => lost(opened);
  }

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
    sayHello: () => transmit(events.hello()),
    close() {
      isClosed = true;
      stopTimer();
      stopPing();
      socket?.close();
    },
  };
}

/** The browser's own sockets and clocks. */
export function browserEnvironment(id: () => string): Environment {
  return {
    open: (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`),
    later(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    id,
  };
}
