// The way to a table whose code is known.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { App } from "../../state/app";

// Six letters; tables of the first edition have four.
const LENGTHS = [6, 4];

export function JoinForm({ app }: { app: App }) {
  const [code, setCode] = useState("");
  function join(event: Event) {
    event.preventDefault();
    if (LENGTHS.includes(code.length)) app.go({ page: "table", code });
  }
  return (
    <form class="card join" onSubmit={join}>
      <label for="code">{t("home.join")}</label>
      <input
        id="code"
        class="codeinput"
        value={code}
        maxLength={LENGTHS[0]}
        autocapitalize="characters"
        autocomplete="off"
        placeholder="······"
        onInput={(event) => setCode(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, ""))}
      />
      <button class="btn" type="submit" disabled={!LENGTHS.includes(code.length)}>
        {t("home.join_go")}
      </button>
    </form>
  );
}
