// Detects a page that is older than its server, because it was cached or the server was updated.

const RENEWED = "paperdice.renewed";
/** How long the page announces its reload. */
const RENEWAL_MS = 1500;

/** The script that this page was loaded with. */
function ownScript(): string {
  return document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
}

/** Whether this page is outdated; if a reload did not help, it is used as it is instead of reloading forever. */
export function isOutdated(page: string | undefined): boolean {
  return Boolean(page) && import.meta.env.PROD && page !== ownScript() && sessionStorage.getItem(RENEWED) !== page;
}

/** Reload the page from the network, after time to read why. */
export function renewSoon(page: string): void {
  setTimeout(() => {
    sessionStorage.setItem(RENEWED, page);
    location.reload();
  }, RENEWAL_MS);
}
