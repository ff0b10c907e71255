/**
 * The text of a release file: one JSON document (contract section 5) that is also a sequence of lines. The first line
 * is the head, then comes a line for each sample in the order of the ids, the last line is the tail, which seals what
 * stands before it. Texts stand as they are stored; nothing of the job, the moment or the machine is inside.
 */
import type { Dataset } from "../domain/Dataset.ts"
import { type JsonText, type JsonTree, Raw, trustedJson, writeJson } from "../domain/JsonText.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Release } from "../domain/Release.ts"
import type { SnapshotLabel, SnapshotSample } from "./SnapshotStore.ts"

/** What the head says of the release. */
export type ReleaseTitle = Pick<Release, "name" | "description" | "createdAt">

/** The first line, without its line break: everything up to the opening bracket of the samples. */
export const headOf = (
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
      labelsets: labelsets.map(labelsetTree),
      samples: [],
    },
  })
  return title.slice(0, -"]}}".length)
}

const labelsetTree = (labelset: Labelset): JsonTree => ({
  name: labelset.name,
  description: labelset.description,
  is_groundtruth: labelset.isGroundTruth,
})

/**
 * A sample's line, without comma and line break. Every labelset has its key, with null for no label. Written by hand: it
 * is written a million times, and an object would put labelsets whose names are numbers first.
 */
export const lineOf = (sample: SnapshotSample, labelsets: ReadonlyArray<string>): string =>
  `{"uuid":"${sample.id}","name":${quoted(sample.name)},"attributes":${sample.attributes},"metadata":${sample.metadata}` +
  `,"readme":${quoted(sample.readme)},"priority":${JSON.stringify(sample.priority)}` +
  `,"assigned_labeler":${quoted(sample.assignedLabeler)},"assigned_reviewer":${quoted(sample.assignedReviewer)}` +
  `,"created_at":"${sample.createdAt}","created_by":${quoted(sample.createdBy)},"labels":${labelsOf(sample, labelsets)}}`

/** Stands in no line: JSON escapes it. */
const gap = "\u0000"

/**
 * The texts that {@link lineOf} joins, with the bodies of sample and labels apart: a line of many megabytes would be another
 * copy of them.
 */
export const lineTexts = (
  sample: SnapshotSample,
  labelsets: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const bodies: Array<string> = []
  const apart = <A extends JsonText | null>(body: A): A | JsonText => {
    if (body === null) return body
    bodies.push(body)
    return trustedJson(`${gap}${bodies.length - 1}${gap}`)
  }
  const line = lineOf(
    {
      ...sample,
      attributes: apart(sample.attributes),
      metadata: apart(sample.metadata),
      labels: sample.labels.map((label) => ({ ...label, attributes: apart(label.attributes) })),
    },
    labelsets,
  )
  return line.split(gap).map((text, index) => (index % 2 === 0 ? text : (bodies[Number(text)] ?? "")))
}

/** The text of a string, or `null`. */
const quoted = (text: string | null): string => (text === "" ? '""' : JSON.stringify(text))

const labelsOf = ({ labels }: SnapshotSample, labelsets: ReadonlyArray<string>): string => {
  let members = ""
  for (const name of labelsets) {
    const label = labels.find(({ labelset }) => labelset === name)
    members += `${members === "" ? "" : ","}${quoted(name)}:${label === undefined ? "null" : labelText(label)}`
  }
  return `{${members}}`
}

const labelText = (label: SnapshotLabel): string =>
  `{"label_status":"${label.status}","attributes":${label.attributes}` +
  `,"created_at":"${label.createdAt}","created_by":${quoted(label.createdBy)}` +
  `,"updated_at":"${label.updatedAt}","updated_by":${quoted(label.updatedBy)}` +
  `,"reviewed_at":${quoted(label.reviewedAt)},"reviewed_by":${quoted(label.reviewedBy)}` +
  `,"score":${JSON.stringify(label.score)},"rating":${JSON.stringify(label.rating)}}`

/** What the tail says of the lines before it, so that a file can be verified by itself. */
export interface Seal {
  readonly samplesCount: number
  /** Merkle root over the sample lines' SHA-256, hex. */
  readonly samplesSha256: string
  /** SHA-256 of the first line, hex. */
  readonly headSha256: string
}

/** The last line, without its line break. */
export const tailOf = (seal: Seal): string =>
  `]},"integrity":${writeJson({
    samples_count: seal.samplesCount,
    samples_sha256: seal.samplesSha256,
    head_sha256: seal.headSha256,
  })}}`
