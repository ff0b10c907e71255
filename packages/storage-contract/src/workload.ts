/** WorkloadStore: what waits and what is in work, for operators. */
import {
  type CountsChange,
  type DatasetId,
  DatasetStore,
  EventId,
  fromMillis,
  generateId,
  type Job,
  JobId,
  JobStore,
  Outbox,
  Transaction,
  type Username,
  WorkloadStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addDataset, addPerson, addSeconds, instant, oddJson, oddText } from "./fixtures.ts"
import { addQueue, take } from "./placing.ts"
import { makeSuite } from "./suite.ts"

const addJobs = (dataset: DatasetId, ann: Username, all: ReadonlyArray<Partial<Job>>) =>
  Effect.flatMap(JobStore, (store) =>
    Effect.forEach(all, (fields) =>
      Effect.gen(function* () {
        yield* store.insert({
          id: yield* generateId(JobId),
          kind: "release",
          datasetId: dataset,
          payload: oddJson,
          status: "PENDING",
          done: 0,
          total: null,
          attempts: 0,
          error: null,
          createdAt: instant,
          createdBy: ann,
          ...fields,
        })
      }),
    ),
  )

const lease = (leaseSeconds: number) =>
  Effect.flatMap(JobStore, (store) => store.lease({ kinds: ["release", "export"], leaseSeconds, token: "a" }))

const readJobs = (limit = 100) =>
  Effect.flatMap(WorkloadStore, (store) =>
    Effect.map(store.jobs(limit), (all) => all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))),
  )

const addCounts = (dataset: DatasetId, change: CountsChange) =>
  Effect.flatMap(DatasetStore, (store) =>
    Effect.flatMap(Transaction, (transaction) => transaction.run(store.addCounts(dataset, change))),
  )

const readQueues = (longest = 10) => Effect.flatMap(WorkloadStore, (store) => store.queues(longest))

const readClaims = (limit = 100) =>
  Effect.flatMap(WorkloadStore, (store) =>
    Effect.map(store.claims(limit), (all) => all.toSorted((a, b) => (a.queue < b.queue ? -1 : 1))),
  )

export const workload = makeSuite("WorkloadStore", {
  "finds an empty storage idle": Effect.gen(function* () {
    const store = yield* WorkloadStore
    assert.deepStrictEqual(yield* store.jobs(10), [])
    assert.deepStrictEqual(yield* store.queues(10), { labeling: 0, reviewing: 0, longest: [] })
    assert.deepStrictEqual(yield* store.claims(10), [])
    assert.deepStrictEqual(yield* store.oldestEvent, Option.none())
  }),

  "counts jobs by kind, and names the oldest that waits": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const { id } = yield* addDataset(ann)
    yield* addJobs(id, ann, [
      { createdAt: addSeconds(instant, -60) },
      { createdAt: addSeconds(instant, -50) },
      { createdAt: addSeconds(instant, -40) },
      { kind: "export" },
      { status: "SUCCEEDED", createdAt: addSeconds(instant, -900) },
      { status: "FAILED", createdAt: addSeconds(instant, -900) },
    ])
    yield* lease(60)
    assert.deepStrictEqual(yield* readJobs(), [
      { kind: "export", waiting: 1, running: 0, oldestWaiting: instant },
      { kind: "release", waiting: 2, running: 1, oldestWaiting: addSeconds(instant, -50) },
    ])
  }),

  "counts a job whose lease has ended as waiting, since its creation": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const { id } = yield* addDataset(ann)
    yield* addJobs(id, ann, [{}])
    yield* lease(-1)
    assert.deepStrictEqual(yield* readJobs(), [
      { kind: "release", waiting: 1, running: 0, oldestWaiting: instant },
    ])
    yield* lease(60)
    assert.deepStrictEqual(yield* readJobs(), [
      { kind: "release", waiting: 0, running: 1, oldestWaiting: null },
    ])
  }),

  "counts the oldest jobs up to the limit": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const { id } = yield* addDataset(ann)
    yield* addJobs(id, ann, [{}, {}, { kind: "export" }])
    assert.deepStrictEqual(yield* readJobs(2), [
      { kind: "release", waiting: 2, running: 0, oldestWaiting: instant },
    ])
  }),

  "sums the queues of all datasets, and names the longest": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const short = yield* addDataset(ann, "short")
    const long = yield* addDataset(ann, "long")
    const done = yield* addDataset(ann, "done")
    yield* addDataset(ann, "empty")
    yield* addCounts(short.id, { samples: 3, byStatus: { PRELABELED: 1 } })
    yield* addCounts(long.id, {
      samples: 20,
      byStatus: {
        PRELABELED: 1,
        LABELING_IN_PROGRESS: 1,
        LABELED: 2,
        REVIEWING_IN_PROGRESS: 1,
        REVIEWED: 3,
        REJECTED: 1,
        SKIPPED: 2,
        VERIFIED: 1,
      },
    })
    yield* addCounts(done.id, { samples: 2, byStatus: { REVIEWED: 2 } })
    const longest = [
      { datasetId: long.id, labeling: 11, reviewing: 3 },
      { datasetId: short.id, labeling: 3, reviewing: 0 },
    ]
    assert.deepStrictEqual(yield* readQueues(), { labeling: 14, reviewing: 3, longest })
    assert.deepStrictEqual(yield* readQueues(1), { labeling: 14, reviewing: 3, longest: longest.slice(0, 1) })
    yield* Effect.flatMap(DatasetStore, (store) => store.markDeleted(long.id, instant))
    assert.deepStrictEqual(yield* readQueues(), { labeling: 3, reviewing: 0, longest: longest.slice(1) })
  }),

  "counts claims by queue, open ones and expired ones": Effect.gen(function* () {
    const bob = yield* addPerson("bob")
    const { ann, dataset } = yield* addQueue([{}, {}, {}, { label: { status: "LABELED" } }])
    yield* take(dataset, ann, "labeling", 2)
    yield* take(dataset, bob, "reviewing", 1)
    yield* take(dataset, bob, "labeling", 1, -1)
    assert.deepStrictEqual(yield* readClaims(), [
      { queue: "labeling", open: 2, expired: 1 },
      { queue: "reviewing", open: 1, expired: 0 },
    ])
    const [some] = yield* readClaims(1)
    assert.strictEqual((some?.open ?? 0) + (some?.expired ?? 0), 1)
  }),

  "knows the oldest event": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    const [outbox, transaction] = yield* Effect.all([Outbox, Transaction])
    for (const second of [1, 2])
      yield* transaction.run(
        Effect.flatMap(generateId(EventId), (id) =>
          outbox.append([
            {
              id,
              type: "sample.created",
              datasetId: dataset.id,
              owner: ann,
              dataset: "ann/streets",
              createdAt: fromMillis(second * 1000),
              object: oddJson,
              text: oddText,
              trace: null,
            },
          ]),
        ),
      )
    const store = yield* WorkloadStore
    assert.deepStrictEqual(yield* store.oldestEvent, Option.some(fromMillis(1000)))
  }),
})
