import { Chunk, Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { slicesOf } from "../src/handlers/slices.ts"

describe("slices of long text", () => {
  it("are the text again, none too long, no character cut in two", () => {
    for (const shift of ["", "a"]) {
      const texts = [`${shift}${"😀é行".repeat(100_000)}`, "", "end"]
      const slices = Chunk.toReadonlyArray(Effect.runSync(Stream.runCollect(slicesOf(texts))))
      const bytes = Buffer.concat(slices.map((slice) => Buffer.from(slice, "utf8")))
      assert.isTrue(bytes.toString("utf8") === texts.join(""))
      assert.isAtMost(Math.max(...slices.map(({ length }) => length)), 128 * 1024 + 1)
    }
  })
})
