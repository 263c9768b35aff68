// The browser's offer to put the page on the home screen, kept until somebody wants it.

interface InstallEvent extends Event {
  prompt(): Promise<void>;
}

let offer: InstallEvent | null = null;

/** Keeps the offer instead of letting the browser show its own bar. */
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
