/** The timers of callbacks. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, TestClock } from "effect"
import { makeCallbackTime } from "../src/monotonic.ts"

describe("a timer of callbacks", () => {
  it.effect("survives a task that throws, logs it, and stops on request", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
    return Effect.gen(function* () {
      const time = yield* makeCallbackTime
      let runs = 0
      const stop = time.every(100, () => {
        if (++runs === 1) throw new Error("broken")
      })
      yield* TestClock.adjust("300 millis")
      assert.strictEqual(runs, 3)
      assert.lengthOf(lines, 1)
      assert.include(lines[0], "ERROR Timer task failed; it runs again at the next interval.")
      stop()
      yield* TestClock.adjust("300 millis")
      assert.strictEqual(runs, 3)
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })
})
