// Hashes of texts. Phones on a local network have no `crypto.subtle`, which browsers offer to secure pages only.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The HMAC-SHA-256 of a text. */
export function hmacOf(key: Uint8Array, text: string): Uint8Array {
  return hmac(sha256, key, utf8ToBytes(text));
}

/** The commitment to a secret of 32 bytes in hex: the SHA-256 of its bytes, in hex. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

export { bytesToHex, hexToBytes };
