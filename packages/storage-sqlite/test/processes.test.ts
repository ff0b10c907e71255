/** Two processes work on one file at once: neither sees SQLITE_BUSY, no sample is given to both, and counts stay right. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import {
  DatasetStore,
  emptyObject,
  generateId,
  type Label,
  LabelStore,
  type Sample,
  VersionId,
  WarningStore,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layer } from "../src/effect.ts"
import { addSamples, makeDataset, owner } from "./fixtures.ts"

const script = fileURLToPath(new URL("claimer.js", import.meta.url))
const warner = fileURLToPath(new URL("warner.js", import.meta.url))
const run = promisify(execFile)
const count = 400

const labelOf = (sample: Sample, labelsetId: Label["labelsetId"], version: VersionId): Label => ({
  datasetId: sample.datasetId,
  sampleId: sample.id,
  labelsetId,
  status: "LABELED",
  attributes: emptyObject,
  score: null,
  rating: null,
  createdAt: sample.createdAt,
  createdBy: owner,
  updatedAt: sample.createdAt,
  updatedBy: owner,
  reviewedAt: null,
  reviewedBy: null,
  labeler: null,
  reviewer: null,
  rejecter: null,
  configVersion: 1,
  version,
})

/** Goes with the scope. */
const freshFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-processes-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "annotary.db"),
)

describe("two processes on one SQLite file", () => {
  it.scopedLive(
    "share the samples without giving one twice, and count right",
    () =>
      Effect.gen(function* () {
        const filename = yield* freshFile
        yield* Effect.gen(function* () {
          const { dataset, labelset } = yield* makeDataset
          yield* addSamples(dataset, "sample-", count)
          const claimer = (name: string) =>
            Effect.promise(() =>
              run(process.execPath, [script, filename, dataset.id, labelset.id, name]),
            ).pipe(Effect.map(({ stdout }): ReadonlyArray<string> => JSON.parse(stdout)))
          const [one, other] = yield* Effect.all([claimer("ann"), claimer("bob")], { concurrency: 2 })
          assert.strictEqual(one.length + other.length, count)
          assert.strictEqual(new Set([...one, ...other]).size, count)
          assert.isAbove(Math.min(one.length, other.length), 0)
          const details = (yield* (yield* DatasetStore).details([dataset.id])).get(dataset.id)
          assert.deepStrictEqual(details?.counts, { samples: count, byStatus: { LABELED: count } })
        }).pipe(Effect.provide(layer({ filename })))
      }),
    60_000,
  )

  it.scopedLive(
    "check and dismiss the same labels, and the totals are the sum of what is kept",
    () =>
      Effect.gen(function* () {
        const filename = yield* freshFile
        yield* Effect.gen(function* () {
          const { dataset, labelset } = yield* makeDataset
          const samples = yield* addSamples(dataset, "sample-", 5)
          const labels = yield* Effect.forEach(samples, (sample) =>
            Effect.map(generateId(VersionId), (version) => labelOf(sample, labelset.id, version)),
          )
          yield* (yield* LabelStore).writeNew(labels, "write")
          const given = JSON.stringify(labels.map(({ sampleId, version }) => [sampleId, version]))
          const check = (name: string) =>
            Effect.promise(() =>
              run(process.execPath, [warner, filename, dataset.id, labelset.id, name, given]),
            )
          yield* Effect.all([check("ann"), check("bobby")], { concurrency: 2 })
          const store = yield* WarningStore
          const layerOf = { datasetId: dataset.id, labelsetId: labelset.id }
          const found = yield* store.find(
            layerOf,
            labels.map(({ sampleId }) => sampleId),
          )
          const sum = (rule: "malformed-label" | "unknown-category") =>
            [...found.values()].reduce(
              ({ dismissed, labels: some, warnings }, { checkResult }) => ({
                warnings: warnings + (checkResult?.counts[rule] ?? 0),
                dismissed: dismissed + (checkResult?.dismissed[rule] ?? 0),
                labels: some + (checkResult?.counts[rule] === undefined ? 0 : 1),
              }),
              { warnings: 0, dismissed: 0, labels: 0 },
            )
          assert.strictEqual(found.size, 5)
          assert.deepStrictEqual(yield* store.totals(layerOf), {
            "malformed-label": sum("malformed-label"),
            "unknown-category": sum("unknown-category"),
          })
        }).pipe(Effect.provide(layer({ filename })))
      }),
    60_000,
  )
})
