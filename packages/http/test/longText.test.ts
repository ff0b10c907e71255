import { LongText } from "@annotary/core/effect"
import { Chunk, Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { streamArray, streamSlices } from "../src/handlers/answers.ts"

describe("slices of long text", () => {
  it("are the text again, none too long, no character cut in two", () => {
    for (const shift of ["", "a"]) {
      const texts = [`${shift}${"😀é行".repeat(100_000)}`, "", "end"]
      const slices = Chunk.toReadonlyArray(Effect.runSync(Stream.runCollect(streamSlices(texts))))
      const bytes = Buffer.concat(slices.map((slice) => Buffer.from(slice, "utf8")))
      assert.isTrue(bytes.toString("utf8") === texts.join(""))
      assert.isAtMost(Math.max(...slices.map(({ length }) => length)), 128 * 1024 + 1)
    }
  })

  it("that is still in storage is read when it is its turn, and its bytes are passed on as they are", () => {
    const bytes = Buffer.from('{"x":"é"}')
    let read = 0
    const cut = [bytes.subarray(0, 7), bytes.subarray(7)]
    const long = new LongText(Stream.tap(Stream.fromIterable(cut), () => Effect.sync(() => read++)))
    const rows = Stream.make({ a: 1 }, { b: long, c: null }, { d: 2 })
    const written: Array<string | Uint8Array> = []
    const readBefore: Array<number> = []
    const take = (piece: string | Uint8Array) =>
      Effect.sync(() => {
        readBefore.push(read)
        written.push(piece)
      })
    Effect.runSync(Stream.runForEach(streamArray(Stream.rechunk(rows, 3)), take))
    const text = Buffer.concat(written.map((piece) => Buffer.from(piece))).toString("utf8")
    assert.strictEqual(text, '[{"a":1},{"b":{"x":"é"},"c":null},{"d":2}]')
    assert.isTrue(written.includes(cut[0] ?? ""))
    assert.deepStrictEqual(readBefore.slice(0, 2), [0, 0])
    assert.strictEqual(readBefore[written.indexOf(cut[0] ?? "")], 1)
  })
})
