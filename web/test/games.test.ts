import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { lessonsOf, loadLessons, loadTable, tableOf } from "../src/games";
import { findGame, GAMES } from "../src/games/registry";

const SRC = join(import.meta.dirname, "../src");
const english = readTexts("en");

describe("the registry", () => {
  it("names the folders of the games, each once", () => {
    const folders = readdirSync(join(SRC, "games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...GAMES].sort()).toEqual(folders.map((folder) => folder.name).sort());
  });
  it("finds a game by its name, and nothing else", () => {
    expect(findGame("sixto")).toBe("sixto");
    expect(findGame("chess")).toBeNull();
  });
  for (const game of GAMES) {
    it(`has a table and lessons of ${game}`, async () => {
      await Promise.all([loadTable(game), loadLessons(game)]);
      expect(tableOf(game).sheet.Row).toBeTypeOf("function");
      const ids = lessonsOf(game).rules.flatMap(({ id }) => [`learn.${game}.${id}`, `learn.${game}.${id}_title`]);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.filter((id) => !(id in english))).toEqual([]);
    });
  }
  it("is the only list of games: scripts and styles name a game in its folder alone", () => {
    const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /\.(tsx?|css)$/.test(file));
    const named = files.filter((file) => {
      const text = readFileSync(join(SRC, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
      const isOwn = (game: string) => file.startsWith(`games/${game}/`);
      return GAMES.some((game) => !isOwn(game) && new RegExp(`\\b${game}\\b`).test(text));
    });
    // Longo is played with the rows of Qwixx; the other file is the list itself.
    expect(named.sort()).toEqual(["games/longo/table.tsx", "net/protocol/commands.ts"]);
  });
});
