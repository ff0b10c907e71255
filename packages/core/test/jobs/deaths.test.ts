/** Jobs whose process ends without a word while they run. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberId, Option } from "effect"
import { JobFailed, type JobHandler } from "../../src/jobs/JobHandlers.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { current, enqueue, services } from "./support.ts"

const expired = -1

/** What a process that is killed leaves behind: a lease that ends, and the mark of its worker. */
const killed = Effect.gen(function* () {
  const store = yield* JobStore
  const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
  for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
  // The lease is taken over while the first process still holds it, so that nothing of that process is stored any more.
  const running = (yield* store.list({ status: "RUNNING", before: null, limit: 1 }))[0]
  if (running === undefined) return yield* Effect.dieMessage("No job runs.")
  const mark = running.error
  yield* Fiber.interrupt(working)
  const leased = Option.getOrThrow(
    yield* store.lease({ kinds: [running.kind], leaseSeconds: 60, token: "killed" }),
  )
  yield* store.progress(leased, { done: 0, total: null, leaseSeconds: expired, error: mark })
})

const handler = (
  run: JobHandler["run"],
  given: Array<string>,
  more: Partial<JobHandler> = {},
): JobHandler => ({
  run,
  maxDeaths: 2,
  givenUp: (_, reason) => Effect.sync(() => void given.push(reason)),
  ...more,
})

const never = () => Effect.never

describe("a job whose process is killed", () => {
  it.effect("is continued once, and fails after the second time in a row", () => {
    const given: Array<string> = []
    return Effect.gen(function* () {
      const job = yield* enqueue
      yield* killed
      yield* killed
      assert.deepStrictEqual(given, [])
      assert.isTrue(yield* (yield* JobWorker).step)
      const { error, status } = yield* current(job)
      assert.strictEqual(status, "FAILED")
      assert.match(error ?? "", /^The server stopped while it worked on this, 2 times in a row/)
      assert.deepStrictEqual(given, [error])
    }).pipe(Effect.provide(services(handler(never, given))))
  })

  it.effect("succeeds when its second process ends it", () => {
    const gate = Deferred.unsafeMake<void>(FiberId.none)
    return Effect.gen(function* () {
      const job = yield* enqueue
      yield* killed
      yield* Deferred.succeed(gate, undefined)
      assert.isTrue(yield* (yield* JobWorker).step)
      assert.deepStrictEqual(yield* Effect.map(current(job), ({ error, status }) => ({ error, status })), {
        error: null,
        status: "SUCCEEDED",
      })
    }).pipe(Effect.provide(services(handler(() => Effect.as(Deferred.await(gate), Effect.void), []))))
  })

  it.effect("is begun anew however often its process stops in order", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      yield* killed
      for (let stop = 0; stop < 4; stop++) {
        const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
        yield* Fiber.interrupt(working)
        assert.strictEqual((yield* current(job)).status, "PENDING")
      }
      yield* killed
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
      assert.strictEqual((yield* current(job)).status, "RUNNING")
      yield* Fiber.interrupt(working)
    }).pipe(Effect.provide(services(handler(never, [])))),
  )

  it.effect("counts anew after a failure that is tried again", () => {
    const outcomes: Array<"fail" | "hang"> = ["hang", "fail", "hang", "hang"]
    const run: JobHandler["run"] = () =>
      outcomes.shift() === "fail" ? new JobFailed({ reason: "No disk.", final: false }) : Effect.never
    return Effect.gen(function* () {
      const job = yield* enqueue
      yield* killed
      assert.isTrue(yield* (yield* JobWorker).step)
      assert.isNull((yield* current(job)).error)
    }).pipe(Effect.provide(services(handler(run, []))))
  })

  it.effect("of a kind without a limit is continued as before", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      yield* killed
      yield* killed
      yield* killed
      assert.isNull((yield* current(job)).error)
      assert.strictEqual((yield* current(job)).status, "RUNNING")
    }).pipe(Effect.provide(services({ run: never }))),
  )
})
