"""The flow of a table, for play without a server, as a module beside the flow of a match.

Commands that only a server executes are omitted, with their events: committed dice, guests, stand-in bots.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import ModuleType

from paperdice import dice, fair, games, history
from paperdice.bots import levels
from paperdice.flow import (
    attendance,
    checks,
    clock,
    codes,
    commands,
    deal,
    decide,
    decide_match,
    decide_moves,
    decide_next,
    describe,
    evening,
    events,
    facts,
    following,
    notices,
    record,
    setup,
    table,
    wishes,
)
from translator import flow
from translator.declare import Declarations
from translator.kinds import is_struct
from translator.program import Program

# The device's replacements for modules of the server: seeded dice, and random draws.
DEVICE = Path(__file__).parent / "device.js"

COMMANDS = (
    commands.Again,
    commands.Confirm,
    commands.Correct,
    commands.Enter,
    commands.SayDone,
    commands.PlanNext,
    commands.Play,
    commands.Rename,
    commands.SetPace,
    commands.SitOut,
    commands.Start,
    commands.Stop,
    commands.TakeBack,
    commands.Throw,
)
EVENTS = (
    events.AgainAsked,
    events.Opened,
    events.Confirmed,
    events.Corrected,
    events.Entered,
    events.PaceSet,
    events.NextOpened,
    events.NextPlanned,
    events.PadDone,
    events.Renamed,
    events.Sat,
    events.SatOut,
    events.Sealed,
    events.Started,
    events.StopAgreed,
    events.MatchStopped,
    events.TakenBack,
    events.Thrown,
)
# Exports of the module besides its classes.
FUNCTIONS: tuple[tuple[ModuleType, str], ...] = (
    (attendance, "attend"),
    (attendance, "first_attendance"),
    (attendance, "keep_time"),
    (checks, "requested_place"),
    (clock, "bot_pause_ms"),
    (clock, "find_due"),
    (decide, "decide"),
    (describe, "device_facts"),
    (describe, "listed_entries"),
    (record, "has_new_ending"),
    (record, "record_of"),
    (setup, "new_opening"),
    (setup, "next_opening"),
)
CLASSES: tuple[tuple[type, tuple[str, ...]], ...] = (
    (table.Table, ("apply", "has_begun", "is_over", "persons", "replay")),
    (attendance.Moment, ()),
    (checks.Who, ()),
    (wishes.NewTable, ()),
    (wishes.NewSeat, ()),
)
EXTERNALS = {
    **flow.EXTERNALS,
    **{(module.__name__, name): f"flow.{name}" for module, name in flow.FUNCTIONS},
    (games.__name__, "find_game"): "flow.findGame",
    (checks.__name__, "check_absent"): "device.ignore",
    (clock.__name__, "_awaited_absent"): "device.nothing",
    (clock.__name__, "_due_countdown"): "device.onServer",
    (clock.__name__, "_due_shares"): "device.onServer",
    (clock.__name__, "_due_stand_ins"): "device.onServer",
    (clock.__name__, "_may_be_drafted"): "device.never",
    (clock.__name__, "_returned"): "device.nothing",
    (attendance.__name__, "goes_on_alone"): "device.never",
    (clock.__name__, "_late_move"): "device.firstChoice",
    (clock.__name__, "_start_at"): "device.none",
    (decide.__name__, "_check_budgets"): "device.ignore",
    (decide_match.__name__, "_close_shares"): "device.nothing",
    (decide_moves.__name__, "_check_reentered"): "device.ignore",
    (decide_moves.__name__, "_back"): "device.nothing",
    (decide_next.__name__, "_has_others"): "device.never",
    (describe.__name__, "_agreed_facts"): "device.onServer",
    (describe.__name__, "_awaited_ms"): "device.noWait",
    (describe.__name__, "_bot_hash"): "device.none",
    (describe.__name__, "_name_of"): "device.onServer",
    (describe.__name__, "_ready_ms"): "device.noWait",
    (evening.__name__, "_limited"): "device.unlimited",
    (following.__name__, "host_of"): "device.hostOf",
    (record.__name__, "_committed_headers"): "device.onServer",
    (record.__name__, "format_date"): "device.formatDate",
    (setup.__name__, "_challenge_terms"): "device.onServer",
    (following.__name__, "bot_after"): "device.botAfter",
    (setup.__name__, "_check_clock"): "device.ignore",
    (setup.__name__, "_seated_guests"): "device.nothing",
    (setup.__name__, "_stopped"): "device.nothing",
    (setup.__name__, "_unchecked"): "device.nothing",
    (table.__name__, "_count_reentered"): "device.ignore",
    (table.__name__, "_remember_command"): "device.ignore",
    (table.__name__, "_seat_guest"): "device.ignore",
    (codes.__name__, "draw_below"): "device.drawBelow",
    (codes.__name__, "draw_code"): "device.drawCode",
    (codes.__name__, "draw_id"): "device.drawId",
    (codes.__name__, "draw_seed"): "device.drawSeed",
    (codes.__name__, "hash_secret"): "device.hashSecret",
    (fair.__name__, "draw_secret"): "device.drawSecret",
    (fair.__name__, "commitment_to"): "device.commitmentTo",
    (deal.__name__, "seeded_dice"): "device.seededDice",
    (table.__name__, "_agree"): "device.onServer",
    (events.__name__, "tag_of"): "device.tagOf",
    (levels.__name__, "find_level"): "device.findLevel",
}


def make_table(shared: Program, *, is_checked: bool = False) -> Program:
    """Return the program, which imports the flow of a match."""
    program = Program(
        {},
        is_checked=is_checked,
        shared=shared,
        fields=flow.fields_of_games(),
        externals=EXTERNALS,
        module_protocols=flow.MODULES,
        handled=(*COMMANDS, *EVENTS),
    )
    for cls, names in CLASSES:
        program.need_class(cls)
        for name in names:
            program.use_method(cls, name)
    for module, name in FUNCTIONS:
        program.need(module, name)
    program.finish()
    return program


HEAD = """import * as flow from "../shared/flow.js";
import * as device from "./device.js";"""
# Conversion from and to JSON.
JSON = """const read = (cls, {{ type, ...fields }}) => new cls(fields);
const COMMANDS = {{ {commands} }};
const EVENTS = {{ {events} }};
export const readCommand = (told) => (Object.hasOwn(COMMANDS, told.type) ? read(COMMANDS[told.type], told) : null);
export const readEvent = (kept) => read(EVENTS[kept.type], kept);
export const readWish = (wish) =>
  read({table}, {{ ...wish, seats: wish.seats.map((seat) => read({seat}, seat)) }});
export const tagged = (each) => ({{ type: each.type, ...each }});"""


def table_text(program: Program) -> str:
    """Return the module of a complete program."""
    made = program.text()
    by_tag = [", ".join(f"{each.__struct_config__.tag}: {program.need_class(each)}" for each in all_of)
              for all_of in (COMMANDS, EVENTS)]  # fmt: skip
    kinds = {"table": program.need_class(wishes.NewTable), "seat": program.need_class(wishes.NewSeat)}
    reading = JSON.format(commands=by_tag[0], events=by_tag[1], **kinds)
    names = [
        *(f"{program.need_class(cls)} as {cls.__name__}" for cls, _ in CLASSES if not is_struct(cls)),
        *(f"{program.need(module, name)} as {name}" for module, name in FUNCTIONS),
    ]
    return "\n\n".join([HEAD, made, reading, f"export {{ {', '.join(names)} }};"]) + "\n"


TYPES = """// Made by web/translator from Python: do not edit.
import type * as wire from "../../src/net/protocol";
import type * as flow from "../shared/flow";

/** What a device draws by lot. */
export interface Random {{
  below(n: number): number;
  code(): string;
  id(): string;
  seed(): string;
}}
/** An event as JSON keeps it. */
export interface Kept {{
  type: string;
  at: number;
  [field: string]: unknown;
}}
/** Null for a command that only a server carries out. */
export declare function readCommand(told: wire.Command): TableCommand | null;
export declare function readEvent(kept: Kept): Event;
export declare function readWish(wish: wire.NewTable): wire.NewTable;
export declare function tagged<T>(each: T): T extends Event ? Kept : T;
"""
NOTICE = 'wire.State["notices"][number]'


def table_declarations(program: Program, shared: Program) -> str:
    """Return the types of the exports."""
    on_the_wire = (facts, wishes, notices)
    imported = {cls: f"flow.{cls.__name__}" for cls in shared.classes()}
    imported |= {
        cls: NOTICE if cls.__module__ == notices.__name__ else f"wire.{cls.__name__}"
        for module in on_the_wire
        for cls in vars(module).values()
        if isinstance(cls, type) and is_struct(cls) and cls.__module__ == module.__name__
    }
    protocols = {
        **{cls: f"flow.{cls.__name__}" for cls in flow.MODULES},
        history.MatchLike: "flow.Match | flow.Pad",
        dice.DiceSource: "{ throw(turn: number, nth: number, dice: readonly flow.Die[]): string }",
    }
    functions = {name: vars(module)[name] for module, name in FUNCTIONS}
    return Declarations(program, protocols, functions, head=TYPES, imported={**imported, Random: "Random"}).text()
