/** The results of an import wait for its last line, in memory. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { spoolText } from "../src/handlers/imports.ts"

const run = (pieces: ReadonlyArray<string>) =>
  spoolText(Stream.rechunk(Stream.fromIterable(pieces), 1)).pipe(
    Effect.flatMap(Stream.runCollect),
    Effect.map(Chunk.join("")),
  )

describe("buffered results", () => {
  it.effect("come out as they came in, few or many", () =>
    Effect.gen(function* () {
      for (const count of [0, 1, 3, 9]) {
        const pieces = Array.from({ length: count }, (_, i) => `${i} ü ${"x".repeat(1_000_000)}\n`)
        assert.strictEqual(yield* run(pieces), pieces.join(""))
      }
    }),
  )
})
