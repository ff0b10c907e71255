import { findStorageFailure, makeOutageLog, StorageFailure } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, FiberId, Logger, TestClock } from "effect"

const failureOf = (transient: boolean) =>
  new StorageFailure({
    operation: "UserStore.byName",
    transient,
    cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
  })

/** The lines that the effect logs. */
const logged = <A, E>(effect: (lines: ReadonlyArray<string>) => Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const keep = Logger.make(({ annotations, logLevel, message }) => {
      const facts = [...annotations].map(([name, value]) => `${name}=${String(value)}`)
      lines.push([logLevel.label, ...[message].flat(), ...facts.sort()].join(" "))
    })
    return Effect.as(Effect.provide(effect(lines), Logger.replace(Logger.defaultLogger, keep)), lines)
  })

describe("the log of a storage that is away", () => {
  it.effect("tells when it goes, each minute that it stays away, and when it is back", () =>
    Effect.gen(function* () {
      const { answered, failed, isOpen } = makeOutageLog("Jobs wait.")
      const lines = yield* logged(() =>
        Effect.gen(function* () {
          yield* answered
          yield* Effect.repeatN(Effect.zipRight(failed(failureOf(true)), TestClock.adjust("1 second")), 119)
          assert.isTrue(isOpen())
          yield* answered
          assert.isFalse(isOpen())
          yield* answered
        }),
      )
      const reason = "operation=UserStore.byName reason=ECONNREFUSED"
      assert.deepStrictEqual(lines, [
        `WARN The storage is unavailable. meanwhile=Jobs wait. ${reason}`,
        `WARN The storage is still unavailable. failures=61 ${reason} seconds=60`,
        "INFO The storage is available again. failures=120 seconds=119",
      ])
    }),
  )

  it.effect("tells each reason, and as a new outage what fails after a long time", () =>
    Effect.gen(function* () {
      const { failed } = makeOutageLog("Jobs wait.")
      const because = (cause: string) =>
        failed(new StorageFailure({ operation: "a", transient: true, cause }))
      const lines = yield* logged(() =>
        Effect.gen(function* () {
          for (const reason of ["full", "slow", "full", "slow"]) yield* because(reason)
          for (let i = 0; i < 100; i++) yield* because(`reason ${i}`)
          yield* TestClock.adjust("1 hour")
          yield* because("full")
        }),
      )
      assert.lengthOf(lines, 11)
      assert.include(lines[1], "still unavailable. failures=2 operation=a reason=slow")
      assert.strictEqual(lines[10], lines[0])
    }),
  )

  it.effect("does not call it back while some still fail", () =>
    Effect.gen(function* () {
      const { answered, failed } = makeOutageLog("Requests are answered 503 meanwhile.", 5000)
      const lines = yield* logged((told) =>
        Effect.gen(function* () {
          const one = Effect.all([failed(failureOf(true)), TestClock.adjust("1 second"), answered])
          yield* Effect.repeatN(one, 9)
          assert.lengthOf(told, 1)
          yield* TestClock.adjust("5 seconds")
          yield* answered
        }),
      )
      assert.lengthOf(lines, 2)
    }),
  )

  it("is for nothing but a storage that is away", () => {
    const away = failureOf(true)
    assert.strictEqual(findStorageFailure(Cause.die(away)), away)
    assert.strictEqual(
      findStorageFailure(Cause.parallel(Cause.fail(away), Cause.interrupt(FiberId.none))),
      away,
    )
    assert.isUndefined(findStorageFailure(Cause.die(failureOf(false))))
    assert.isUndefined(findStorageFailure(Cause.sequential(Cause.die(away), Cause.die(new Error("fault")))))
    assert.isUndefined(findStorageFailure(Cause.empty))
  })
})
