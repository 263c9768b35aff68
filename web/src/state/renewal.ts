// A page that is older than its server, because a cache has kept it or the server was renewed meanwhile.

const RENEWED = "paperdice.renewed";
/** How long the page says that it will be renewed. */
const RENEWAL_MS = 1500;

/** The script that this page began with. */
function ownScript(): string {
  return document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
}

/** Is this page out of date? A page that a reload has not renewed stays as it is, instead of trying for ever. */
export function isOutdated(page: string | undefined): boolean {
  return Boolean(page) && import.meta.env.PROD && page !== ownScript() && sessionStorage.getItem(RENEWED) !== page;
}

/** Loads the page anew from the network, once there was time to read why. */
export function renewSoon(page: string): void {
  setTimeout(() => {
    sessionStorage.setItem(RENEWED, page);
    location.reload();
  }, RENEWAL_MS);
}
