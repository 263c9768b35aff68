// The buttons of the dock: undo, the move that marks nothing, and the main action.

import { t } from "../../i18n";
import { type ButtonText, buttonsOf } from "../../i18n/buttons";
import type { NetStatus } from "../../net/connection";
import { Icon } from "../../parts/Icon";
import type { OwnSeat } from "../../state/ownSeat";
import { isReroll } from "../../state/pencil";
import type { SeatActions } from "../../state/seatActions";

interface ButtonProps {
  text: ButtonText;
  kind: string;
  action: string;
  onTap: () => void;
}

function Button({ text, kind, onTap, action }: ButtonProps) {
  return (
    <button
      type="button"
      class={`btn ${kind}`}
      data-action={action}
      aria-disabled={!text.isEnabled}
      onClick={() => text.isEnabled && onTap()}
    >
      <span key={text.label}>{text.label}</span>
      {text.note && (
        <small key={text.note} class={text.isCost ? "cost" : undefined}>
          {text.note}
        </small>
      )}
    </button>
  );
}

interface ActionButtonsProps {
  own: OwnSeat;
  net: NetStatus;
  isTyped: boolean;
  actions: SeatActions;
}

export function ActionButtons({ own, net, isTyped, actions }: ActionButtonsProps) {
  const buttons = buttonsOf(own, net, isTyped);
  const handlers = {
    done: actions.done,
    quiet: actions.quiet,
    take_back: actions.takeBack,
    reroll: actions.reroll,
    throw: () => actions.throwDice(),
    confirm: actions.confirm,
    none: () => {},
  };
  const isHeld = buttons.action === "confirm";
  const goKind = buttons.action === "take_back" ? "back" : buttons.go?.isEnabled ? (isHeld ? "go held" : "go") : "";
  const quiet = isHeld
    ? ({ kind: "back", action: "take_back", onTap: actions.takeBack } as const)
    : ({ kind: "", action: isReroll(own.view) ? "keep" : "quiet", onTap: actions.quiet } as const);
  return (
    <div class="acts actions">
      {buttons.undo && (
        <button type="button" class="undo" data-action="undo" onClick={actions.undo}>
          <Icon name="undo" />
          <span>
            {buttons.undo}
            <small>{t("act.undo")}</small>
          </span>
        </button>
      )}
      {buttons.quiet && <Button key="quiet" text={buttons.quiet} {...quiet} />}
      {buttons.go && (
        <Button
          key={buttons.quiet ? "go" : "only"}
          text={buttons.go}
          kind={goKind}
          action={buttons.action}
          onTap={handlers[buttons.action]}
        />
      )}
    </div>
  );
}
