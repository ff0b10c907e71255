/**
 * The text of a release file: one JSON document (contract section 5) that is also a sequence of lines. The first line
 * is the head, followed by a line for each sample in the order of ids; the last line is the tail, which seals the
 * lines before it. Texts are those of the storage; the job, the time and the machine do not affect the file.
 */
import type { Dataset } from "../domain/Dataset.ts"
import { castToJsonText, type JsonText, type JsonTree, Raw, writeJson } from "../domain/JsonText.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Release } from "../domain/Release.ts"
import type { SnapshotLabel, SnapshotSample } from "./SnapshotStore.ts"

/** The fields of the release in the first line. */
export type ReleaseTitle = Pick<Release, "name" | "description" | "createdAt">

/** The first line without its line break: everything up to the opening bracket of the samples. */
export const formatReleaseHead = (
  release: ReleaseTitle,
  dataset: Dataset,
  labelsets: ReadonlyArray<Labelset>,
): string => {
  const title = writeJson({
    name: release.name,
    description: release.description,
    created_at: release.createdAt,
    dataset: {
      name: dataset.name,
      owner: dataset.owner,
      task_type: dataset.taskType,
      task_attributes: new Raw(dataset.taskAttributes),
      labelsets: labelsets.map(toLabelsetTree),
      samples: [],
    },
  })
  return title.slice(0, -"]}}".length)
}

const toLabelsetTree = (labelset: Labelset): JsonTree => ({
  name: labelset.name,
  description: labelset.description,
  is_groundtruth: labelset.isGroundTruth,
})

/**
 * The line of a sample, without comma and line break. Every labelset has its key, with null for no label. Written
 * without `JSON.stringify` of an object, which would be slower and put labelsets with numeric names first.
 */
export const formatReleaseLine = (sample: SnapshotSample, labelsets: ReadonlyArray<string>): string =>
  `{"uuid":"${sample.id}","name":${quoteText(sample.name)},"attributes":${sample.attributes},"metadata":${sample.metadata}` +
  `,"readme":${quoteText(sample.readme)},"priority":${JSON.stringify(sample.priority)}` +
  `,"assigned_labeler":${quoteText(sample.assignedLabeler)},"assigned_reviewer":${quoteText(sample.assignedReviewer)}` +
  `,"created_at":"${sample.createdAt}","created_by":${quoteText(sample.createdBy)},"labels":${formatLabels(sample, labelsets)}}`

/** Marks the place of a body. No line contains it, because JSON escapes it. */
const gap = "\u0000"

/**
 * The parts of {@link formatReleaseLine}, with the bodies of sample and labels separate, because a line of many megabytes would
 * copy them.
 */
export const listReleaseLineTexts = (
  sample: SnapshotSample,
  labelsets: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const bodies: Array<string> = []
  const detachLargeText = <A extends JsonText | null>(body: A): A | JsonText => {
    if (body === null) return body
    bodies.push(body)
    return castToJsonText(`${gap}${bodies.length - 1}${gap}`)
  }
  const line = formatReleaseLine(
    {
      ...sample,
      attributes: detachLargeText(sample.attributes),
      metadata: detachLargeText(sample.metadata),
      labels: sample.labels.map((label) => ({ ...label, attributes: detachLargeText(label.attributes) })),
    },
    labelsets,
  )
  return line.split(gap).map((text, index) => (index % 2 === 0 ? text : (bodies[Number(text)] ?? "")))
}

/** The JSON of a string, or `null`. */
const quoteText = (text: string | null): string => (text === "" ? '""' : JSON.stringify(text))

const formatLabels = ({ labels }: SnapshotSample, labelsets: ReadonlyArray<string>): string => {
  let members = ""
  for (const name of labelsets) {
    const label = labels.find(({ labelset }) => labelset === name)
    members += `${members === "" ? "" : ","}${quoteText(name)}:${label === undefined ? "null" : labelText(label)}`
  }
  return `{${members}}`
}

const labelText = (label: SnapshotLabel): string =>
  `{"label_status":"${label.status}","attributes":${label.attributes}` +
  `,"created_at":"${label.createdAt}","created_by":${quoteText(label.createdBy)}` +
  `,"updated_at":"${label.updatedAt}","updated_by":${quoteText(label.updatedBy)}` +
  `,"reviewed_at":${quoteText(label.reviewedAt)},"reviewed_by":${quoteText(label.reviewedBy)}` +
  `,"score":${JSON.stringify(label.score)},"rating":${JSON.stringify(label.rating)}}`

/** The content of the tail: facts about the lines before it, by which the file can be verified on its own. */
export interface Seal {
  readonly samplesCount: number
  /** The Merkle root over the SHA-256 of the sample lines, hex. */
  readonly samplesSha256: string
  /** SHA-256 of the first line, hex. */
  readonly headSha256: string
}

/** The last line without its line break. */
export const formatReleaseTail = (seal: Seal): string =>
  `]},"integrity":${writeJson({
    samples_count: seal.samplesCount,
    samples_sha256: seal.samplesSha256,
    head_sha256: seal.headSha256,
  })}}`
