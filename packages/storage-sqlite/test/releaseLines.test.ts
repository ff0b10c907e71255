/** Lines of a release that SQLite writes are those that are written from values. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  castToJsonText,
  type Dataset,
  generateId,
  generateIds,
  type Label,
  LabelStore,
  type Labelset,
  LabelsetId,
  LabelsetName,
  LabelsetStore,
  now,
  ReleaseName,
  releaseBytes,
  type Sample,
  SampleStore,
  type Snapshot,
  type SnapshotPage,
  SnapshotStore,
  VersionId,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { layer } from "../src/effect.ts"
import { addSamples, makeDataset, owner } from "./fixtures.ts"

const storage = Layer.unwrapScoped(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-lines-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ).pipe(Effect.map((folder) => layer({ filename: join(folder, "annotary.db") }))),
)

const publicUrl = "https://labels.example"

const asset = `{"image":{"url":"/assets/01900000-0000-7000-8000-000000000001/${"a".repeat(32)}.png"}}`

/** The whole file as text, with its facts. */
const readFile = (snapshot: Snapshot) =>
  Effect.gen(function* () {
    const { createdAt } = snapshot.dataset
    const file = releaseBytes(
      { name: ReleaseName.make("v1"), description: "", createdAt },
      snapshot,
      publicUrl,
    )
    const chunks = Chunk.toReadonlyArray(yield* Stream.runCollect(file.bytes))
    return {
      text: Buffer.concat(chunks).toString("utf8"),
      facts: file.facts(),
      shares: file.countShares(new Set()),
    }
  })

const addLabel = (
  dataset: Dataset,
  labelset: Labelset,
  samples: ReadonlyArray<Sample>,
  other: (index: number) => Partial<Label>,
) =>
  Effect.gen(function* () {
    const at = yield* now
    const versions = yield* generateIds(VersionId, samples.length)
    const labels = samples.map(
      (sample, index): Label => ({
        datasetId: dataset.id,
        labelsetId: labelset.id,
        sampleId: sample.id,
        status: "LABELED",
        attributes: castToJsonText(`{"annotations":[{"id":${index}}]}`),
        score: null,
        rating: null,
        createdAt: at,
        createdBy: owner,
        updatedAt: at,
        updatedBy: owner,
        reviewedAt: null,
        reviewedBy: null,
        labeler: owner,
        reviewer: null,
        rejecter: null,
        configVersion: 1,
        version: versions[index] ?? VersionId.make(sample.id),
        ...other(index),
      }),
    )
    yield* (yield* LabelStore).writeNew(labels, "write")
  })

const addLabelset = (dataset: Dataset, name: string) =>
  Effect.gen(function* () {
    const labelset: Labelset = {
      id: yield* generateId(LabelsetId),
      datasetId: dataset.id,
      name: LabelsetName.make(name, true),
      description: "",
      isGroundTruth: false,
      createdAt: yield* now,
      createdBy: owner,
    }
    yield* (yield* LabelsetStore).insert(labelset)
    return labelset
  })

const change = (sample: Sample | undefined, other: Partial<Sample>) =>
  Effect.gen(function* () {
    if (sample === undefined) return yield* Effect.dieMessage("There is no such sample.")
    const version = yield* generateId(VersionId)
    yield* (yield* SampleStore).update({ ...sample, ...other, version }, sample.version)
  })

/** Opens a snapshot, and reads it by lines and by values. */
const readBoth = (dataset: Dataset) =>
  Effect.gen(function* () {
    const snapshot = yield* (yield* SnapshotStore).open(dataset.id)
    if (snapshot === null) return yield* Effect.dieMessage("The dataset is gone.")
    const { pages, ...values } = snapshot
    if (pages === undefined) return yield* Effect.dieMessage("The storage writes no lines.")
    const kinds = Chunk.toReadonlyArray(yield* Stream.runCollect(pages('"/assets/'))).map(
      (page: SnapshotPage) => page._tag,
    )
    return { kinds, byLines: yield* readFile(snapshot), byValues: yield* readFile(values) }
  })

const addOddSamples = (dataset: Dataset, labelset: Labelset) =>
  Effect.gen(function* () {
    const samples = yield* addSamples(dataset, 'odd "quoted" \\ é 漢 \u{1f600} \u007f-', 600)
    const readme = `${Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join("")}\u2028\u2029\ufeff'`
    yield* change(samples[1], { readme, priority: -0.30000000000000004 })
    yield* change(samples[2], { priority: 1e21, attributes: null, assignedLabeler: owner })
    yield* change(samples[3], { priority: 5e-7, metadata: castToJsonText('{"a":"\\u0000\\n"}') })
    yield* change(samples[4], { priority: 123456789.125, assignedReviewer: owner })
    yield* change(samples[5], { priority: -7 })
    const numbers = [0.1, 1 / 3, 1e-9, 100, -0, 2 ** 53]
    yield* addLabel(dataset, labelset, samples.slice(0, 500), (index) => ({
      score: numbers[index % 7] ?? null,
      rating: index % 2 === 0 ? 4.5 : null,
      attributes: index === 9 ? null : castToJsonText(`{"text":"é\\n","index":${index}}`),
    }))
    return samples
  })

describe("lines of a release on SQLite", () => {
  it.scopedLive("are those of values, whatever characters and numbers the samples have", () =>
    Effect.gen(function* () {
      const { dataset, labelset } = yield* makeDataset
      const samples = yield* addOddSamples(dataset, labelset)
      const more = yield* addLabelset(dataset, 'it\'s "7"')
      yield* addLabel(dataset, more, samples.slice(400), () => ({ status: "REVIEWED", reviewedBy: owner }))
      const { byLines, byValues, kinds } = yield* readBoth(dataset)
      assert.deepStrictEqual(kinds, ["Lines", "Lines"])
      assert.deepStrictEqual(byLines, byValues)
      assert.strictEqual(byLines.facts.samplesCount, 600)
    }).pipe(Effect.provide(storage)),
  )

  it.scopedLive(
    "are left to values where a body is long or has paths of assets, and come back afterwards",
    () =>
      Effect.gen(function* () {
        const { dataset, labelset } = yield* makeDataset
        const samples = yield* addSamples(dataset, "sample-", 2600)
        yield* change(samples[10], { attributes: castToJsonText(asset) })
        const long = castToJsonText(`{"annotations":["${"é".repeat(9000)}"]}`)
        yield* addLabel(dataset, labelset, samples.slice(600, 601), () => ({ attributes: long }))
        const { byLines, byValues, kinds } = yield* readBoth(dataset)
        assert.deepStrictEqual([...new Set(kinds)].sort(), ["Lines", "Samples"])
        assert.strictEqual(kinds.at(-1), "Lines")
        assert.deepStrictEqual(byLines, byValues)
        assert.include(byLines.text, `"url":"${publicUrl}/assets/`)
      }).pipe(Effect.provide(storage)),
  )

  it.scopedLive("are none of an empty dataset", () =>
    Effect.gen(function* () {
      const { dataset } = yield* makeDataset
      const { byLines, byValues } = yield* readBoth(dataset)
      assert.deepStrictEqual(byLines, byValues)
      assert.strictEqual(byLines.facts.samplesCount, 0)
    }).pipe(Effect.provide(storage)),
  )
})
