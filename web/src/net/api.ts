// Requests over plain HTTP.

import { isId } from "./ids";
import { isLocal, localServer } from "./local";
import type {
  Advice,
  AdviceWish,
  ChallengeFacts,
  DailyExercise,
  GameFacts,
  MatchFacts,
  NewChallenge,
  NewTable,
  Problem,
  ReviewState,
  TableFacts,
  TableLine,
  TableOpened,
} from "./protocol";

/** A push subscription; the server's type is NewSubscription. */
export interface PushWish {
  endpoint: string;
  p256dh: string;
  auth: string;
  lang: string;
}

/** The status of a request that got no answer of a server. */
const NO_ANSWER = 0;

/** A failed request, with the reason for the user if the server has refused it. */
export class RequestError extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null) {
    super(problem?.message ?? `request failed with status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

function posting(body: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** Timeouts for requests that this device can also handle itself: for the first request, and for later ones. */
const FIRST_SILENCE_MS = 5_000;
const SILENCE_MS = 10_000;

/** Abort a request after a timeout. */
function within(ms: number): RequestInit {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal };
}

/** The script of the server's page, from its last response; empty before the first one. */
let toldPage = "";

export function serversPage(): string {
  return toldPage;
}

/** Return an id as a part of an address; anything else cannot exist on a server. */
function at(id: string): string {
  if (!isId(id)) throw new RequestError(404, null);
  return id;
}

/** Ask the server; any failure is a `RequestError`. */
async function ask<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  try {
    return await request<T>(path, body, init);
  } catch (error) {
    throw error instanceof RequestError ? error : new RequestError(NO_ANSWER, null);
  }
}

async function request<T>(path: string, body: unknown, init: RequestInit): Promise<T> {
  const answer = await fetch(path, body === undefined ? init : { ...init, ...posting(body) });
  toldPage = answer.headers.get("Paperdice-Page") ?? toldPage;
  if (answer.status === 204) return null as T;
  if (answer.ok) return (await answer.json()) as T;
  throw await refusal(answer);
}

async function refusal(answer: Response): Promise<RequestError> {
  const isJson = answer.headers.get("Content-Type")?.includes("json") ?? false;
  return new RequestError(answer.status, isJson ? ((await answer.json()) as Problem) : null);
}

/** True if neither the server nor a proxy in front of it could answer. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.problem !== null) return false;
  return error.status === NO_ANSWER || error.status >= 502;
}

/** Ask the server, and fall back to this device if it is unreachable. */
async function askOrDo<T>(asked: Promise<T>, instead: () => Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return instead();
  }
}

export const api = {
  localGames: async () => (await localServer()).localGames(),
  games: () => ask<GameFacts[]>("/api/games", undefined, within(FIRST_SILENCE_MS)),
  openTable: (request: NewTable) =>
    askOrDo(ask<TableOpened>("/api/tables", request, within(SILENCE_MS)), async () =>
      (await localServer()).openTable(request),
    ),
  openTables: () => ask<TableLine[]>("/api/tables"),
  table: async (code: string) =>
    isLocal(code) ? (await localServer()).tableFacts(code) : ask<TableFacts>(`/api/tables/${at(code)}`),
  /** The review of a finished match, or its progress; to be polled until it is done. */
  review: async (match: string, cancel = false) => ask<ReviewState>(`/api/matches/${at(match)}/review`, { cancel }),
  advise: (wish: AdviceWish) => ask<Advice>("/api/advise", wish),
  exercise: () => ask<DailyExercise>("/api/exercise"),
  match: async (match: string) =>
    isLocal(match) ? (await localServer()).matchFacts(match) : ask<MatchFacts>(`/api/matches/${at(match)}`),
  /** Remove the name of the token's owner from a finished match. */
  forget: async (match: string, token: string) =>
    isLocal(match)
      ? (await localServer()).forget(match)
      : ask<null>(`/api/matches/${at(match)}`, undefined, {
          method: "DELETE",
          headers: { Authorization: `Bearer ${token}` },
        }),
  pushKey: () => ask<{ key: string | null }>("/api/push"),
  /** Subscribe a device to notifications for when its seat has to act while the page is closed. */
  subscribe: async (code: string, token: string, wish: PushWish) => {
    const { headers, ...rest } = posting(wish);
    const authorized = { ...(headers as Record<string, string>), Authorization: `Bearer ${token}` };
    return ask<null>(`/api/tables/${at(code)}/subscribe`, undefined, { ...rest, headers: authorized });
  },
  unsubscribe: async (code: string, endpoint: string) => ask<null>(`/api/tables/${at(code)}/unsubscribe`, { endpoint }),
  newChallenge: (request: NewChallenge) => ask<ChallengeFacts>("/api/challenges", request),
  /** A challenge with its results from an offset, and the results of these matches. */
  challenge: async (challenge: string, offset = 0, matches: readonly string[] = []) => {
    const query = new URLSearchParams([["offset", String(offset)], ...matches.map((match) => ["match", match])]);
    return ask<ChallengeFacts>(`/api/challenges/${at(challenge)}?${query}`);
  },
};
