// Opens the history of a table with real dice; its page is loaded on the first tap.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import type { TableController } from "../../state/controller";

interface EntryListProps {
  controller: TableController;
  nameOf: NameOf;
  onClose: () => void;
}

const LaterEntryList = later<EntryListProps>(async () => (await import("./EntryList")).EntryList);

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
