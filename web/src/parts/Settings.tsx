// Settings of this device: appearance, sound and language.

import { LANGS, t } from "../i18n";
import { LANGUAGES } from "../net/protocol";
import type { App } from "../state/app";
import type { Settings } from "../state/settings";
import { Dialog } from "./Dialog";

type Flag = "sendAtOnce" | "ownThrow" | "showScores" | "warn" | "sound" | "vibration" | "notify";

/** Settings that this browser supports; notifications need a secure context. */
function offeredFlags(): Flag[] {
  const flags: Flag[] = ["sendAtOnce", "ownThrow", "showScores", "warn", "sound"];
  if ("vibrate" in navigator) flags.push("vibration");
  if ("Notification" in window && isSecureContext) flags.push("notify");
  return flags;
}

/** Whether this browser can store the page for offline play, which requires a secure context. */
function offlineNote(): string {
  if (!isSecureContext || !navigator.serviceWorker) return "settings.offline_insecure";
  return navigator.serviceWorker.controller ? "settings.offline_ready" : "settings.offline_soon";
}

function Switch({ app, flag }: { app: App; flag: Flag }) {
  async function flip(isOn: boolean) {
    if (flag === "notify" && isOn && (await Notification.requestPermission()) !== "granted") return app.redraw();
    app.change({ [flag]: isOn });
  }
  return (
    <label class="switch">
      <span>
        {t(`settings.${flag}`)}
        <small>{t(`settings.${flag}_note`)}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={app.settings[flag]}
        onChange={(event) => void flip(event.currentTarget.checked)}
      />
    </label>
  );
}

function Pick<K extends "theme" | "lang" | "pace">({
  app,
  field,
  values,
}: {
  app: App;
  field: K;
  values: readonly [Settings[K], string][];
}) {
  function pick(value: string) {
    app.change({ [field]: value });
    if (field === "pace") app.table?.setPace();
  }
  return (
    <label class="switch">
      <span>{t(`settings.${field}`)}</span>
      <select value={app.settings[field]} onChange={(event) => pick(event.currentTarget.value)}>
        {values.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A place that offers settings, without those that it does not use. */
type Place = "match" | "pad" | "watch";

/** Settings that make no difference at a place. */
const USELESS: Record<Place, readonly string[]> = {
  match: ["warn"],
  pad: ["sendAtOnce", "pace"],
  watch: ["warn", "sendAtOnce", "pace", "vibration", "notify"],
};

export function SettingsFields({ app, at }: { app: App; at?: Place }) {
  const useless = at ? USELESS[at] : [];
  return (
    <div class="fields">
      <Pick
        app={app}
        field="lang"
        values={[
          ["auto", t("settings.auto")],
          ...LANGS.map((lang) => [lang, LANGUAGES[lang]] as [typeof lang, string]),
        ]}
      />
      <Pick
        app={app}
        field="theme"
        values={[
          ["auto", t("settings.auto")],
          ["light", t("settings.light")],
          ["dark", t("settings.dark")],
        ]}
      />
      {!useless.includes("pace") && (
        <Pick
          app={app}
          field="pace"
          values={(["slow", "normal", "fast"] as const).map((pace) => [pace, t(`settings.pace_${pace}`)])}
        />
      )}
      {offeredFlags()
        .filter((flag) => !useless.includes(flag))
        .map((flag) => (
          <Switch key={flag} app={app} flag={flag} />
        ))}
      {!at && <small>{t(offlineNote())}</small>}
    </div>
  );
}

export interface SettingsDialogProps {
  app: App;
  onClose: () => void;
}

export function SettingsDialog({ app, onClose }: SettingsDialogProps) {
  return (
    <Dialog title={t("settings.title")} onClose={onClose}>
      <SettingsFields app={app} />
    </Dialog>
  );
}
