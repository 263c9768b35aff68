// The app bar of every page outside a table: name, back link, language and settings.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { App } from "../state/app";
import { pathOf, type Route } from "../state/route";
import { Icon, Wordmark } from "./Icon";
import { later } from "./later";
import type { SettingsDialogProps } from "./Settings";

const LaterSettings = later<SettingsDialogProps>(async () => (await import("./Settings")).SettingsDialog);

/** A link handled by the router of the page. */
export function Link({
  app,
  to,
  kind = "",
  children,
}: {
  app: App;
  to: Route;
  kind?: string;
  children: preact.ComponentChildren;
}) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    app.go(to);
  }
  return (
    <a class={kind} href={pathOf(to)} onClick={follow}>
      {children}
    </a>
  );
}

export function AppBar({ app, title }: { app: App; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header class="bar">
        <Link app={app} to={{ page: "home" }} kind="logo">
          <Wordmark />
        </Link>
        {title && <h1>{title}</h1>}
        <button type="button" class="icon" aria-label={t("settings.title")} onClick={() => setOpen(true)}>
          <Icon name="menu" />
        </button>
      </header>
      {isOpen && <LaterSettings app={app} onClose={() => setOpen(false)} />}
    </>
  );
}
