/** The rows of a dataset as records of an archive, in the order of their sections. */
import type { DatasetId, LabelsetId, SampleId } from "@annotary/core"
import { labelContents, type StoredRecords, type StoredSection, storedRecords } from "@annotary/core/effect"
import { compare } from "./lookups.ts"
import { keyOf, type Tables, type VersionRow } from "./tables.ts"

type Records = { readonly [Section in StoredSection]: ReadonlyArray<StoredRecords[Section]> }

/** Sorts records by the key of their section. */
const inOrder = <A>(records: ReadonlyArray<A>, key: (record: A) => ReadonlyArray<string>): ReadonlyArray<A> =>
  records.toSorted((a, b) => compare(key(a).join(" "), key(b).join(" ")))

export const archivedRecords = (tables: Tables, id: DatasetId): Records => {
  const issues = tables.issues.by("dataset", id)
  const isLabel = (sample: SampleId, labelset: LabelsetId): boolean =>
    tables.labels.get(keyOf(sample, labelset)) !== undefined
  const of = storedRecords
  return {
    configurations: inOrder(
      tables.configurations.by("dataset", id).map(withoutDataset),
      of.configurations.key,
    ),
    collaborators: inOrder(
      tables.collaborators.by("dataset", id).map(({ role, user }) => ({ user, role })),
      of.collaborators.key,
    ),
    labelsets: inOrder(tables.labelsets.by("dataset", id).map(withoutDataset), of.labelsets.key),
    samples: inOrder(tables.samples.by("dataset", id).map(withoutDataset), of.samples.key),
    "label-versions": versionsOf(tables, id),
    labels: inOrder(
      tables.labels.by("dataset", id).map(({ label: { attributes: _, datasetId: __, ...label } }) => label),
      of.labels.key,
    ),
    "check-results": inOrder(
      tables.checkResults
        .by("dataset", id)
        .map(({ checkResult, labelsetId }) => ({ labelsetId, ...checkResult }))
        .filter(({ labelsetId, sampleId }) => isLabel(sampleId, labelsetId)),
      of["check-results"].key,
    ),
    dismissals: inOrder(
      tables.dismissals
        .by("dataset", id)
        .map(({ dismissal, label }) => ({ ...labelIn(label), ...dismissal }))
        .filter(({ labelsetId, sampleId }) => isLabel(sampleId, labelsetId)),
      of.dismissals.key,
    ),
    issues: inOrder(
      issues.map(({ comments: _, datasetId: __, sampleName: ___, ...issue }) => issue),
      of.issues.key,
    ),
    comments: inOrder(
      issues.flatMap((issue) => issue.comments.map((comment) => ({ issueId: issue.id, ...comment }))),
      of.comments.key,
    ),
    workunits: inOrder(
      tables.workunits
        .by("dataset", id)
        .map(({ answer: _, datasetId: __, digest: ___, ...workunit }) => workunit),
      of.workunits.key,
    ),
    releases: inOrder(
      tables.releases
        .by("dataset", id)
        .filter(({ status }) => status !== "PENDING")
        .map(withoutDataset),
      of.releases.key,
    ),
  }
}

const withoutDataset = <A extends { readonly datasetId: DatasetId }>({
  datasetId: _,
  ...row
}: A): Omit<A, "datasetId"> => row

/** The parts of the key of a label. Ids contain no slash. */
const labelIn = (key: string): { readonly sampleId: SampleId; readonly labelsetId: LabelsetId } => {
  const [sampleId, labelsetId] = key.split("/")
  return { sampleId: sampleId as SampleId, labelsetId: labelsetId as LabelsetId }
}

/** The history of all labels, also of deleted ones. A version without text may have that of another version. */
const versionsOf = (tables: Tables, id: DatasetId): Records["label-versions"] => {
  const refer = labelContents()
  const textOf = ({ attributes, body }: VersionRow) =>
    attributes ?? tables.versions.get(body)?.attributes ?? null
  const rows = tables.versions
    .by("dataset", id)
    .filter(({ labelsetId }) => tables.labelsets.get(labelsetId) !== undefined)
    .map((row) => {
      const { labelsetId, sampleId } = row
      return { labelsetId, sampleId, ...row.entry, attributes: textOf(row), content: null }
    })
  return inOrder(rows, storedRecords["label-versions"].key).map(refer)
}
