import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberId, Logger, Option, Ref, TestClock } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { JobId } from "../../src/domain/Ids.ts"
import type { Job } from "../../src/domain/Job.ts"
import { JobFailed, type JobHandler } from "../../src/jobs/JobHandlers.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { JobWorker } from "../../src/jobs/JobWorker.ts"
import { performJob } from "../../src/jobs/workOn.ts"
import { Transaction } from "../../src/storage/Transaction.ts"
import { dataset } from "../releases/snapshots.ts"
import { current, enqueue, services } from "./support.ts"

/** Writes down what happens to it. */
const notebook = () => {
  const notes: Array<string> = []
  return { notes, note: (text: string) => Effect.sync(() => void notes.push(text)) }
}

const nothing = Effect.succeed(Effect.void)

describe("JobWorker", () => {
  const diary = notebook()
  it.effect("does the work, then its last step in the transaction that ends the job, then clears away", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      const worker = yield* JobWorker
      assert.isTrue(yield* worker.step)
      assert.deepStrictEqual(diary.notes, ["run", "last step", "settled"])
      const { status, done, total, error, attempts } = yield* current(job)
      assert.deepStrictEqual(
        { status, done, total, error, attempts },
        { status: "SUCCEEDED", done: 7, total: 8, error: null, attempts: 1 },
      )
      assert.isFalse(yield* worker.step)
    }).pipe(
      Effect.provide(
        services({
          run: (_, report) =>
            Effect.as(Effect.zipRight(diary.note("run"), report(7, 8)), diary.note("last step")),
          settled: () => diary.note("settled"),
        }),
      ),
    ),
  )

  it.effect("works on the oldest job first, and on each once", () => {
    const order: Array<string> = []
    return Effect.gen(function* () {
      const jobs = [yield* enqueue, yield* enqueue, yield* enqueue]
      const worker = yield* JobWorker
      while (yield* worker.step);
      assert.deepStrictEqual(
        order,
        jobs.map(({ id }) => id),
      )
    }).pipe(
      Effect.provide(
        services({
          run: (job) =>
            Effect.as(
              Effect.sync(() => order.push(job.id)),
              Effect.void,
            ),
        }),
      ),
    )
  })

  it.effect("starts at once when a job is asked for in its process", () =>
    Effect.gen(function* () {
      const worker = yield* Effect.fork(Effect.flatMap(JobWorker, ({ run }) => run))
      yield* Effect.yieldNow()
      const job = yield* enqueue
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
      assert.strictEqual((yield* current(job)).status, "SUCCEEDED")
      yield* Fiber.interrupt(worker)
    }).pipe(Effect.provide(services({ run: () => nothing }))),
  )

  it.effect("finds a job that another process asked for within 1.2 seconds", () =>
    Effect.gen(function* () {
      const worker = yield* Effect.fork(Effect.flatMap(JobWorker, ({ run }) => run))
      yield* TestClock.adjust("10 seconds")
      const asked = yield* enqueue
      const job = {
        ...asked,
        id: JobId.make(`${asked.id.slice(0, -1)}${asked.id.endsWith("0") ? "1" : "0"}`),
      }
      yield* (yield* JobStore).insert(job)
      yield* TestClock.adjust("1200 millis")
      assert.strictEqual((yield* current(job)).status, "SUCCEEDED")
      yield* Fiber.interrupt(worker)
    }).pipe(Effect.provide(services({ run: () => nothing }))),
  )

  it.effect("keeps its lease while it works, however long that takes", () => {
    const gate = Deferred.unsafeMake<void>(FiberId.none)
    return Effect.gen(function* () {
      const job = yield* enqueue
      const worker = yield* JobWorker
      const working = yield* Effect.fork(worker.step)
      for (let minute = 0; minute < 10; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.isFalse(yield* worker.step)
      }
      assert.strictEqual((yield* current(job)).done, 4)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(working)
      assert.strictEqual((yield* current(job)).attempts, 1)
    }).pipe(
      Effect.provide(
        services({
          run: (_, report) => Effect.as(Effect.zipRight(report(4, 10), Deferred.await(gate)), Effect.void),
        }),
      ),
    )
  })

  it.effect("takes over the job of a worker that died when its lease has ended", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      const store = yield* JobStore
      const dead = yield* Effect.flatten(store.lease({ kinds: ["purge"], leaseSeconds: 30, token: "dead" }))
      const worker = yield* JobWorker
      yield* TestClock.adjust("29 seconds")
      assert.isFalse(yield* worker.step)
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* worker.step)
      const ended = yield* current(job)
      assert.strictEqual(ended.status, "SUCCEEDED")
      assert.strictEqual(ended.attempts, 2)
      assert.isFalse(yield* store.finish(dead, { status: "FAILED", error: "late" }))
      assert.deepStrictEqual(yield* current(job), ended)
    }).pipe(Effect.provide(services({ run: () => nothing }))),
  )

  it.effect("does not come to its last step when its lease was lost", () => {
    const { notes, note } = notebook()
    const gate = Deferred.unsafeMake<void>(FiberId.none)
    const handler: JobHandler = {
      run: () => Effect.as(Deferred.await(gate), note("last step")),
      settled: () => note("settled"),
    }
    return Effect.gen(function* () {
      const job = yield* enqueue
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      yield* Effect.yieldNow()
      const store = yield* JobStore
      yield* stolen(store, job)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(working)
      assert.deepStrictEqual(notes, ["settled"])
      assert.strictEqual((yield* current(job)).status, "RUNNING")
    }).pipe(Effect.provide(services(handler)))
  })

  it.effect("stops working at the next heartbeat when its lease was lost", () => {
    const { notes, note } = notebook()
    const handler: JobHandler = {
      run: () => Effect.onInterrupt(Effect.never, () => note("interrupted")),
      settled: () => note("settled"),
    }
    return Effect.gen(function* () {
      const job = yield* enqueue
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      yield* Effect.yieldNow()
      yield* stolen(yield* JobStore, job)
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(yield* Fiber.join(working))
      assert.deepStrictEqual(notes, ["interrupted", "settled"])
    }).pipe(Effect.provide(services(handler)))
  })

  it.effect("ends work that is no longer wanted", () => {
    const { notes, note } = notebook()
    const handler: JobHandler = {
      run: () => Effect.onInterrupt(Effect.never, () => note("interrupted")),
      beat: () => Effect.succeed(false),
    }
    return Effect.gen(function* () {
      const job = yield* enqueue
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ step }) => step))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(working)
      assert.deepStrictEqual(notes, ["interrupted"])
      assert.strictEqual((yield* current(job)).status, "SUCCEEDED")
    }).pipe(Effect.provide(services(handler)))
  })

  it.effect("gives its job back at once when it is stopped, after clearing away", () => {
    const { notes, note } = notebook()
    const handler: JobHandler = { run: () => Effect.never, settled: () => note("settled") }
    return Effect.gen(function* () {
      const job = yield* enqueue
      const working = yield* Effect.fork(Effect.flatMap(JobWorker, ({ run }) => run))
      yield* Effect.yieldNow()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* current(job)).status, "RUNNING")
      yield* Fiber.interrupt(working)
      const { status, attempts } = yield* current(job)
      assert.deepStrictEqual({ status, attempts }, { status: "PENDING", attempts: 0 })
      assert.deepStrictEqual(notes, ["settled"])
    }).pipe(Effect.provide(services(handler)))
  })

  it.effect("tries what failed again, later and later, and gives up after the fifth time", () => {
    const { notes, note } = notebook()
    const handler: JobHandler = {
      run: (job) =>
        Effect.zipRight(
          note(`attempt ${job.attempts}`),
          new JobFailed({ reason: "The disk is full.", final: false }),
        ),
      givenUp: (_, reason) => note(`given up: ${reason}`),
    }
    return Effect.gen(function* () {
      const job = yield* enqueue
      const { step } = yield* JobWorker
      for (const pause of [2, 4, 8, 16]) {
        assert.isTrue(yield* step)
        yield* TestClock.adjust(`${pause * 1000 - 1} millis`)
        assert.isFalse(yield* step)
        yield* TestClock.adjust("1 millis")
      }
      assert.isTrue(yield* step)
      assert.deepStrictEqual(notes.slice(-2), ["attempt 5", "given up: The disk is full."])
      const { status, error } = yield* current(job)
      assert.deepStrictEqual({ status, error }, { status: "FAILED", error: "The disk is full." })
      yield* TestClock.adjust("1 hour")
      assert.isFalse(yield* step)
    }).pipe(Effect.provide(services(handler)))
  })

  it.effect(
    "never gives up what must succeed: it is tried again, at last every hour, and the log says so",
    () => {
      const attempts: Array<number> = []
      const errors: Array<ReadonlyArray<string>> = []
      const log = Logger.make(({ annotations, logLevel }) => {
        if (logLevel._tag === "Error") errors.push([...annotations].map(([name]) => name).sort())
      })
      const handler: JobHandler = {
        mustSucceed: true,
        run: (job) => {
          attempts.push(job.attempts)
          return job.attempts < 15
            ? Effect.fail(new JobFailed({ reason: "The disk is full.", final: false }))
            : nothing
        },
      }
      return Effect.gen(function* () {
        const job = yield* enqueue
        const { step } = yield* JobWorker
        for (const pause of [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600]) {
          assert.isTrue(yield* step)
          yield* TestClock.adjust(`${pause * 1000 - 1} millis`)
          assert.isFalse(yield* step)
          yield* TestClock.adjust("1 millis")
        }
        assert.isTrue(yield* step)
        assert.strictEqual((yield* current(job)).status, "SUCCEEDED")
        assert.deepStrictEqual(attempts.at(-1), 15)
        assert.lengthOf(errors, 10)
        assert.deepStrictEqual(errors[0], ["attempts", "dataset", "job", "kind", "pauseSeconds", "reason"])
      }).pipe(Effect.provide(services(handler)), Effect.provide(Logger.replace(Logger.defaultLogger, log)))
    },
  )

  it.effect("gives up at once where trying again is of no use", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      yield* (yield* JobWorker).step
      assert.strictEqual((yield* current(job)).status, "FAILED")
    }).pipe(Effect.provide(services({ run: () => new JobFailed({ reason: "It is gone.", final: true }) }))),
  )

  it.effect("gives up on a job that kills its workers, and clears away what they left", () => {
    const runs = Ref.unsafeMake(0)
    const { notes, note } = notebook()
    return Effect.gen(function* () {
      const job = yield* enqueue
      const store = yield* JobStore
      for (let death = 0; death < 5; death++) {
        yield* store.lease({ kinds: ["purge"], leaseSeconds: 30, token: `${death}` })
        yield* TestClock.adjust("30 seconds")
      }
      yield* (yield* JobWorker).step
      assert.strictEqual((yield* current(job)).status, "FAILED")
      assert.strictEqual(yield* Ref.get(runs), 0)
      assert.deepStrictEqual(notes, ["settled"])
    }).pipe(
      Effect.provide(
        services({
          settled: () => note("settled"),
          run: () =>
            Effect.as(
              Ref.update(runs, (n) => n + 1),
              Effect.void,
            ),
        }),
      ),
    )
  })

  it.effect(
    "waits longer and longer before it starts a job again that must succeed and kills its process",
    () =>
      Effect.gen(function* () {
        yield* enqueue
        const store = yield* JobStore
        const transaction = yield* Transaction
        const lease = store.lease({ kinds: ["purge"], leaseSeconds: 30, token: "mine" })
        for (let death = 0; death < 5; death++) {
          yield* lease
          yield* TestClock.adjust("30 seconds")
        }
        const leased = Option.getOrThrow(yield* lease)
        const handler: JobHandler = { mustSucceed: true, run: () => Effect.never }
        const working = yield* Effect.fork(
          performJob({ leased, handler, store, transaction, leaseSeconds: 30 }),
        )
        yield* TestClock.adjust("1 second")
        // As when the process is killed: nobody hands the job back.
        yield* Fiber.interrupt(working)
        yield* TestClock.adjust("40 seconds")
        assert.isTrue(Option.isNone(yield* lease))
        yield* TestClock.adjust("30 seconds")
        assert.isTrue(Option.isSome(yield* lease))
      }).pipe(
        Effect.provide(services({ run: () => nothing })),
        Effect.provide(Logger.remove(Logger.defaultLogger)),
      ),
  )

  it.effect("undoes a last step that fails, and tries the work again", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      const { step } = yield* JobWorker
      yield* step
      const { status, error } = yield* current(job)
      assert.deepStrictEqual({ status, error }, { status: "RUNNING", error: null })
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(yield* step)
    }).pipe(
      Effect.provide(services({ run: () => Effect.succeed(Effect.die("The storage is unavailable.")) })),
    ),
  )
})

describe("Jobs.get", () => {
  it.effect("shows a job to those who may read its dataset", () =>
    Effect.gen(function* () {
      const job = yield* enqueue
      const jobs = yield* Jobs
      assert.strictEqual((yield* Effect.flip(jobs.get(job.id))).message, "Job not found.")
      yield* (yield* DatasetStore).insert(dataset)
      assert.deepStrictEqual(yield* jobs.get(job.id), job)
    }).pipe(Effect.provide(services({ run: () => nothing }))),
  )
})

/** The lease ends unseen, and another worker takes the job. */
const stolen = (store: typeof JobStore.Service, job: Job) =>
  Effect.gen(function* () {
    const found = yield* Effect.flatten(store.byId(job.id))
    yield* store.insert({ ...found, status: "PENDING" })
    const thief = yield* Effect.flatten(store.lease({ kinds: ["purge"], leaseSeconds: 300, token: "thief" }))
    assert.strictEqual(thief.job.id, found.id)
  })
