// One-time offers: sounds and vibration, push notifications, and installation on the home screen; the switch for push.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { App } from "../../state/app";
import { callKey, callMe, isCalled, leaveMe } from "../../state/call";
import { isText } from "../../state/checks";
import type { TableController } from "../../state/controller";
import { canInstall, install } from "../../state/install";
import { readList, write } from "../../state/storage";

type Kind = "call" | "feel" | "install";
const ANSWERED = "paperdice.offers";
/** Offers that were shown and passed over; they are not made again until the page is loaded again. */
const passed = new Set<Kind>();

export interface OffersProps {
  app: App;
  controller: TableController;
  kinds: readonly Kind[];
}

/** The server's push key; undefined until it is known, null if push is not available. */
function useCallKey(code: string, isWanted: boolean): string | null | undefined {
  const [key, setKey] = useState<string | null | undefined>(isWanted ? undefined : null);
  useEffect(() => {
    if (isWanted) void callKey(code).then(setKey, () => setKey(null));
  }, [isWanted]);
  return key;
}

export function Offers({ app, controller, kinds }: OffersProps) {
  const [answered, setAnswered] = useState(() => readList(ANSWERED, isText));
  const [hasFailed, setFailed] = useState(false);
  const { code } = controller.state();
  const key = useCallKey(code, kinds.includes("call") && !answered.includes("call"));
  const isOpen: Record<Kind, boolean> = {
    call: Boolean(key) && !isCalled(code),
    feel: !app.settings.sound && !app.settings.vibration,
    install: canInstall(),
  };
  // No other offer is shown for a moment, and passed over, before the first one is known.
  const kind =
    key === undefined ? undefined : kinds.find((each) => isOpen[each] && !answered.includes(each) && !passed.has(each));
  useEffect(() => {
    if (kind) return () => void passed.add(kind);
  }, [kind]);
  function answer() {
    if (!kind) return;
    const all = [...answered, kind];
    write(ANSWERED, all);
    setAnswered(all);
  }
  async function accept() {
    try {
      if (kind === "call" && key) await callMe(code, key);
      if (kind === "install") await install();
      if (kind === "feel") app.change({ sound: true, vibration: "vibrate" in navigator });
      answer();
    } catch {
      // The browser's push service may be unreachable; the menu offers it again.
      setFailed(true);
    }
  }
  if (!kind) return null;
  return (
    <section class="card offer" aria-label={t(`offer.${kind}`)}>
      <p role="status">{hasFailed ? t("offer.failed") : t(`offer.${kind}`)}</p>
      <div class="acts">
        <button type="button" class="btn" onClick={answer}>
          {t("offer.no")}
        </button>
        {!hasFailed && (
          <button type="button" class="btn" onClick={() => void accept()}>
            {t("offer.yes")}
          </button>
        )}
      </div>
    </section>
  );
}

export interface CallSwitchProps {
  code: string;
}

/** A switch for push notifications of a table on this device. */
export function CallSwitch({ code }: CallSwitchProps) {
  const [key, setKey] = useState<string | null>(null);
  const [isOn, setOn] = useState(isCalled(code));
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void callKey(code).then(setKey, () => setKey(null)), []);
  async function flip(isWanted: boolean) {
    try {
      if (isWanted) setOn(await callMe(code, key ?? ""));
      else {
        await leaveMe(code);
        setOn(false);
      }
      setFailed(false);
    } catch {
      // The browser's push service may be unreachable.
      setFailed(true);
      setOn(isCalled(code));
    }
  }
  if (!key) return null;
  return (
    <label class="switch">
      <span>
        {t("offer.switch")}
        <small role="status">{t(hasFailed ? "offer.failed" : "offer.switch_note")}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => void flip(event.currentTarget.checked)}
      />
    </label>
  );
}
