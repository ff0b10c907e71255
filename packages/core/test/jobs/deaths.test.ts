/** Jobs whose process ends without a word while they run. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberId, Option, TestClock } from "effect"
import { JobFailed, type JobHandler } from "../../src/jobs/JobHandlers.ts"
import { JobStore, type LeasedJob } from "../../src/jobs/JobStore.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { current, enqueue, services } from "./support.ts"

const expired = -1
let killedProcesses = 0

/** What a process that is killed leaves behind: a lease that ends, and the mark of its worker. */
const killed = Effect.gen(function* () {
  const store = yield* JobStore
  const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
  for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
  // The lease is taken over while the first process still holds it, so that nothing of that process is stored any more.
  const running = (yield* store.list({ status: "RUNNING", before: null, limit: 1 }))[0]
  if (running === undefined) return yield* Effect.dieMessage("No job runs.")
  // The processes of this test are one: each that is killed gets a name of its own.
  const mark = running.error?.replace(/\S+$/, `killed-${++killedProcesses}`) ?? null
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

  it.effect("is not failed because processes that live lost its lease", () => {
    const given: Array<string> = []
    const leases: Array<LeasedJob> = []
    const at = { done: 0, total: null, leaseSeconds: expired }
    return Effect.gen(function* () {
      const store = yield* JobStore
      const job = yield* enqueue
      for (const token of ["b", "c", "d"]) {
        const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
        const [mine] = leases.slice(-1)
        if (mine === undefined) return yield* Effect.dieMessage("Nothing is leased.")
        const mark = (yield* current(job)).error ?? ""
        assert.match(mark, /^begun without an end: p[0-9a-f]{8}$/)
        // The storage was slow: the lease ends, another process begins the job, and then this one notices.
        yield* store.progress(mine, at)
        const theirs = Option.getOrThrow(yield* store.lease({ kinds: ["purge"], leaseSeconds: 60, token }))
        yield* store.progress(theirs, { ...at, leaseSeconds: 60, error: `${mark} other` })
        yield* TestClock.adjust("20 seconds")
        yield* Fiber.join(working)
        assert.strictEqual((yield* current(job)).error, "begun without an end: other")
        yield* store.progress(theirs, { ...at, error: null })
      }
      assert.deepStrictEqual(given, [])
    }).pipe(Effect.provide(services(handler(never, given), leases)))
  })

  it.effect("is not failed when the process that lost it begins it again", () => {
    const given: Array<string> = []
    const leases: Array<LeasedJob> = []
    return Effect.gen(function* () {
      const store = yield* JobStore
      yield* enqueue
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
      const [mine] = leases
      if (mine === undefined) return yield* Effect.dieMessage("Nothing is leased.")
      yield* store.progress(mine, { done: 0, total: null, leaseSeconds: expired })
      const again = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
      assert.lengthOf(leases, 2)
      const { error } = yield* current(mine.job)
      assert.match(error ?? "", /^begun without an end: p[0-9a-f]{8}$/)
      yield* Fiber.interrupt(working)
      yield* Fiber.interrupt(again)
      assert.deepStrictEqual(given, [])
    }).pipe(Effect.provide(services(handler(never, given), leases)))
  })

  it.effect("counts the number that earlier versions stored", () => {
    const given: Array<string> = []
    return Effect.gen(function* () {
      const job = yield* enqueue
      const store = yield* JobStore
      const leased = Option.getOrThrow(
        yield* store.lease({ kinds: ["purge"], leaseSeconds: 60, token: "old" }),
      )
      yield* store.progress(leased, {
        done: 0,
        total: null,
        leaseSeconds: expired,
        error: "begun without an end: 2",
      })
      assert.isTrue(yield* (yield* JobWorker).step)
      assert.strictEqual((yield* current(job)).status, "FAILED")
    }).pipe(Effect.provide(services(handler(never, given))))
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
