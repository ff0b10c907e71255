/** Streams whose items have been read. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Stream } from "effect"
import {
  collectReady,
  concatReady,
  getReadyItems,
  makeReadyStream,
  mapReady,
} from "../../src/kernel/readyStream.ts"

const items = FastCheck.array(FastCheck.integer())
/** A stream of the items, which is ready or must be run. */
const streams = FastCheck.record({ items, ready: FastCheck.boolean() })
const made = (of: { readonly items: ReadonlyArray<number>; readonly ready: boolean }) =>
  of.ready ? makeReadyStream(of.items) : Stream.fromIterable(of.items)

describe("a stream that is ready", () => {
  it.effect.prop("gives its items without being run, and the same when it is", [items], ([given]) =>
    Effect.gen(function* () {
      const stream = makeReadyStream(given)
      assert.deepStrictEqual(getReadyItems(stream), given)
      assert.deepStrictEqual([...(yield* Stream.runCollect(stream))], given)
      assert.isUndefined(getReadyItems(Stream.fromIterable(given)))
    }),
  )

  it.effect.prop("is mapped like one that is not, and stays ready", [streams], ([given]) =>
    Effect.gen(function* () {
      const even = (item: number) => (item % 2 === 0 ? { item } : undefined)
      const mapped = mapReady(made(given), even)
      const expected = given.items.flatMap((item) => even(item) ?? [])
      assert.strictEqual(getReadyItems(mapped) !== undefined, given.ready)
      assert.deepStrictEqual(yield* collectReady(mapped), expected)
      assert.deepStrictEqual([...(yield* Stream.runCollect(mapped))], expected)
    }),
  )

  it.effect.prop(
    "follows others, and the whole is ready when all are",
    [FastCheck.array(streams)],
    ([given]) =>
      Effect.gen(function* () {
        const whole = concatReady(given.map(made))
        assert.strictEqual(
          getReadyItems(whole) !== undefined,
          given.every(({ ready }) => ready),
        )
        assert.deepStrictEqual(
          yield* collectReady(whole),
          given.flatMap((one) => one.items),
        )
      }),
  )
})
