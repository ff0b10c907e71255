import { createHash } from "node:crypto"
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { computePureSha256Hex } from "../../src/domain/sha256.ts"

const nodes = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex")

describe("SHA-256 without Node", () => {
  it("is that of Node for texts and bytes", async () => {
    const data = FastCheck.oneof(
      FastCheck.array(FastCheck.nat(0xffff), { maxLength: 200 }).map((codes) =>
        String.fromCharCode(...codes),
      ),
      FastCheck.uint8Array({ maxLength: 300 }),
    )
    await checkProperty(
      FastCheck.property(data, (one) => assert.strictEqual(computePureSha256Hex(one), nodes(one))),
      150,
    )
  })

  it("is that of Node around the ends of blocks, and for lone surrogates", () => {
    for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 128, 100_000])
      assert.strictEqual(computePureSha256Hex("x".repeat(length)), nodes("x".repeat(length)), `${length}`)
    assert.strictEqual(computePureSha256Hex("a\ud800b"), nodes("a\ud800b"))
  })
})
