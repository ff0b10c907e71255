/** JobStore: each job is leased to one worker at a time. */
import { generateId, type Job, JobId, type JobKind, JobStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSeconds, instant, oddJson, oddText } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const kinds: ReadonlyArray<JobKind> = ["release", "clone", "purge"]

/** A lease that has already expired. */
const ended = -1

const addJobs = (all: ReadonlyArray<Partial<Job>>) =>
  Effect.gen(function* () {
    const store = yield* JobStore
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    return yield* Effect.forEach(all, (fields) =>
      Effect.gen(function* () {
        const job: Job = {
          id: yield* generateId(JobId),
          kind: "release",
          datasetId: dataset.id,
          payload: oddJson,
          status: "PENDING",
          done: 0,
          total: null,
          attempts: 0,
          error: null,
          createdAt: instant,
          createdBy: ann,
          ...fields,
        }
        yield* store.insert(job)
        return job
      }),
    )
  })

const lease = (token: string, leaseSeconds = 60, of = kinds) =>
  Effect.flatMap(JobStore, (store) =>
    Effect.map(store.lease({ kinds: of, leaseSeconds, token }), Option.getOrNull),
  )

const read = (id: JobId) => Effect.flatMap(JobStore, (store) => Effect.map(store.byId(id), Option.getOrNull))

/** One job, leased by the worker `a`. */
const addLeased = (leaseSeconds = 60) =>
  Effect.gen(function* () {
    const [job] = yield* addJobs([{}])
    const mine = yield* lease("a", leaseSeconds)
    if (job === undefined || mine === null) return yield* Effect.dieMessage("no job")
    return { store: yield* JobStore, job, mine }
  })

export const jobs = makeSuite("JobStore", {
  "stores a job unchanged": Effect.gen(function* () {
    const full: Partial<Job> = {
      kind: "clone",
      status: "FAILED",
      done: 3,
      total: 2 ** 31,
      attempts: 5,
      error: oddText,
    }
    for (const job of yield* addJobs([{}, full])) assert.deepStrictEqual(yield* read(job.id), job)
    assert.isNull(yield* read(yield* generateId(JobId)))
  }),

  "leases the oldest job of the requested kinds, and counts the attempt": Effect.gen(function* () {
    const [purge, old, young] = yield* addJobs([{ kind: "purge" }, {}, {}])
    const of: ReadonlyArray<JobKind> = ["release", "clone"]
    const toRunning = (job: Job | undefined) => ({ ...job, status: "RUNNING", attempts: 1 })
    assert.deepStrictEqual<unknown>(yield* lease("a", 60, of), { job: toRunning(old), token: "a" })
    assert.deepStrictEqual<unknown>(yield* lease("b", 60, of), { job: toRunning(young), token: "b" })
    assert.isNull(yield* lease("c", 60, of))
    assert.isNull(yield* lease("c", 60, []))
    assert.strictEqual((yield* lease("c"))?.job.id, purge?.id)
    assert.deepStrictEqual<unknown>(old && (yield* read(old.id)), toRunning(old))
  }),

  "leases the oldest job of the requested dataset alone": Effect.gen(function* () {
    const store = yield* JobStore
    const elsewhere = yield* addDataset(yield* addPerson("bob"))
    const [, job] = yield* addJobs([{ datasetId: elsewhere.id }, {}])
    if (job === undefined) return assert.fail()
    const here = { kinds, dataset: job.datasetId, leaseSeconds: 60, token: "a" }
    const leaseHere = Effect.map(store.lease(here), Option.getOrNull)
    assert.strictEqual((yield* leaseHere)?.job.id, job.id)
    assert.isNull(yield* leaseHere)
    assert.strictEqual((yield* lease("b"))?.job.datasetId, elsewhere.id)
  }),

  "leases a job again whose lease ends more than a day ahead, because the clock was set back": Effect.gen(
    function* () {
      const { store, job, mine } = yield* addLeased(48 * 3600)
      assert.strictEqual((yield* lease("b"))?.job.id, job.id)
      assert.isFalse(yield* store.finish(mine, { status: "SUCCEEDED", error: null }))
      assert.isNull(yield* lease("c"))
    },
  ),

  "never leases a job to two workers": Effect.gen(function* () {
    yield* addJobs([{}])
    const both = yield* runInterleaved(lease("a"), lease("b"))
    assert.strictEqual(both.filter((each) => each !== null).length, 1)
    assert.isNull(yield* lease("c"))
  }),

  "never leases a job to two of twenty workers, and skips none": Effect.gen(function* () {
    const all = yield* addJobs(Array.from({ length: 25 }, () => ({})))
    const leases = yield* runTwenty((i) => lease(`${i}`))
    const rest = [
      yield* lease("a"),
      yield* lease("b"),
      yield* lease("c"),
      yield* lease("d"),
      yield* lease("e"),
    ]
    const ids = [...leases, ...rest].flatMap((each) => (each === null ? [] : [each.job.id]))
    assert.sameMembers(
      ids,
      all.map(({ id }) => id),
    )
    assert.strictEqual(new Set(ids).size, ids.length)
  }),

  "leases a job whose lease was rolled back": Effect.gen(function* () {
    const [job] = yield* addJobs([{}])
    yield* runBesideRollback(lease("a"), Effect.void)
    const mine = yield* lease("b")
    assert.deepStrictEqual([mine?.job.id, mine?.job.attempts], [job?.id, 1])
  }),

  "leases a job again when its lease has ended, and rejects the first worker": Effect.gen(function* () {
    const { store, job, mine } = yield* addLeased(ended)
    const theirs = yield* lease("b")
    assert.deepStrictEqual([theirs?.job.id, theirs?.job.attempts, theirs?.token], [job.id, 2, "b"])
    assert.isFalse(yield* store.progress(mine, { done: 9, total: 9, leaseSeconds: 60 }))
    assert.isFalse(yield* store.finish(mine, { status: "SUCCEEDED", error: null }))
    yield* store.giveBack(mine)
    assert.isNull(yield* lease("c"))
    assert.deepStrictEqual(yield* read(job.id), theirs?.job)
  }),

  "keeps a lease for the requested time": Effect.gen(function* () {
    yield* addLeased(1)
    assert.isNull(yield* lease("b"))
    yield* Effect.sleep("1100 millis")
    assert.isNotNull(yield* lease("b"))
  }),

  "records the progress and extends the lease": Effect.gen(function* () {
    const { store, job, mine } = yield* addLeased(1)
    assert.isTrue(yield* store.progress(mine, { done: 5, total: 10, leaseSeconds: 60 }))
    assert.deepStrictEqual(yield* read(job.id), { ...mine.job, done: 5, total: 10 })
    yield* Effect.sleep("1100 millis")
    assert.isNull(yield* lease("b"))
    assert.isTrue(yield* store.progress(mine, { done: 6, total: null, leaseSeconds: ended }))
    assert.deepStrictEqual(yield* lease("b"), { job: { ...mine.job, done: 6, attempts: 2 }, token: "b" })
  }),

  "keeps the error of a running job, also for the next worker, until it is changed or the job is released":
    Effect.gen(function* () {
      const { store, job, mine } = yield* addLeased()
      const at = { done: 1, total: null }
      assert.isTrue(yield* store.progress(mine, { ...at, leaseSeconds: 60, error: oddText }))
      assert.isTrue(yield* store.progress(mine, { ...at, leaseSeconds: ended }))
      const theirs = yield* lease("b")
      if (theirs === null) return assert.fail()
      assert.strictEqual(theirs.job.error, oddText)
      assert.isFalse(yield* store.progress(mine, { ...at, leaseSeconds: 60, error: null }))
      assert.strictEqual((yield* read(job.id))?.error, oddText)
      assert.isTrue(yield* store.progress(theirs, { ...at, leaseSeconds: 60, error: null }))
      assert.isNull((yield* read(job.id))?.error)
      assert.isTrue(yield* store.progress(theirs, { ...at, leaseSeconds: 60, error: "again" }))
      yield* store.giveBack(theirs)
      assert.isNull((yield* read(job.id))?.error)
    }),

  "replaces the error of a running job only while it is the given one": Effect.gen(function* () {
    const { store, job, mine } = yield* addLeased()
    const readError = () => Effect.map(read(job.id), (found) => found?.error)
    assert.isFalse(yield* store.replaceError(job, oddText, "b"))
    yield* store.progress(mine, { done: 0, total: null, leaseSeconds: 60, error: oddText })
    assert.isFalse(yield* store.replaceError(job, "a", "b"))
    assert.strictEqual(yield* readError(), oddText)
    assert.isTrue(yield* store.replaceError(job, oddText, "b"))
    assert.strictEqual(yield* readError(), "b")
    assert.isTrue(yield* store.replaceError(job, "b", null))
    assert.isNull(yield* readError())
    yield* store.finish(mine, { status: "FAILED", error: "a" })
    assert.isFalse(yield* store.replaceError(job, "a", null))
  }),

  "ends a job once, permanently": Effect.gen(function* () {
    const { store, job, mine } = yield* addLeased()
    assert.isTrue(yield* store.finish(mine, { status: "FAILED", error: oddText }))
    const failed = { ...mine.job, status: "FAILED" as const, error: oddText }
    assert.deepStrictEqual(yield* read(job.id), failed)
    assert.isFalse(yield* store.finish(mine, { status: "SUCCEEDED", error: null }))
    assert.isFalse(yield* store.progress(mine, { done: 1, total: 1, leaseSeconds: ended }))
    yield* store.giveBack(mine)
    assert.isNull(yield* lease("b"))
    assert.deepStrictEqual(yield* read(job.id), failed)
  }),

  "releases a job, which can be leased again at once": Effect.gen(function* () {
    const { store, job, mine } = yield* addLeased()
    yield* store.giveBack(mine)
    const pending = yield* read(job.id)
    assert.strictEqual(pending?.status, "PENDING")
    const again = yield* lease("b")
    assert.deepStrictEqual([again?.job.id, again?.token], [job.id, "b"])
    assert.isFalse(yield* store.finish(mine, { status: "SUCCEEDED", error: null }))
  }),

  "lets only the current holder of the lease end the job": Effect.gen(function* () {
    const { store, mine } = yield* addLeased(ended)
    const theirs = yield* lease("b")
    if (theirs === null) return assert.fail()
    const end = (each: typeof mine) => store.finish(each, { status: "SUCCEEDED", error: null })
    assert.deepStrictEqual([...(yield* runInterleaved(end(mine), end(theirs)))], [false, true])
  }),

  "deletes ended jobs that were created before, in batches, and no other job": Effect.gen(function* () {
    const store = yield* JobStore
    const old = { createdAt: addSeconds(instant, -1) }
    const all = yield* addJobs([
      { ...old, status: "SUCCEEDED" },
      { ...old, status: "FAILED" },
      { ...old, status: "SUCCEEDED" },
      { ...old, status: "PENDING" },
      { status: "SUCCEEDED" },
    ])
    const forget = store.forgetEnded(instant, 2)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [2, 1, 0])
    const [, , , waiting, late] = all
    const left = yield* Effect.forEach(all, ({ id }) => read(id))
    assert.deepStrictEqual(
      left.filter((job) => job !== null),
      [waiting, late],
    )
  }),

  "keeps a job that runs, however old": Effect.gen(function* () {
    const { job, mine, store } = yield* addLeased()
    assert.strictEqual(yield* store.forgetEnded(addSeconds(instant, 3600), 10), 0)
    yield* store.finish(mine, { status: "SUCCEEDED", error: null })
    assert.strictEqual(yield* store.forgetEnded(addSeconds(instant, 3600), 10), 1)
    assert.isNull(yield* read(job.id))
  }),

  "lists jobs newest first, by status": Effect.gen(function* () {
    const store = yield* JobStore
    const all = yield* addJobs([
      {},
      { status: "FAILED", error: oddText },
      { status: "SUCCEEDED" },
      { status: "FAILED" },
    ])
    const list = (page: Partial<Parameters<typeof store.list>[0]>) =>
      Effect.map(store.list({ status: null, before: null, limit: 9, ...page }), (found) =>
        found.map(({ id }) => id),
      )
    const ids = all.map(({ id }) => id)
    assert.deepStrictEqual(yield* store.list({ status: null, before: null, limit: 9 }), all.toReversed())
    assert.deepStrictEqual(yield* list({ status: "FAILED" }), [ids[3], ids[1]])
    assert.deepStrictEqual(yield* list({ status: "FAILED", before: ids[3] ?? null }), [ids[1]])
    assert.deepStrictEqual(yield* list({ limit: 2 }), [ids[3], ids[2]])
    assert.deepStrictEqual(yield* list({ status: "RUNNING" }), [])
  }),

  "makes failed jobs pending again, and no others": Effect.gen(function* () {
    const store = yield* JobStore
    const [failed, done, waiting] = yield* addJobs([
      { status: "FAILED", error: "no", attempts: 5, done: 3 },
      { status: "SUCCEEDED", attempts: 2 },
      { attempts: 1 },
    ])
    if (failed === undefined || done === undefined || waiting === undefined) return assert.fail()
    assert.deepStrictEqual(
      (yield* runTwenty(() => store.retry(failed))).filter((retried) => retried),
      [true],
    )
    assert.deepStrictEqual(yield* read(failed.id), { ...failed, status: "PENDING", error: null, attempts: 0 })
    for (const other of [done, waiting]) {
      assert.isFalse(yield* store.retry(other))
      assert.deepStrictEqual(yield* read(other.id), other)
    }
    assert.isFalse(yield* store.retry({ ...failed, id: yield* generateId(JobId) }))
    assert.strictEqual((yield* lease("a"))?.job.id, failed.id)
  }),
})
