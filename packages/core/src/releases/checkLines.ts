/** Checks the form of one line of a release file. */
import { Schema } from "effect"
import { SampleId } from "../domain/Ids.ts"
import { readMembers } from "../domain/jsonSpans.ts"
import type { LabelStatus } from "../domain/Label.ts"
import type { CountedLabel } from "./authorCounts.ts"
import type { Seal } from "./releaseFile.ts"

const Head = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  created_at: Schema.String,
  dataset: Schema.Struct({
    name: Schema.String,
    owner: Schema.String,
    task_type: Schema.String,
    task_attributes: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    labelsets: Schema.Array(
      Schema.Struct({ name: Schema.String, description: Schema.String, is_groundtruth: Schema.Boolean }),
    ),
    samples: Schema.Tuple(),
  }),
})

const Line = Schema.Struct({
  uuid: SampleId,
  name: Schema.String,
  attributes: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  metadata: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  readme: Schema.String,
  priority: Schema.Number,
  assigned_labeler: Schema.NullOr(Schema.String),
  assigned_reviewer: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  created_by: Schema.String,
  labels: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
})

const Tail = Schema.Struct({
  integrity: Schema.Struct({
    samples_count: Schema.Number,
    samples_sha256: Schema.String,
    head_sha256: Schema.String,
  }),
})

/** The content of the first line. */
export interface ReleaseHeading {
  readonly name: string
  readonly createdAt: string
  readonly owner: string
  readonly dataset: string
  readonly taskType: string
  readonly labelsets: ReadonlyArray<string>
}

export const checkHead = (
  text: string,
):
  | { readonly heading: ReleaseHeading; readonly problem?: never }
  | { readonly heading: null; readonly problem: string } => {
  const head = parseLine(Head, `${text}]}}`)
  if (head === undefined) return { heading: null, problem: "is not the first line of a release" }
  const { dataset } = head
  return {
    heading: {
      name: head.name,
      createdAt: head.created_at,
      owner: dataset.owner,
      dataset: dataset.name,
      taskType: dataset.task_type,
      labelsets: dataset.labelsets.map((labelset) => labelset.name),
    },
  }
}

/** The JSON text of the configuration in a first line that was checked. */
export const readConfiguration = (text: string): string =>
  readMembers(readMembers(`${text}]}}`).get("dataset") ?? "{}").get("task_attributes") ?? ""

/** A sample line that was checked. */
export interface CheckedLine {
  /** For the check of the order; undefined when the line has none. */
  readonly uuid: string | undefined
  readonly labels: ReadonlyArray<CountedLabel>
  readonly problems: ReadonlyArray<string>
}

/** Checks a sample line. */
export const checkLine = (text: string, heading: ReleaseHeading | null): CheckedLine => {
  const line = parseLine(Line, text)
  if (line === undefined) return { uuid: undefined, labels: [], problems: ["is not a sample"] }
  const problems: Array<string> = []
  if (!text.startsWith(`{"uuid":"${line.uuid}","name":`))
    problems.push("does not begin with its uuid and name")
  if (heading !== null && !isSameNames(Object.keys(line.labels), heading.labelsets))
    problems.push("has other labelsets than the dataset")
  return { uuid: line.uuid, labels: Object.entries(line.labels).flatMap(toCountedLabel), problems }
}

/** None for a labelset without a label. */
const toCountedLabel = ([labelset, label]: readonly [string, unknown]): ReadonlyArray<CountedLabel> => {
  if (label === null) return []
  const {
    label_status,
    reviewed_by,
    updated_by,
  }: Record<"label_status" | "reviewed_by" | "updated_by", unknown> = Object(label)
  return [
    {
      labelset,
      // A status that this version does not know is counted by its text.
      status: String(label_status) as LabelStatus,
      updatedBy: String(updated_by),
      isReviewed: reviewed_by !== null,
    },
  ]
}

const isSameNames = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

/** The problems of the last line, which must match the lines before it. */
export const checkTail = (text: string, seal: Seal): ReadonlyArray<string> => {
  const tail = text.startsWith("]},") ? parseLine(Tail, `{${text.slice(3)}`) : undefined
  if (tail === undefined) return ["is not the last line of a release"]
  const { samples_count, samples_sha256, head_sha256 } = tail.integrity
  const problems = [
    ...(samples_count === seal.samplesCount
      ? []
      : [`speaks of ${samples_count} samples, the file holds ${seal.samplesCount}`]),
    ...(samples_sha256 === seal.samplesSha256
      ? []
      : ["does not fit the samples: a line was changed, moved, added or dropped"]),
    ...(head_sha256 === seal.headSha256 ? [] : ["does not fit the first line"]),
  ]
  return problems.length === 0 ? ["is not written the way a release's last line is"] : problems
}

const parseLine = <A, I>(schema: Schema.Schema<A, I>, text: string): A | undefined => {
  try {
    return Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(JSON.parse(text))
  } catch {
    return undefined
  }
}
