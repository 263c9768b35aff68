// A form to join a table by its code.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { App } from "../../state/app";

const CODE_LENGTH = 6;

export function JoinForm({ app }: { app: App }) {
  const [code, setCode] = useState("");
  function join(event: Event) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) app.go({ page: "table", code });
  }
  return (
    <form class="card join" onSubmit={join}>
      <label for="code">{t("home.join")}</label>
      <input
        id="code"
        class="codeinput"
        value={code}
        maxLength={CODE_LENGTH}
        autocapitalize="characters"
        autocomplete="off"
        placeholder="······"
        onInput={(event) => setCode(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, ""))}
      />
      <button class="btn" type="submit" disabled={code.length !== CODE_LENGTH}>
        {t("home.join_go")}
      </button>
    </form>
  );
}
