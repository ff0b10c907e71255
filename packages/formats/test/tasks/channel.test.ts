/** Calls and streams between a task and its owner, over two ports of one process. */
import type { TaskPort } from "@annotary/core"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { Channel } from "../../src/tasks/Channel.ts"
import { Streams } from "../../src/tasks/streams.ts"
import { countRuns } from "../countRuns.ts"

/** Two ports that send structured clones to each other, as processes do. */
const makePorts = (): readonly [TaskPort, TaskPort] => {
  const listeners: readonly [Array<(message: unknown) => void>, Array<(message: unknown) => void>] = [[], []]
  const makePort = (own: 0 | 1): TaskPort => ({
    send: (message) => {
      const copy: unknown = structuredClone(message)
      setImmediate(() => {
        for (const listener of listeners[own === 0 ? 1 : 0]) listener(copy)
      })
    },
    onMessage: (listener) => {
      listeners[own].push(listener)
    },
  })
  return [makePort(0), makePort(1)]
}

const makeSides = () => {
  const [near, far] = makePorts().map((port) => {
    const channel = new Channel(port)
    return { channel, streams: new Streams(channel) }
  })
  if (near === undefined || far === undefined) throw new Error("There are two ports.")
  return { near, far }
}

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

describe("a channel", () => {
  it("answers calls in the order in which they are done, not in which they came", async () => {
    const { far, near } = makeSides()
    far.channel.answer(
      "wait",
      (millis: number) => new Promise((resolve) => setTimeout(() => resolve(millis), millis)),
    )
    const done: Array<number> = []
    await Promise.all(
      [30, 1].map(async (millis) => done.push(await near.channel.call<number>("wait", millis))),
    )
    assert.deepStrictEqual(done, [1, 30])
  })

  it("keeps the path and the reason of a FormatError, and the code of an error of the system", async () => {
    const { far, near } = makeSides()
    far.channel.answer("format", () => Promise.reject(new FormatError("a.json", "is not JSON.")))
    far.channel.answer("system", () =>
      Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC", syscall: "write" })),
    )
    const format = await near.channel.call("format", null).catch((cause: unknown) => cause)
    assert.instanceOf(format, FormatError)
    assert.deepStrictEqual({ ...format }, { ...new FormatError("a.json", "is not JSON.") })
    const system = await near.channel.call("system", null).catch((cause: unknown) => cause)
    assert.deepInclude(system, { code: "ENOSPC", syscall: "write", message: "no space" })
  })

  it("rejects the calls that wait and all later ones when the other side is gone", async () => {
    const { far, near } = makeSides()
    far.channel.answer("never", () => new Promise(() => {}))
    const waiting = near.channel.call("never", null)
    near.channel.fail(new Error("gone"))
    const later = near.channel.call("never", null)
    for (const call of [waiting, later])
      assert.strictEqual(await call.catch((cause: Error) => cause.message), "gone")
  })
})

describe("a stream", () => {
  it("arrives whole and in order, whatever the sizes of its items", async () => {
    const items = fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string()), { maxLength: 1200 })
    await fc.assert(
      fc.asyncProperty(items, async (sent) => {
        const { far, near } = makeSides()
        far.channel.answer("open", () =>
          far.streams.offer(
            (async function* () {
              yield* sent
            })(),
          ),
        )
        assert.deepStrictEqual(await collect(near.streams.read(await near.channel.call("open", null))), sent)
      }),
      { numRuns: countRuns(20) },
    )
  })

  it("is written at most two portions ahead of its reader", async () => {
    const { far, near } = makeSides()
    let written = 0
    far.channel.answer("open", () =>
      far.streams.offer(
        (async function* () {
          for (;;) {
            written += 1
            yield new Uint8Array(256 * 1024)
          }
        })(),
      ),
    )
    const reader = near.streams.read(await near.channel.call<number>("open", null))
    await reader.next()
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.isAtMost(written, 8)
    await reader.return(undefined)
  })

  it("is closed at its writer when the reader stops", async () => {
    const { far, near } = makeSides()
    let isClosed = false
    far.channel.answer("open", () =>
      far.streams.offer(
        (async function* () {
          try {
            for (let item = 0; ; item++) yield String(item).repeat(100_000)
          } finally {
            isClosed = true
          }
        })(),
      ),
    )
    for await (const _ of near.streams.read(await near.channel.call<number>("open", null))) break
    assert.isTrue(isClosed)
  })

  it("ends with the error of its writer, after the items before it", async () => {
    const { far, near } = makeSides()
    far.channel.answer("open", () =>
      far.streams.offer(
        (async function* () {
          yield "a"
          throw new FormatError("b.json", "is broken.")
        })(),
      ),
    )
    const items: Array<unknown> = []
    const error = await (async () => {
      for await (const item of near.streams.read(await near.channel.call("open", null))) items.push(item)
    })().catch((cause: unknown) => cause)
    assert.deepStrictEqual(items, ["a"])
    assert.instanceOf(error, FormatError)
  })

  it("is refused to a reader after it was withdrawn, and not taken for one without items", async () => {
    const { far, near } = makeSides()
    const id = far.streams.offer(
      (async function* () {
        yield "a"
      })(),
    )
    await far.streams.withdraw(id)
    const error = await collect(near.streams.read(id)).catch((cause: unknown) => cause)
    assert.strictEqual(String(error), `Error: The stream ${id} is closed.`)
  })
})
