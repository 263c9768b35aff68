import { createHash, createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { bytesToHex, commitmentOf, hexToBytes, hmacOf, sha256Of } from "../src/fair/promise";

it("hashes texts as another program does", () => {
  for (const text of ["", "abc", "é".repeat(100)])
    expect(sha256Of(text)).toBe(createHash("sha256").update(text).digest("hex"));
});

it("keys hashes as another program does", () => {
  const key = "0f".repeat(32);
  expect(bytesToHex(hmacOf(hexToBytes(key), "1 2 3 é"))).toBe(
    createHmac("sha256", Buffer.from(key, "hex")).update("1 2 3 é").digest("hex"),
  );
});

it("commits to the bytes of a share", () => {
  expect(commitmentOf("00".repeat(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
});
