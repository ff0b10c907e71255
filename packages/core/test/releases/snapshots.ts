/** Snapshots made up for the tests of the file format. */
import { Chunk, Effect, FastCheck as fc, Schema, Stream } from "effect"
import type { Dataset } from "../../src/domain/Dataset.ts"
import { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { DatasetId, LabelsetId, SampleId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { Labelset } from "../../src/domain/Labelset.ts"
import { DatasetName, LabelsetName, ReleaseName, SampleName, Username } from "../../src/domain/Names.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"
import { releaseBytes } from "../../src/releases/releaseBytes.ts"
import type { SnapshotLabel, SnapshotSample } from "../../src/releases/SnapshotStore.ts"

export const at = Timestamp.make("2026-11-20T13:25:01.123456Z")
export const ada = Username.make("ada")

export const uuid = (number: number): string =>
  `01900000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const dataset: Dataset = {
  id: DatasetId.make(uuid(1)),
  owner: ada,
  name: DatasetName.make("streets"),
  description: "",
  readme: "",
  guide: "",
  category: "street_scenery",
  taskType: "vector",
  dataType: "IMAGE",
  public: false,
  archived: false,
  settings: Schema.decodeSync(DatasetSettings)({}),
  metadata: castToJsonText("{}"),
  regionOfInterest: null,
  taskAttributes: castToJsonText(
    '{"format_version":"0.1","categories":[{"id":1,"name":"car","n":1700000000123456789}]}',
  ),
  configVersion: 1,
  clonedFrom: null,
  createdAt: at,
  createdBy: ada,
  updatedAt: at,
  version: VersionId.make(uuid(2)),
}

export const labelsets: ReadonlyArray<Labelset> = ["ground-truth", "7", "model.v2"].map((name, index) => ({
  id: LabelsetId.make(uuid(10 + index)),
  datasetId: dataset.id,
  name: LabelsetName.make(name),
  description: "",
  isGroundTruth: index === 0,
  createdAt: at,
  createdBy: ada,
}))

export const title = { name: ReleaseName.make("v1"), description: "first", createdAt: at }

export const label = (labelset: string, score: number | null = null): SnapshotLabel => ({
  labelset,
  status: "LABELED",
  attributes: castToJsonText('{"annotations":[{"id":1,"category_id":1}]}'),
  score,
  rating: null,
  createdAt: at,
  createdBy: ada,
  updatedAt: at,
  updatedBy: ada,
  reviewedAt: null,
  reviewedBy: null,
})

export const sample = (number: number, other: Partial<SnapshotSample> = {}): SnapshotSample => ({
  id: SampleId.make(uuid(1000 + number)),
  name: SampleName.make(`sample ${number}`),
  attributes: castToJsonText('{"image":{"url":"s3://bucket/é.png"}}'),
  metadata: castToJsonText('{"at":1700000000123456789}'),
  readme: "",
  priority: 0,
  assignedLabeler: null,
  assignedReviewer: null,
  createdAt: at,
  createdBy: ada,
  labels: [label("ground-truth")],
  ...other,
})

/** The file of these samples as text, and what is known of it. */
export const fileOf = (samples: Iterable<SnapshotSample>, of: Partial<typeof title> = {}) => {
  const file = releaseBytes(
    { ...title, ...of },
    { dataset, labelsets, samples: Stream.fromIterable(samples) },
    "",
  )
  const pieces = Chunk.toReadonlyArray(Effect.runSync(Stream.runCollect(file.bytes)))
  return { text: Buffer.concat(pieces).toString("utf8"), facts: file.facts() }
}

/** The text as a stream of pieces of the given length. */
export const streamOf = (text: string, length = 1000): Stream.Stream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
  return Stream.fromIterable(pieces)
}

/** Datasets that differ here and there: the same sample number may come with other content. */
export const samplesArbitrary: fc.Arbitrary<ReadonlyArray<SnapshotSample>> = fc
  .uniqueArray(
    fc.record({
      number: fc.nat({ max: 12 }),
      priority: fc.constantFrom(0, 1),
      metadata: fc.constantFrom('{"a":1700000000123456789}', '{"a":1700000000123456788}').map(castToJsonText),
      labels: fc
        .subarray(["ground-truth", "7", "model.v2"])
        .chain((names) => fc.constantFrom(null, 0.5).map((score) => names.map((name) => label(name, score)))),
    }),
    { selector: ({ number }) => number, maxLength: 12 },
  )
  .map((rows) =>
    rows.toSorted((a, b) => a.number - b.number).map(({ number, ...content }) => sample(number, content)),
  )
