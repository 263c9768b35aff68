// Routes: which page an address shows.

import { findGame, type GameName } from "../games/registry";
import { isId } from "../net/ids";

export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "screen"; code: string }
  | { page: "challenge"; challenge: string }
  | { page: "match"; match: string }
  | { page: "replay"; match: string | null }
  | { page: "review"; match: string }
  | { page: "coach"; position: string | null }
  | { page: "drill" }
  | { page: "learn"; game: GameName | null }
  | { page: "guide"; game: GameName }
  | { page: "print"; game: GameName | null }
  | { page: "sheets" }
  | { page: "history" };

function gameOf(text: string | undefined): GameName | null {
  return text === undefined ? null : findGame(text.replace("-", "_"));
}

/** Decode a part of an address; empty if it is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Return the route of a path; unknown paths lead home. */
export function parseRoute(path: string): Route {
  const [first, second, third] = path.split("/").filter(Boolean).map(decoded);
  if (first === "t" && isId(second)) {
    const code = second.toUpperCase();
    return third === "screen" ? { page: "screen", code } : { page: "table", code };
  }
  if (first === "c" && isId(second)) return { page: "challenge", challenge: second };
  if (first === "m" && isId(second))
    return { page: third === "replay" || third === "review" ? third : "match", match: second };
  if (first === "replay") return { page: "replay", match: null };
  if (first === "coach") return { page: "coach", position: second || null };
  if (first === "drill") return { page: "drill" };
  if (first === "sheets") return { page: "sheets" };
  if (first === "history") return { page: "history" };
  const game = gameOf(second);
  if (first === "guide" && game) return { page: "guide", game };
  if (first === "learn") return { page: "learn", game };
  if (first === "print") return { page: "print", game };
  return { page: "home" };
}

/** Return the path of a route; parseRoute(pathOf(route)) is the same route. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case "home":
      return "/";
    case "table":
      return `/t/${route.code}`;
    case "screen":
      return `/t/${route.code}/screen`;
    case "challenge":
      return `/c/${encodeURIComponent(route.challenge)}`;
    case "match":
      return `/m/${route.match}`;
    case "replay":
      return route.match === null ? "/replay" : `/m/${route.match}/replay`;
    case "review":
      return `/m/${route.match}/review`;
    case "coach":
      return route.position === null ? "/coach" : `/coach/${encodeURIComponent(route.position)}`;
    case "drill":
      return "/drill";
    case "learn":
      return route.game === null ? "/learn" : `/learn/${route.game.replace("_", "-")}`;
    case "print":
      return route.game === null ? "/print" : `/print/${route.game.replace("_", "-")}`;
    case "guide":
      return `/guide/${route.game.replace("_", "-")}`;
    case "sheets":
      return "/sheets";
    case "history":
      return "/history";
  }
}
