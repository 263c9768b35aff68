// Whose sheet this is, in the color of that person, where one device shows the sheets of several.

import { t } from "../i18n";

interface SheetOwnerProps {
  seat: number;
  name: string;
  /** True for people who only watch. */
  isWatching?: boolean;
}

export function SheetOwner({ seat, name, isWatching }: SheetOwnerProps) {
  return (
    <p class={`owner n${seat + 1}`}>
      {isWatching && <b>{t("watch.you")}</b>}
      <span>{t("sheet.of", { name })}</span>
    </p>
  );
}
