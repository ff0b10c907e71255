/** Streams read by hand, in the ways that `for await` does not: ahead, after the end, and stopped while waiting. */
import { makeReadyStream, toAsyncIterable } from "@annotary/core/effect"
import { Effect, Runtime, Stream } from "effect"
import { assert, describe, it } from "vitest"

const readingOf = <A, E>(stream: Stream.Stream<A, E>) =>
  toAsyncIterable(Runtime.defaultRuntime, stream, { problem: () => undefined })[Symbol.asyncIterator]()

/** What the promise answers, or that it does not. */
const within = <A>(promise: Promise<A> | undefined): Promise<A | "silence"> =>
  Promise.race([
    promise ?? Promise.reject(new Error("not there")),
    new Promise<"silence">((resolve) => setTimeout(resolve, 500, "silence")),
  ])

const done = { done: true, value: undefined } as const

describe("a reader", () => {
  it("returns the end at every call after it", async () => {
    const reading = readingOf(Stream.make(1))
    assert.deepStrictEqual(await within(reading.next()), { done: false, value: 1 })
    for (let asked = 0; asked < 3; asked++) assert.deepStrictEqual(await within(reading.next()), done)
  })

  it("is told once what the stream failed with, and then of its end", async () => {
    const reading = readingOf(Stream.fail(new RangeError("no")))
    const error = await within(reading.next()).catch((reason: unknown) => reason)
    assert.instanceOf(error, RangeError)
    assert.deepStrictEqual(await within(reading.next()), done)
  })

  it("that asks ahead is given the elements in their order", async () => {
    const reading = readingOf(Stream.make(1, 2, 3))
    const asked = [reading.next(), reading.next(), reading.next(), reading.next()]
    const told = await Promise.all(asked.map(within))
    assert.deepStrictEqual(told, [
      { done: false, value: 1 },
      { done: false, value: 2 },
      { done: false, value: 3 },
      done,
    ])
  })

  it("that stops while it waits is let go, and the stream is closed", async () => {
    let closed = 0
    const waiting = Stream.ensuring(
      Stream.never,
      Effect.sync(() => closed++),
    )
    const reading = readingOf(waiting)
    const asked = reading.next()
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.deepStrictEqual(await within(reading.return?.()), done)
    assert.deepStrictEqual(await within(asked), done)
    assert.strictEqual(closed, 1)
    assert.deepStrictEqual(await within(reading.return?.()), done)
  })

  it("that has stopped is given nothing more, also when it had not begun", async () => {
    let begun = 0
    const counted = Stream.fromEffect(Effect.sync(() => begun++))
    const reading = readingOf(counted)
    await reading.return?.()
    assert.deepStrictEqual(await within(reading.next()), done)
    assert.strictEqual(begun, 0)
  })

  it.each([
    ["that must be run", Stream.make(1, 2, 3)],
    ["that is ready", makeReadyStream([1, 2, 3])],
  ])("gets all elements of a stream %s, as every other reader, unless it stops", async (_, stream) => {
    const iterable = toAsyncIterable(Runtime.defaultRuntime, stream, { problem: () => undefined })
    const all = async () => {
      const elements: Array<number> = []
      for await (const element of iterable) elements.push(element)
      return elements
    }
    assert.deepStrictEqual(await all(), [1, 2, 3])
    assert.deepStrictEqual(await all(), [1, 2, 3])
    const reading = iterable[Symbol.asyncIterator]()
    assert.deepStrictEqual(await within(reading.next()), { done: false, value: 1 })
    await reading.return?.()
    assert.deepStrictEqual(await within(reading.next()), done)
  })
})
