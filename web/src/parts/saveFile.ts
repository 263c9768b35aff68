// Saves a file to the downloads of this device.

export function saveFile(contents: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
