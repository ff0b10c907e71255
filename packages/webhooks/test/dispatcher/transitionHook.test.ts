/** The embedder's hook for transitions: its order, its bounds, its end. */
import { EndpointId, type WebhookTransition } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope, TestClock } from "effect"
import { makeTransitionHook } from "../../src/dispatcher/transitionHook.ts"

const endpointId = EndpointId.make("01890000-0000-7000-8000-000000000001")
const disabled: WebhookTransition = {
  _tag: "Disabled",
  endpointId,
  reason: "gone",
  since: 0,
  lastError: null,
}
const recovered: WebhookTransition = { _tag: "Recovered", endpointId }

/** A hook whose calls wait until they are let go. */
const slowHook = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const letGo = yield* Deferred.make<void>()
  const calls: Array<string> = []
  const onTransition = ({ _tag }: WebhookTransition) =>
    Effect.gen(function* () {
      calls.push(`${_tag} begun`)
      yield* Deferred.await(letGo)
      calls.push(`${_tag} done`)
    })
  const started = (maxQueued: number) =>
    Scope.extend(makeTransitionHook(onTransition, { maxQueued, drainMillis: 5000 }), scope)
  return { calls, close: Scope.close(scope, Exit.void), letGo: Deferred.succeed(letGo, undefined), started }
})

describe("the hook for transitions", () => {
  it.effect("sees batches one after the other, and the end waits for those that are queued", () =>
    Effect.gen(function* () {
      const { calls, close, letGo, started } = yield* slowHook
      const report = yield* started(10)
      yield* report([disabled])
      yield* report([recovered])
      const closing = yield* Effect.fork(close)
      yield* Effect.yieldNow()
      assert.deepStrictEqual(calls, ["Disabled begun"])
      yield* letGo
      yield* Fiber.join(closing)
      assert.deepStrictEqual(calls, ["Disabled begun", "Disabled done", "Recovered begun", "Recovered done"])
    }),
  )

  it.effect("keeps neither reports nor the end waiting when it never answers", () =>
    Effect.gen(function* () {
      const { calls, close, started } = yield* slowHook
      const report = yield* started(2)
      for (let batch = 0; batch < 5; batch++) yield* report([disabled, recovered])
      const closing = yield* Effect.fork(close)
      yield* TestClock.adjust(4999)
      assert.isTrue((yield* Fiber.poll(closing))._tag === "None")
      yield* TestClock.adjust(1)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(calls, ["Disabled begun"])
    }),
  )
})
