// A switch for push notifications of a table on this device.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../../i18n";
import { callKey, callMe, isCalled, leaveMe } from "../../../state/call";

export interface CallSwitchProps {
  code: string;
}

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
