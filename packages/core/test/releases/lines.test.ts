import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"
import { splitLines } from "../../src/releases/lines.ts"

const read = (pieces: ReadonlyArray<Uint8Array>) =>
  Effect.runSync(
    Stream.runCollect(splitLines(Stream.fromIterable(pieces))).pipe(Effect.map(Chunk.toReadonlyArray)),
  )

describe("linesOf", () => {
  it("gives the same lines however the bytes are cut into pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r", "\u2028") })), (parts) => {
        const text = parts.join("")
        const expected = text.endsWith("\n")
          ? text.split("\n").slice(0, -1)
          : text === ""
            ? []
            : text.split("\n")
        const lines = read(parts.map((part) => new TextEncoder().encode(part)))
        assert.deepStrictEqual(
          lines.map((line) => new TextDecoder().decode(line)),
          expected,
        )
      }),
    )
  })

  it("joins a line of many megabytes from its pieces", () => {
    const piece = new Uint8Array(64 * 1024).fill(0x61)
    const lines = read([...Array.from({ length: 160 }, () => piece), new Uint8Array([0x0a, 0x62])])
    assert.deepStrictEqual(
      lines.map((line) => line.length),
      [10 * 1024 * 1024, 1],
    )
  })
})
