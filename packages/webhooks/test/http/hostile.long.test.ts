import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { receiver } from "../support/receivers.ts"
import { requestTo, senderOf, smallLimits } from "../support/sending.ts"
import { hostile } from "./hostile.ts"

const problems: Array<unknown> = []
const note = (problem: unknown) => void problems.push(problem)
process.on("uncaughtExceptionMonitor", note).on("unhandledRejection", note)
afterAll(() => void process.off("uncaughtExceptionMonitor", note).off("unhandledRejection", note))

describe("a hostile receiver", () => {
  it.live.each(hostile)(
    "with $name is answered for in time, and nothing of it stays",
    ({ act, cut, status, told }) =>
      Effect.gen(function* () {
        const target = yield* Effect.acquireRelease(
          Effect.promise(() => receiver(act)),
          ({ close }) => Effect.promise(close),
        )
        const sender = yield* Effect.acquireRelease(senderOf(), ({ close }) => Effect.sync(close))
        const before = held()
        let most = 0
        const looking = setInterval(() => {
          most = Math.max(most, held() - before)
        }, 150)
        const began = performance.now()
        const result = yield* sender.send(requestTo(target.url))
        const took = performance.now() - began
        clearInterval(looking)
        const grown = Math.max(most, held() - before)

        // Without the limit the request would never end; the rest is what a busy machine may need.
        assert.isBelow(took, smallLimits.totalMillis + 10_000)
        assert.isBelow(grown, 1024 * 1024)
        const outcome = result.error?.code ?? result.status
        if (told !== "any") assert.strictEqual(outcome, told)
        if (status !== undefined) assert.strictEqual(result.status, status)
        if (cut !== undefined) assert.strictEqual(result.responseCut, cut)
        assert.isAtMost(Buffer.byteLength(result.responseBody ?? ""), 16 * 1024)
        assert.notInclude(result.responseBody ?? "", "\u0000")
        assert.isAtMost(target.connections(), 1)

        // A second request is checked by itself, whatever the first one left on the connection.
        yield* sender.send(requestTo(target.url))
        sender.close()
        yield* Effect.promise(() => gone(target.open))
        assert.strictEqual(sender.connections(), 0)
        assert.deepStrictEqual(problems, [])
      }).pipe(Effect.scoped),
  )
})

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Bytes that buffers hold and somebody still needs. What a collection has found is freed beside it, and for sure before the next. */
const held = (): number => {
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

/** Sockets need a moment to be gone on both sides. */
const gone = async (open: () => number): Promise<void> => {
  for (let waited = 0; waited < 2000 && open() > 0; waited += 10)
    await new Promise((next) => setTimeout(next, 10))
  assert.strictEqual(open(), 0)
}
