import * as crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { makeMerkleRoot } from "../../src/releases/merkle.ts"

/** RFC 6962, section 2.1, word for word. */
const oracle = (entries: ReadonlyArray<Buffer>): Buffer => {
  const sha256 = (...parts: ReadonlyArray<Buffer>) =>
    crypto.createHash("sha256").update(Buffer.concat(parts)).digest()
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), ...entries)
  let k = 1
  while (k * 2 < entries.length) k *= 2
  return sha256(Buffer.of(1), oracle(entries.slice(0, k)), oracle(entries.slice(k)))
}

const rootOf = (entries: ReadonlyArray<Uint8Array>): string => {
  const merkle = makeMerkleRoot()
  for (const entry of entries) merkle.add(entry)
  return merkle.hex()
}

const hashed = (line: string) => crypto.createHash("sha256").update(line).digest()
const lines = fc.array(fc.string(), { minLength: 1, maxLength: 70 })
const place = fc.nat()

describe("merkleRoot", () => {
  it("is the root of RFC 6962 for every number of entries up to 200", () => {
    const entries = Array.from({ length: 200 }, (_, index) => hashed(`line ${index}`))
    for (let length = 0; length <= entries.length; length++) {
      assert.strictEqual(rootOf(entries.slice(0, length)), oracle(entries.slice(0, length)).toString("hex"))
    }
  })

  it("agrees with the known roots of RFC 6962 implementations", () => {
    const known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert.strictEqual(rootOf([]), known)
    assert.strictEqual(
      rootOf([Buffer.alloc(0)]),
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    )
  })

  it("can be asked at any time without changing what follows", () => {
    const merkle = makeMerkleRoot()
    const entries = Array.from({ length: 40 }, (_, index) => hashed(String(index)))
    entries.forEach((entry, index) => {
      merkle.add(entry)
      assert.strictEqual(merkle.hex(), rootOf(entries.slice(0, index + 1)))
      assert.strictEqual(merkle.count(), index + 1)
    })
  })

  it("changes when any line is changed", () => {
    fc.assert(
      fc.property(lines, place, fc.string(), (all, at, other) => {
        const index = at % all.length
        fc.pre(all[index] !== other)
        assert.notStrictEqual(rootOf(all.map(hashed)), rootOf(all.with(index, other).map(hashed)))
      }),
    )
  })

  it("changes when any line is dropped or added", () => {
    fc.assert(
      fc.property(lines, place, (all, at) => {
        const without = all.toSpliced(at % all.length, 1)
        assert.notStrictEqual(rootOf(all.map(hashed)), rootOf(without.map(hashed)))
      }),
    )
  })

  it("changes when any line is moved", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 70 }), place, place, (all, a, b) => {
        const from = a % all.length
        const to = b % all.length
        fc.pre(from !== to)
        const line = all[from] ?? ""
        const moved = all.toSpliced(from, 1).toSpliced(to, 0, line)
        assert.notStrictEqual(rootOf(all.map(hashed)), rootOf(moved.map(hashed)))
      }),
    )
  })

  it("is not that of a tree whose leaf is an inner node", () => {
    const [a, b] = [hashed("a"), hashed("b")]
    const leaf = (entry: Buffer) =>
      crypto
        .createHash("sha256")
        .update(Buffer.concat([Buffer.of(0), entry]))
        .digest()
    assert.notStrictEqual(rootOf([a, b]), rootOf([Buffer.concat([leaf(a), leaf(b)])]))
  })
})
