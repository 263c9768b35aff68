// The browser's installation prompt, kept until the user asks for it.

interface InstallEvent extends Event {
  prompt(): Promise<void>;
}

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
