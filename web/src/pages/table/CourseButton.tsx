// Opens all that was thrown and played at a table with real dice; its page is loaded by the first tap.

import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { Icon } from "../../parts/Icon";
import type { TableController } from "../../state/controller";

interface CourseProps {
  controller: TableController;
  nameOf: NameOf;
  onClose: () => void;
}

export function CourseButton({ controller, nameOf, kind }: Omit<CourseProps, "onClose"> & { kind: string }) {
  const [opened, setOpened] = useState<{ Course: FunctionComponent<CourseProps> } | null>(null);
  const dice = controller.state().facts?.dice.kind;
  if (dice !== "typed" && dice !== "unknown") return null;
  const open = () => void import("./Course").then(({ Course }) => setOpened({ Course }));
  return (
    <>
      <button type="button" class={kind} onClick={open}>
        <Icon name="pen" />
        {t("course.open")}
      </button>
      {opened && <opened.Course controller={controller} nameOf={nameOf} onClose={() => setOpened(null)} />}
    </>
  );
}
