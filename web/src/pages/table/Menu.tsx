// The menu of a running match, ordered by use: rules and other places, absent players, reactions, settings, the table's
// link; moving to another device, and leaving.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { botName, type NameOf } from "../../i18n/names";
import type { React as ReactCommand, SeatFacts } from "../../net/protocol";
import { Link } from "../../parts/AppBar";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import { SettingsFields } from "../../parts/Settings";
import type { App } from "../../state/app";
import { offered, replaceable } from "../../state/bots";
import type { TableController } from "../../state/controller";
import { wanted } from "../../state/mirror";
import { hasPad, usualBot } from "../../state/table";
import type { HintProps } from "../study";
import { loadStudy } from "../study/load";
import { Qr, tableLink } from "./Invite";
import type { CallSwitchProps } from "./Offers";
import { ShowOnTv } from "./ShowOnTv";

export interface EntryListProps {
  controller: TableController;
  nameOf: NameOf;
  onClose: () => void;
}

const LaterEntryList = later<EntryListProps>(async () => (await import("./EntryList")).EntryList);

/** Opens the history of a table with real dice; its page is loaded on the first tap. */
export function EntryListButton({ controller, nameOf, kind }: Omit<EntryListProps, "onClose"> & { kind: string }) {
  const [isOpen, setOpen] = useState(false);
  const dice = controller.state().facts?.dice.kind;
  if (dice !== "typed" && dice !== "unknown") return null;
  return (
    <>
      <button type="button" class={kind} onClick={() => setOpen(true)}>
        <Icon name="pen" />
        {t("entries.open")}
      </button>
      {isOpen && <LaterEntryList controller={controller} nameOf={nameOf} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Move a seat to this device from another device of the same player. */
function ClaimSeat({ controller }: { controller: TableController }) {
  const [code, setCode] = useState("");
  function claim(event: Event) {
    event.preventDefault();
    if (code.trim()) controller.claim(code.trim().toUpperCase());
  }
  return (
    <form class="join" onSubmit={claim}>
      <label for="claim">{t("claim.label")}</label>
      <input
        id="claim"
        class="codeinput"
        value={code}
        maxLength={16}
        autocomplete="off"
        onInput={(event) => setCode(event.currentTarget.value)}
      />
      <button class="btn" type="submit">
        {t("claim.go")}
      </button>
    </form>
  );
}

interface LeaveProps {
  app: App;
  controller: TableController;
  onClose: () => void;
}

/** Leaving a running match, after a confirmation; a bot plays for those who go. */
function Leave({ app, controller, onClose }: LeaveProps) {
  const table = controller.state();
  const own = table.ownSeats.map((each) => each.seat);
  const hasCompany = (table.facts?.seats ?? []).some((seat) => seat.kind === "person" && !own.includes(seat.seat));
  const bot = usualBot(table);
  const hasBot = hasCompany && bot !== null && !hasPad(table);
  function go() {
    controller.leave(hasBot ? bot : null);
    void app.go({ page: "home" });
  }
  return (
    <Dialog title={t("leave.title")} onClose={onClose}>
      <p>{t(hasBot ? "leave.bot" : hasCompany ? "leave.company" : "leave.alone")}</p>
      <div class="acts wrap">
        <button type="button" class="btn go" onClick={go}>
          {t("leave.go")}
        </button>
        <button type="button" class="btn" onClick={onClose}>
          {t("leave.stay")}
        </button>
      </div>
    </Dialog>
  );
}

interface MenuProps {
  app: App;
  controller: TableController;
  nameOf: NameOf;
  /** Open the rules over the match. */
  onRules: () => void;
  onClose: () => void;
}

function Reactions({ controller }: { controller: TableController }) {
  const table = controller.state();
  const seat = table.holder ?? table.ownSeats[0]?.seat;
  const own = table.ownSeats.map((each) => each.seat);
  const hasCompany = (table.facts?.seats ?? []).some((each) => each.kind === "person" && !own.includes(each.seat));
  if (seat === undefined || !hasCompany) return null;
  return (
    <div class="chips" role="group" aria-label={t("menu.reactions")}>
      {table.reactions.map((reaction) => (
        <button
          key={reaction}
          type="button"
          class="chip"
          onClick={() => controller.react(seat, reaction as ReactCommand["reaction"])}
        >
          {t(`reaction.${reaction}`)}
        </button>
      ))}
    </div>
  );
}

/** Whether the grace period of a lost connection is still running. */
function useAwaited(until: number): boolean {
  const left = () => Math.max(0, until - performance.now());
  const [isOver, setOver] = useState(left() === 0);
  useEffect(() => {
    setOver(left() === 0);
    const timer = setTimeout(() => setOver(true), left());
    return () => clearTimeout(timer);
  }, [until]);
  return !isOver;
}

/** Transfers the seat of a player who has lost their device: shows a code to enter on the new one. */
function HandOn({ controller, seat }: { controller: TableController; seat: number }) {
  const { transfer } = controller.state();
  const code = transfer?.seat === seat ? transfer.code : null;
  return (
    <button type="button" class="btn" data-action="hand_on" onClick={() => controller.send({ type: "transfer", seat })}>
      {code === null ? t("menu.hand_on") : <span class="transfer">{code}</span>}
      <small>{t(code === null ? "menu.hand_on_note" : "menu.hand_on_code")}</small>
    </button>
  );
}

/** A seat whose player is away or has left: a bot may take over, or another device take the seat. */
function Absent(props: { controller: TableController; seat: SeatFacts; nameOf: NameOf }) {
  const { controller, seat, nameOf } = props;
  const { facts, factsAt, ownSeats } = controller.state();
  const isAwaited = useAwaited(factsAt + seat.awaited_ms);
  const isGone = seat.kind === "person" && !isAwaited && ownSeats.length > 0;
  return (
    <>
      {facts?.dice.kind === "unknown" ? (
        <p class="note">{seat.kind === "person" && t("menu.absent", { name: nameOf(seat.seat) })}</p>
      ) : (
        <CallBot {...props} isAwaited={isAwaited} />
      )}
      {isGone && <HandOn controller={controller} seat={seat.seat} />}
    </>
  );
}

interface CallBotProps {
  controller: TableController;
  seat: SeatFacts;
  nameOf: NameOf;
  isAwaited: boolean;
}

function CallBot({ controller, seat, nameOf, isAwaited }: CallBotProps) {
  const { bots, facts } = controller.state();
  if (seat.stand_in)
    return <p class="note">{t("menu.stands_in", { name: nameOf(seat.seat), bot: botName(seat.stand_in) })}</p>;
  const type = seat.kind === "open" ? "seat_bot" : "stand_in";
  return (
    <label class="switch">
      <span>
        {seat.kind === "open"
          ? t("menu.left", { number: seat.seat + 1 })
          : t("menu.absent", { name: nameOf(seat.seat) })}
        {isAwaited && <small>{t("menu.awaited")}</small>}
      </span>
      <select
        value=""
        disabled={isAwaited}
        onChange={(event) =>
          controller.send({ type, seat: seat.seat, bot: wanted(event.currentTarget.value, facts?.game ?? "") })
        }
      >
        <option value="">{t("menu.call_bot")}</option>
        {offered(bots).map((bot) => (
          <option key={bot} value={bot}>
            {botName(bot)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Agrees to stop the match and count, or takes that back; the match stops once everyone present agrees. */
function Stop({ controller, nameOf }: { controller: TableController; nameOf: NameOf }) {
  const { facts, ownSeats } = controller.state();
  if (facts?.status !== "playing" || facts.challenge !== null) return null;
  const own = ownSeats.map((each) => each.seat);
  const agreed = facts.stop ?? [];
  const hasAgreed = own.every((seat) => agreed.includes(seat));
  const names = agreed.filter((seat) => !own.includes(seat)).map(nameOf);
  const toggle = () => {
    for (const seat of own) if (agreed.includes(seat) === hasAgreed) controller.stop(seat, !hasAgreed);
  };
  return (
    <button type="button" class="btn" data-action="stop" aria-pressed={hasAgreed} onClick={toggle}>
      {t("menu.stop")}
      <small>
        {hasAgreed
          ? t("menu.stop_waits")
          : names.length > 0
            ? t("menu.stop_wish", { names: names.join(", ") })
            : t("menu.stop_note")}
      </small>
    </button>
  );
}

interface SeatMenuProps {
  app: App;
  controller: TableController;
  seat: number;
  nameOf: NameOf;
}

function SeatMenu({ app, controller, seat, nameOf }: SeatMenuProps) {
  const { transfer } = controller.state();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div class="acts wrap">
      <button type="button" class="btn" onClick={() => controller.send({ type: "transfer", seat })}>
        {transfer?.seat === seat ? <span class="transfer">{transfer.code}</span> : t("menu.transfer")}
        <small>{t("menu.transfer_note")}</small>
      </button>
      <Stop controller={controller} nameOf={nameOf} />
      <button type="button" class="btn" onClick={() => setLeaving(true)}>
        {t("menu.leave")}
        <small>{t("menu.leave_note")}</small>
      </button>
      {isLeaving && <Leave app={app} controller={controller} onClose={() => setLeaving(false)} />}
    </div>
  );
}

const LaterCallSwitch = later<CallSwitchProps>(async () => (await import("./Offers")).CallSwitch);
const LaterHints = later<HintProps>(async () => (await loadStudy()).HintPanel);

/** Opens the coach, whose code and texts are loaded on demand. */
function Hints({ controller, nameOf }: { controller: TableController; nameOf: NameOf }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <LaterHints controller={controller} nameOf={nameOf} />;
  return (
    <button type="button" class="btn" data-action="hints" onClick={() => setOpen(true)}>
      {t("menu.hints")}
      <small>{t("menu.hints_note")}</small>
    </button>
  );
}

/** The places that the menu leads to: the rules over the match, the big screen, earlier entries, and home. */
function Places({ app, controller, nameOf, onRules }: Omit<MenuProps, "onClose">) {
  const { code } = controller.state();
  return (
    <nav class="chips">
      <button type="button" class="chip" data-action="rules" onClick={onRules}>
        <Icon name="book" />
        {t("menu.rules")}
      </button>
      <EntryListButton controller={controller} nameOf={nameOf} kind="chip" />
      <ShowOnTv app={app} code={code} kind="chip" />
      <Link app={app} kind="chip" to={{ page: "home" }}>
        <Icon name="back" />
        {t("menu.home")}
      </Link>
    </nav>
  );
}

/** The link of the table, by which others join or watch. */
function TableLink({ controller }: { controller: TableController }) {
  const { code, ownSeats } = controller.state();
  return (
    <section class="tablelink">
      <Qr link={tableLink(code)} />
      <div>
        <h2>{t(ownSeats[0]?.seat === 0 ? "lobby.table" : "lobby.guest")}</h2>
        <b class="bigcode">{code}</b>
        <p class="note">{t("menu.watch")}</p>
      </div>
    </section>
  );
}

/** The menu of a spectator: read, show the table on a TV, take a seat by its code, and go. */
function SpectatorMenu({ app, controller, nameOf, onRules, onClose }: MenuProps) {
  return (
    <Dialog title={t("menu.open")} onClose={onClose}>
      <p class="note">{t("lobby.full")}</p>
      <Places app={app} controller={controller} nameOf={nameOf} onRules={onRules} />
      <SettingsFields app={app} at="watch" />
      <TableLink controller={controller} />
      <ClaimSeat controller={controller} />
    </Dialog>
  );
}

/** The menu, ordered by use. */
export function Menu(props: MenuProps) {
  const { app, controller, nameOf, onRules, onClose } = props;
  const table = controller.state();
  const absent = replaceable(table.facts);
  const seat = table.ownSeats[0]?.seat;
  const began = useRef(seat);
  useEffect(() => {
    // A seat has come to this device by its code.
    if (began.current === undefined && seat !== undefined) onClose();
  }, [seat]);
  if (seat === undefined) return <SpectatorMenu {...props} />;
  return (
    <Dialog title={t("menu.open")} onClose={onClose}>
      <Places app={app} controller={controller} nameOf={nameOf} onRules={onRules} />
      {absent.map((each) => (
        <Absent key={each.seat} controller={controller} seat={each} nameOf={nameOf} />
      ))}
      {!table.facts?.challenge && !hasPad(table) && <Hints controller={controller} nameOf={nameOf} />}
      <Reactions controller={controller} />
      <SettingsFields app={app} at={hasPad(table) ? "pad" : "match"} />
      <LaterCallSwitch code={table.code} />
      <TableLink controller={controller} />
      <SeatMenu app={app} controller={controller} seat={seat} nameOf={nameOf} />
    </Dialog>
  );
}
