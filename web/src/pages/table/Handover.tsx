// Pass-and-play: hand the device to the next player.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { Icon } from "../../parts/Icon";
import type { View } from "../../state/view";

export function Handover({
  view,
  seat,
  nameOf,
  onTake,
}: {
  view: View;
  seat: number;
  nameOf: NameOf;
  onTake: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [seat]);
  return (
    <section class="handover" role="dialog" aria-modal="true" aria-label={t("handover.title", { name: nameOf(seat) })}>
      <Icon name="phone" />
      <p>{t("handover.give")}</p>
      <h1>{nameOf(seat)}</h1>
      <p class="note">{t(seat === view.active ? "handover.active" : "handover.passive")}</p>
      <button ref={button} type="button" class="btn go" onClick={onTake}>
        {t("handover.ready", { name: nameOf(seat) })}
      </button>
    </section>
  );
}
