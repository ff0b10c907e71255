import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import * as fc from "fast-check"
import { splitParts } from "../src/parts.ts"

const partsOf = (pieces: ReadonlyArray<Uint8Array>, partBytes: number) =>
  Effect.runSync(
    Effect.map(Stream.runCollect(splitParts(Stream.fromIterable(pieces), partBytes)), Chunk.toReadonlyArray),
  )

describe("inParts", () => {
  it("keeps all bytes in order, in parts of one size but for the last, counted from 1", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 50 }),
        (pieces, partBytes) => {
          const parts = partsOf(pieces, partBytes)
          assert.deepStrictEqual(Buffer.concat(parts.map(({ bytes }) => bytes)), Buffer.concat(pieces))
          assert.deepStrictEqual(
            parts.map(({ number }) => number),
            parts.map((_, index) => index + 1),
          )
          for (const { bytes } of parts.slice(0, -1)) assert.strictEqual(bytes.length, partBytes)
          const last = parts.at(-1)
          assert.isTrue(last !== undefined && last.bytes.length <= partBytes)
          assert.isTrue(parts.length === 1 || (last !== undefined && last.bytes.length > 0))
        },
      ),
    )
  })

  it("makes one empty part of nothing", () => {
    assert.deepStrictEqual(partsOf([], 10), [{ number: 1, bytes: new Uint8Array(0) }])
  })

  it("keeps its bytes when the piece that they came from is used again", () => {
    const piece = new Uint8Array(4)
    const stream = Stream.map(Stream.rechunk(Stream.range(1, 3), 1), (value) => piece.fill(value))
    const parts = Effect.runSync(Stream.runCollect(splitParts(stream, 6)))
    assert.deepStrictEqual(
      [...parts].map(({ bytes }) => [...bytes]),
      [
        [1, 1, 1, 1, 2, 2],
        [2, 2, 3, 3, 3, 3],
      ],
    )
  })
})
