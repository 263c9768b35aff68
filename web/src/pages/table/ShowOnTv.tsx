// The big screen: where to open it, as an address and a QR code, so that a phone at the table stays what it is.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { isLocal } from "../../net/local";
import { Link } from "../../parts/AppBar";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import type { App } from "../../state/app";
import { pathOf, type Route } from "../../state/route";
import { Qr } from "./Invite";

/** From this width on, this device can be the big screen itself. */
const WIDE = "(min-width: 1000px)";

/** Opens the address of the big screen. A table of this device alone has no address for others. */
export function ShowOnTv({ app, code, kind }: { app: App; code: string; kind: string }) {
  const [isOpen, setOpen] = useState(false);
  const to: Route = { page: "screen", code };
  const address = `${location.origin}${pathOf(to)}`;
  const isWide = matchMedia(WIDE).matches;
  if (isLocal(code) && !isWide) return null;
  return (
    <>
      <button type="button" class={kind} data-action="tv" onClick={() => setOpen(true)}>
        <Icon name="screen" />
        {t("tv.open")}
      </button>
      {isOpen && (
        <Dialog title={t("tv.open")} kind="qrlarge" onClose={() => setOpen(false)}>
          {!isLocal(code) && (
            <>
              <p>{t("tv.how")}</p>
              <Qr link={address} />
              <b class="address">{address.replace(/^https?:\/\//, "")}</b>
            </>
          )}
          {isWide && (
            <Link app={app} kind="btn" to={to}>
              {t("tv.here")}
            </Link>
          )}
        </Dialog>
      )}
    </>
  );
}
