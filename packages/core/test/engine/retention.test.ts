/** Retention: what the settings give an end is removed at it, with its files, and nothing else. */
import {
  AuditId,
  AuditStore,
  BlobStore,
  Datasets,
  type EngineSettingsValues,
  generateId,
  JobId,
  JobStore,
  Maintenance,
  now,
  type Transfer,
  TransferId,
  TransferStore,
  toJsonText,
  Username,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { memory } from "../../src/memory.ts"
import { as, datasetOf, named, people, world } from "../world.ts"

const engine = (settings: Partial<EngineSettingsValues> = {}) =>
  Layer.provideMerge(Maintenance.Default, world(settings))

const ada = Username.make("ada")
const fileKey = "exports/one/1.zip"
const forget = Effect.flatMap(Maintenance, (maintenance) => maintenance.forget)

/** An audit entry, an ended job and an ended export with its file, made now; whether each of them is stored. */
const kept = Effect.gen(function* () {
  yield* people("ada")
  yield* datasetOf("ada")
  const { record } = yield* as("ada")(
    Effect.flatMap(Datasets, (datasets) => datasets.get(named("ada", "cats"))),
  )
  const [audit, blobs, jobs, transfers] = yield* Effect.all([AuditStore, BlobStore, JobStore, TransferStore])
  const createdAt = yield* now
  const job = yield* generateId(JobId)
  const none = { createdAt, createdBy: ada, datasetId: record.dataset.id }
  yield* jobs.insert({
    ...none,
    id: job,
    kind: "export",
    payload: toJsonText({}),
    status: "SUCCEEDED",
    done: 1,
    total: 1,
    attempts: 1,
    error: null,
  })
  yield* blobs.put(fileKey, Stream.make(new Uint8Array([1])))
  const transfer: Transfer = {
    ...none,
    id: yield* generateId(TransferId),
    direction: "export",
    format: "coco",
    options: toJsonText({}),
    assetId: null,
    status: "SUCCEEDED",
    statusInfo: null,
    samplesDone: 1,
    report: null,
    sha256: "ab".repeat(32),
    sizeBytes: 1,
    fileKey,
  }
  yield* transfers.insert(transfer)
  const entry = {
    id: yield* generateId(AuditId),
    at: createdAt,
    by: ada,
    action: "collaborator.added",
    account: ada,
    datasetId: null,
    details: toJsonText({}),
  } as const
  yield* audit.append(entry)
  return Effect.all({
    audit: Effect.map(audit.ofAccount(ada, { before: null, limit: 100 }), (all) =>
      all.some(({ id }) => id === entry.id),
    ),
    job: Effect.map(jobs.byId(job), Option.isSome),
    export: Effect.map(transfers.byId(transfer.id), Option.isSome),
    file: Effect.map(blobs.size(fileKey), Option.isSome),
  })
})

describe("retention", () => {
  it.effect("keeps jobs and exports for thirty days, and audit entries for ever", () =>
    Effect.gen(function* () {
      const stored = yield* kept
      yield* TestClock.adjust("30 days")
      yield* forget
      assert.deepStrictEqual(yield* stored, { audit: true, job: true, export: true, file: true })
      yield* TestClock.adjust("1 second")
      yield* forget
      assert.deepStrictEqual(yield* stored, { audit: true, job: false, export: false, file: false })
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "removes audit entries when a setting ends them, and keeps the rest for ever when another says so",
    () =>
      Effect.gen(function* () {
        const stored = yield* kept
        yield* TestClock.adjust("3650 days")
        yield* forget
        assert.deepStrictEqual(yield* stored, { audit: false, job: true, export: true, file: true })
      }).pipe(
        Effect.provide(engine({ keepAuditMillis: 1000, keepJobsMillis: null, keepExportsMillis: null })),
      ),
  )

  it.effect("keeps the record of a file that could not be removed, and removes both later", () => {
    const disk = { away: true }
    const stuck = Layer.effect(
      BlobStore,
      Effect.map(BlobStore, (blobs) => ({
        ...blobs,
        remove: (key: string) => (disk.away ? Effect.dieMessage("the disk is away") : blobs.remove(key)),
      })),
    )
    return Effect.gen(function* () {
      const stored = yield* kept
      yield* TestClock.adjust("31 days")
      assert.strictEqual((yield* Effect.exit(forget))._tag, "Failure")
      assert.deepInclude(yield* stored, { export: true, file: true })
      disk.away = false
      yield* forget
      assert.deepInclude(yield* stored, { export: false, file: false })
    }).pipe(
      Effect.provide(Layer.provideMerge(Maintenance.Default, world({}, Layer.provideMerge(stuck, memory())))),
    )
  })
})
