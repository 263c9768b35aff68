// Move a seat to this device from another device of the same player.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { TableController } from "../../state/controller";

export function ClaimSeat({ controller }: { controller: TableController }) {
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
