import * as crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { computeInclusionRoot, makeInclusionCollector } from "../../src/releases/inclusion.ts"
import { makeMerkleRoot } from "../../src/releases/merkle.ts"

const sha256 = (...parts: ReadonlyArray<Uint8Array>) =>
  crypto.createHash("sha256").update(Buffer.concat(parts)).digest()
const toLeaf = (entry: Uint8Array) => sha256(Buffer.of(0), entry)
const toNode = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right)

const computeRoot = (entries: ReadonlyArray<Buffer>): Buffer => {
  const [first] = entries
  if (entries.length === 1 && first !== undefined) return toLeaf(first)
  const split = findSplit(entries.length)
  return toNode(computeRoot(entries.slice(0, split)), computeRoot(entries.slice(split)))
}

const findSplit = (count: number): number => {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** RFC 6962, section 2.1.1, word for word. */
const listPath = (index: number, entries: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
  if (entries.length === 1) return []
  const split = findSplit(entries.length)
  return index < split
    ? [...listPath(index, entries.slice(0, split)), computeRoot(entries.slice(split))]
    : [...listPath(index - split, entries.slice(split)), computeRoot(entries.slice(0, split))]
}

const makeEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => sha256(Buffer.from(`line ${index}`)))

const collect = (entries: ReadonlyArray<Buffer>, target: number) => {
  const collector = makeInclusionCollector()
  for (const [index, entry] of entries.entries()) collector.add(entry, index === target)
  return collector.finish()
}

const place = fc
  .integer({ min: 1, max: 200 })
  .chain((count) => fc.tuple(fc.constant(makeEntries(count)), fc.nat({ max: count - 1 })))

describe("the path of a line", () => {
  it("is that of RFC 6962 for every place in trees of up to 40 lines", () => {
    for (let count = 1; count <= 40; count++) {
      const entries = makeEntries(count)
      for (let index = 0; index < count; index++) {
        const path = collect(entries, index)
        assert.deepStrictEqual(
          path?.hashes.map((hash) => Buffer.from(hash).toString("hex")),
          listPath(index, entries).map((hash) => hash.toString("hex")),
        )
        assert.deepStrictEqual([path?.index, path?.count], [index, count])
      }
    }
  })

  it("leads to the root that is computed while the file is written", () => {
    fc.assert(
      fc.property(place, ([entries, index]) => {
        const merkle = makeMerkleRoot()
        for (const entry of entries) merkle.add(entry)
        const [path, entry] = [collect(entries, index), entries[index]]
        assert.isDefined(path)
        assert.isDefined(entry)
        const root = computeInclusionRoot(entry, path)
        assert.strictEqual(root && Buffer.from(root).toString("hex"), merkle.hex())
      }),
    )
  })

  it("does not lead to the root with a hash changed, dropped or added, or from another place", () => {
    fc.assert(
      fc.property(
        place,
        fc.nat(),
        fc.nat({ max: 31 }),
        fc.integer({ min: 1, max: 255 }),
        (at, level, byte, bits) => {
          const [entries, index] = at
          const [path, entry] = [collect(entries, index), entries[index]]
          fc.pre(path !== undefined && entry !== undefined && path.hashes.length > 0)
          const root = computeRoot(entries).toString("hex")
          const chosen = level % path.hashes.length
          const changed = path.hashes.map((hash, other) => {
            const copy = Uint8Array.from(hash)
            if (other === chosen) copy[byte] = (copy[byte] ?? 0) ^ bits
            return copy
          })
          const refused = [
            { ...path, hashes: changed },
            { ...path, hashes: path.hashes.slice(0, -1) },
            { ...path, hashes: [...path.hashes, new Uint8Array(32)] },
            { ...path, index: (index + 1) % entries.length },
            { ...path, index: entries.length },
          ]
          for (const wrong of refused) {
            const computed = computeInclusionRoot(entry, wrong)
            assert.notStrictEqual(computed && Buffer.from(computed).toString("hex"), root)
          }
        },
      ),
    )
  })

  it("is missing when no line was the wanted one", () => {
    assert.isUndefined(collect(makeEntries(5), 9))
  })
})
