// The games as the translated library has them, and what it refuses.

import { type LoadedGame, PaperdiceError } from "../../rules/shared/flow.js";
import { RequestError } from "../net/api";

const modules = import.meta.glob<{ game: LoadedGame }>("../../rules/*.js");

/** Load all games, with the families of sheets that print more than rows. */
export async function loadGames(): Promise<LoadedGame[]> {
  return (await Promise.all(Object.values(modules).map((load) => load()))).map((module) => module.game);
}

/** Load a game by its name; null if there is none. */
export async function loadGame(name: string): Promise<LoadedGame | null> {
  const module = await modules[`../../rules/${name}.js`]?.();
  return module?.game ?? null;
}

/** The error for a request that the library refuses; any other error is thrown again. */
export function refusedBy(error: unknown, status = 409): RequestError {
  if (!(error instanceof PaperdiceError)) throw error;
  const { id, params, rule } = error.reason;
  return new RequestError(status, { error: "PaperdiceError", message: id, why: { id, params, rule } });
}
