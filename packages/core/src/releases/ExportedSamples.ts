/** The samples of an export: those of a snapshot or of a release file that the options select, with one label each. */
import { Chunk, Effect, identity, Option, Stream } from "effect"
import { resolveAssetPaths } from "../domain/assetPaths.ts"
import type { ExportOptions } from "../domain/Export.ts"
import { NotFound } from "../domain/errors.ts"
import { type DatasetId, SampleId } from "../domain/Ids.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import type { Username } from "../domain/Names.ts"
import { isFinishedOverlapLabel } from "../domain/Overlap.ts"
import type { PictureSize } from "../domain/PictureSize.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { splitLines } from "./lines.ts"
import { makeNoFileError } from "./openedFile.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { readLineLabel } from "./readLineLabel.ts"
import { resolveSample } from "./resolveSample.ts"
import { type SnapshotSample, SnapshotStore } from "./SnapshotStore.ts"

/** A sample with the label that is exported. */
export interface ExportedSample {
  readonly id: SampleId
  readonly name: string
  readonly attributes: JsonText
  readonly metadata: JsonText
  /** Null without a label, and for a label without annotations. */
  readonly label: JsonText | null
  readonly status: ExportedStatus
  /** Of a prediction. */
  readonly score: number | null
  /** Measured sizes of its pictures. Absent: none is known. */
  readonly sizes?: ReadonlyArray<Omit<PictureSize, "pointer">>
}

/** `UNLABELED` without a label. */
export type ExportedStatus = ExportOptions["statuses"][number]

/** Counts by status of the samples that an export left out although its other options select them. */
export type LeftOutStatuses = { [Status in ExportedStatus]?: number }

type Selection = Pick<ExportOptions, "labeler" | "labelset" | "metadata" | "nameContains" | "statuses">

/** The samples of an export, and where they come from. */
export interface OpenedSamples<E, R> {
  readonly samples: Stream.Stream<ExportedSample, E, R>
  /** The Merkle root of the release, hex. Null for the current state. */
  readonly releaseRoot: string | null
}

/** Samples whose labels of one person are read at once. */
const batch = 100

/** Reads the samples of exports. Checks no permissions. */
export class ExportedSamples extends Effect.Service<ExportedSamples>()("@annotary/core/ExportedSamples", {
  effect: Effect.gen(function* () {
    const snapshots = yield* SnapshotStore
    const releases = yield* ReleaseStore
    const blobs = yield* BlobStore
    const overlaps = yield* OverlapStore
    const { publicUrl } = yield* EngineSettings

    /**
     * The samples that the options select, of a release or of the current state, which later writes do not change until the scope closes.
     * Those that only their status excludes are counted in `leftOut`.
     */
    const open = (
      dataset: DatasetId,
      options: Selection & Pick<ExportOptions, "release">,
      leftOut: LeftOutStatuses = {},
    ) =>
      Effect.gen(function* () {
        if (options.release === undefined) {
          const snapshot = yield* snapshots.open(dataset)
          if (snapshot === null) return yield* new NotFound({ resource: "dataset" })
          const samples = snapshot.samples.pipe(
            Stream.map((sample) => toExportedSample(sample, publicUrl(), options.labelset)),
            options.labeler === undefined ? identity : readPersonLabels(dataset, options.labeler),
            Stream.filterMap((sample) => isSelected(sample, options, leftOut)),
          )
          return { samples, releaseRoot: null } satisfies OpenedSamples<never, never>
        }
        const release = Option.getOrUndefined(yield* releases.byName(dataset, options.release))
        if (release === undefined) return yield* new NotFound({ resource: "release" })
        if (release.fileKey === null) return yield* makeNoFileError(release)
        const samples = readReleaseSamples(blobs.get(release.fileKey), options, leftOut)
        return { samples, releaseRoot: release.samplesSha256 } satisfies OpenedSamples<never, never>
      })

    /** The samples with the label of one of several people instead; of those to which labels are missing none, because nobody sees these. */
    const readPersonLabels =
      (dataset: DatasetId, labeler: Username) =>
      <E, R>(samples: Stream.Stream<ExportedSample, E, R>): Stream.Stream<ExportedSample, E, R> =>
        samples.pipe(
          Stream.rechunk(batch),
          Stream.mapChunksEffect((some) =>
            Effect.gen(function* () {
              const ids = [...some].map(({ id }) => id)
              const all = yield* overlaps.find(dataset, ids)
              const labels = yield* overlaps.findLabels(dataset, ids, labeler)
              return Chunk.map(some, (sample): ExportedSample => {
                const state = all.get(sample.id)?.state
                const label = state === "labeling" || state === "gold" ? undefined : labels.get(sample.id)
                if (label === undefined || !isFinishedOverlapLabel(label))
                  return { ...sample, label: null, status: "UNLABELED", score: null }
                const attributes = label.attributes && resolveAssetPaths(label.attributes, publicUrl())
                return { ...sample, label: attributes, status: label.status, score: label.score }
              })
            }),
          ),
        )

    return { open }
  }),
}) {}

const toExportedSample = (sample: SnapshotSample, publicUrl: string, labelset: string): ExportedSample => {
  const { attributes, id, labels, metadata, name } = resolveSample(sample, publicUrl)
  const label = labels.find((each) => each.labelset === labelset)
  return {
    id,
    name,
    attributes: attributes ?? noAttributes,
    metadata,
    label: label?.attributes ?? null,
    status: label?.status ?? "UNLABELED",
    score: label?.score ?? null,
  }
}

/** The selected samples of a release file, in its order. */
const readReleaseSamples = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options: Selection,
  leftOut: LeftOutStatuses,
): Stream.Stream<ExportedSample, E, R> =>
  Stream.filterMap(splitLines(bytes), (line) =>
    Option.flatMap(sampleIn(line, options.labelset), (found) => isSelected(found, options, leftOut)),
  )

const noAttributes = castToJsonText("{}")
const decoder = new TextDecoder()

/** None for the first and the last line, which are no samples. */
const sampleIn = (line: Uint8Array, labelset: string): Option.Option<ExportedSample> => {
  const text = decoder.decode(line.at(-1) === comma ? line.subarray(0, -1) : line)
  if (!text.startsWith('{"uuid":"')) return Option.none()
  const members = readMembers(text)
  const fields = readLineLabel(members, labelset)
  return Option.some({
    id: SampleId.make(JSON.parse(members.get("uuid") ?? '""'), true),
    name: JSON.parse(members.get("name") ?? '""'),
    attributes: castToJsonText(members.get("attributes") ?? "{}"),
    metadata: castToJsonText(members.get("metadata") ?? "{}"),
    label: toNullable(fields?.get("attributes")),
    status: fields === undefined ? "UNLABELED" : JSON.parse(fields.get("label_status") ?? '"UNLABELED"'),
    score: JSON.parse(fields?.get("score") ?? "null"),
  })
}

const comma = 0x2c

const toNullable = (text: string | undefined): JsonText | null =>
  text === undefined || text === "null" ? null : castToJsonText(text)

const isSelected = (
  sample: ExportedSample,
  options: Selection,
  leftOut: LeftOutStatuses,
): Option.Option<ExportedSample> => {
  const { metadata, nameContains, statuses } = options
  const { status } = sample
  const isNamed =
    (nameContains === undefined || sample.name.includes(nameContains)) &&
    (metadata === undefined || hasAll(JSON.parse(sample.metadata), metadata))
  if (!isNamed) return Option.none()
  if (statuses.includes(status)) return Option.some(sample)
  leftOut[status] = (leftOut[status] ?? 0) + 1
  return Option.none()
}

/** Compared as in lists of samples: scalar values as text. */
const hasAll = (found: object, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => {
    const there: unknown = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined
    return there !== undefined && typeof there !== "object" && String(there) === value
  })
