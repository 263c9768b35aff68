import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bytesOf, commitmentOf, fromHex, hmac, sha256, toHex } from "../src/fair/sha256";

describe("SHA-256", () => {
  it("gives the published value of abc", () => {
    expect(toHex(sha256(bytesOf("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
  it("agrees with another program at every length around a block", () => {
    for (let n = 0; n < 200; n++) {
      const text = "é".repeat(n);
      expect(toHex(sha256(bytesOf(text)))).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });
});

describe("HMAC", () => {
  it("agrees with another program for short and long keys", () => {
    for (const n of [0, 1, 32, 63, 64, 65, 200]) {
      const key = "k".repeat(n);
      expect(toHex(hmac(bytesOf(key), bytesOf("1 2 3 0")))).toBe(
        createHmac("sha256", key).update("1 2 3 0").digest("hex"),
      );
    }
  });
});

describe("a commitment", () => {
  it("is the hash of the share's bytes", () => {
    const share = "00ff".repeat(16);
    expect(commitmentOf(share)).toBe(createHash("sha256").update(fromHex(share)).digest("hex"));
  });
});
