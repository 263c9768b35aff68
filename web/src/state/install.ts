// The page as an app on this device: its installation, and its renewal when the server has another version.

interface InstallEvent extends Event {
  prompt(): Promise<void>;
}

/** The browser's installation prompt, kept until the user asks for it. */
let offer: InstallEvent | null = null;

/** Keep the installation prompt instead of letting the browser show its own bar. */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
  });
  addEventListener("appinstalled", () => {
    offer = null;
  });
}

export function canInstall(): boolean {
  return offer !== null;
}

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
}

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

/** Reload the page from the network, after time to read why, and once nothing would be lost. */
export function renewSoon(page: string, isBusy: () => boolean = () => false): void {
  setTimeout(() => {
    if (isBusy()) return renewSoon(page, isBusy);
    sessionStorage.setItem(RENEWED, page);
    location.reload();
  }, RENEWAL_MS);
}
