"""The flow of a match, which is the same for all games, as one module, which gets the module of a game.

States and sheets are those of any game, so the lengths of their arrays are known only at run time.
"""

from __future__ import annotations

from types import ModuleType

from paperdice import dice, errors, game, games, history, match, pad, playing, position, record, sheet, view, view_builder
from paperdice.games import GAMES
from translator.declare import Declarations
from translator.kinds import INT, Array, Kind, is_protocol
from translator.program import Program

# Exports of the module besides its classes.
FUNCTIONS: tuple[tuple[ModuleType, str], ...] = (
    (games, "check_own_sheet"),
    (history, "is_corrected"),
    (match, "read_record"),
    (match, "read_position"),
    (match, "set_up"),
    (pad, "final_match"),
    (pad, "match_at"),
    (pad, "pad_steps"),
    (pad, "read_pad"),
    (position, "format_sheet"),
    (position, "parse_sheet"),
    (position, "parse_position"),
    (record, "format_record"),
    (record, "is_unrecorded"),
    (record, "parse_record"),
    (record, "split_records"),
    (sheet, "make_row"),
    (sheet, "parse_rows"),
    (view_builder, "view_of"),
    (view_builder, "open_sheet"),
    (view_builder, "open_view"),
    (view_builder, "own_view"),
)
# Members that a host may use, of a match and of a pad.
ASKED = tuple(
    name for each in history.MatchLike.__mro__ if is_protocol(each) for name in vars(each) if not name.startswith("_")
)
CLASSES: tuple[tuple[type, tuple[str, ...]], ...] = (
    (match.Match, (*ASKED, "at", "entries", "from_position", "later", "replay", "tally", "ways")),
    (pad.Pad, (*ASKED, "from_position", "options", "replay", "tally")),
    (history.Place, ()),
    (game.Game, ("public", "version", "phases", "last_phase", "deal", "on", "lay_out")),
    (dice.Die, ()),
    (sheet.Extras, ("sign_of",)),
    (sheet.SheetShape, ()),
    (sheet.SheetLook, ()),
    (errors.UnknownGameError, ()),
    (errors.RecordError, ("turn",)),
)  # fmt: skip
EXTERNALS = {
    (game.__name__, "make_twin"): "py.makeTwin",
    (game.__name__, "copy_twin"): "py.copyTwin",
    (game.__name__, "get_field"): "py.getField",
    (game.__name__, "get_number"): "py.getField",
    (game.__name__, "set_field"): "py.setField",
    (game.__name__, "with_fields"): "py.withFields",
    (game.__name__, "names_of"): "py.namesOf",
    (games.__name__, "find_game"): "findGame",
    (dice.__name__, "ask_source"): "py.askSource",
    (position.__name__, "named_points"): "py.namedPoints",
    # Guaranteed by the types of the page.
    (game.__name__, "check_deal"): "py.trust",
    (playing.__name__, "_check_game"): "py.trust",
}
# The loaded games; code that reads a text must load its game first.
LOADED = """const games = new Map();
export const addGame = (game, place, rate) => {
  games.set(game.name, game); // a family is added before the game itself
  return Object.assign(game, { place, rate });
};
export const findGame = (name) => {
  const game = games.get(name);
  if (game === undefined) throw new $UnknownGameError(new $Reason("unknown_game", { game: name }));
  return game;
};"""


def fields_of_games() -> dict[str, Kind]:
    """Return the fields of states and sheets, of the games that have them with the same number of dimensions."""
    found: dict[str, set[int]] = {}
    for each in [part for public in GAMES for part in (public, public.family) if part is not None]:
        for name, shape in (*each.rules.STATE, *each.rules.SHEETS):
            found.setdefault(name, set()).add(len(shape))
    known = {name: max(dimensions) for name, dimensions in found.items() if len(dimensions) == 1}
    return {name: Array(INT, None, n) if n else INT for name, n in known.items()}


MODULES: frozenset[type] = frozenset({game.Rules, game.Notation, game.Display, game.Printing})


def declarations(program: Program) -> str:
    """Return the types of the exports."""
    protocols = {
        **{cls: cls.__name__ for cls in MODULES},
        history.MatchLike: "Match | Pad",
        view.Viewable: "Match | Pad",
        dice.DiceSource: "{ throw(turn: number, nth: number, dice: readonly Die[]): string }",
    }
    return Declarations(program, protocols, {name: vars(module)[name] for module, name in FUNCTIONS}).text()


def make_flow(*, is_checked: bool = False) -> Program:
    """Return the program; its text is complete after those of all games, which share its classes."""
    program = Program(
        {}, is_checked=is_checked, fields=fields_of_games(), externals=EXTERNALS, module_protocols=MODULES
    )
    for cls, names in CLASSES:
        program.need_class(cls)
        for name in names:
            program.use_method(cls, name)
    for module, name in FUNCTIONS:
        program.need(module, name)
    program.finish()
    return program
