// A page that is older than its server, because a cache has kept it or the server was renewed meanwhile.

const RENEWED = "paperdice.renewed";

/** The script that this page began with. */
function ownScript(): string {
  return document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
}

/** Is this page out of date? A page that a reload has not renewed stays as it is, instead of trying for ever. */
export function isOutdated(page: string | undefined): boolean {
  return Boolean(page) && import.meta.env.PROD && page !== ownScript() && sessionStorage.getItem(RENEWED) !== page;
}

/** Loads the page anew, from the network. */
export function renew(page: string): void {
  sessionStorage.setItem(RENEWED, page);
  location.reload();
}
