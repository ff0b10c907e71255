/** Adds records of an archive to a dataset. False when a name or an id is taken, or when a record refers to one that is missing. */
import { type DatasetId, nameKey } from "@annotary/core"
import type { StoredRecords, StoredSection } from "@annotary/core/effect"
import { isNamed } from "./lookups.ts"
import { collaboratorKey } from "./roles.ts"
import type { Table } from "./Table.ts"
import { keyOf, type Tables } from "./tables.ts"

type Restore<Section extends StoredSection> = (
  tables: Tables,
  datasetId: DatasetId,
  record: StoredRecords[Section],
) => boolean

/** Adds the record to the dataset. */
export const restoreRecord = <Section extends StoredSection>(
  tables: Tables,
  dataset: DatasetId,
  section: Section,
  record: StoredRecords[Section],
): boolean => writers[section](tables, dataset, record)

const put = <Row extends object, Index extends string>(
  table: Table<Row, Index>,
  key: string,
  row: Row,
): boolean => {
  if (table.get(key) !== undefined) return false
  table.put(key, row)
  return true
}

/** Adds to the counts of a dataset: a sample, or the label of one in the ground truth. */
const count = (tables: Tables, datasetId: DatasetId, status: string | null): boolean => {
  const { byStatus, samples } = tables.counts.get(datasetId) ?? { samples: 0, byStatus: {} }
  const counts = new Map(Object.entries(byStatus))
  if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1)
  const more = status === null ? 1 : 0
  tables.counts.put(datasetId, { datasetId, samples: samples + more, byStatus: Object.fromEntries(counts) })
  return true
}

const writers: { readonly [Section in StoredSection]: Restore<Section> } = {
  configurations: ({ configurations }, datasetId, record) =>
    put(configurations, keyOf(datasetId, record.number), { ...record, datasetId }),
  collaborators: ({ collaborators }, datasetId, { role, user }) =>
    put(collaborators, collaboratorKey(datasetId, user), { datasetId, user, role }),
  labelsets: ({ labelsets }, datasetId, record) =>
    !labelsets.by("dataset", datasetId).some(isNamed(record.name)) &&
    put(labelsets, record.id, { ...record, datasetId }),
  samples: (tables, datasetId, record) =>
    put(tables.sampleNames, keyOf(datasetId, record.name), { datasetId, id: record.id }) &&
    put(tables.samples, record.id, { ...record, datasetId }) &&
    count(tables, datasetId, null),
  "label-versions": (
    { labelsets, samples, versions },
    datasetId,
    { attributes, content, labelsetId, sampleId, ...entry },
  ) =>
    labelsets.get(labelsetId)?.datasetId === datasetId &&
    samples.get(sampleId)?.datasetId === datasetId &&
    put(versions, entry.version, {
      datasetId,
      sampleId,
      labelsetId,
      entry,
      body: content ?? entry.version,
      attributes,
    }),
  labels: (tables, datasetId, record) => {
    const version = tables.versions.get(record.version)
    if (version === undefined) return false
    const label = { ...record, datasetId, attributes: null }
    const row = { datasetId, label, body: version.body, writtenDuring: null }
    if (!put(tables.labels, keyOf(record.sampleId, record.labelsetId), row)) return false
    const isTruth = tables.labelsets.get(record.labelsetId)?.isGroundTruth === true
    return !isTruth || count(tables, datasetId, record.status)
  },
  "check-results": (tables, datasetId, { labelsetId, ...checkResult }) =>
    tables.labels.get(keyOf(checkResult.sampleId, labelsetId)) !== undefined &&
    put(tables.checkResults, keyOf(checkResult.sampleId, labelsetId), {
      datasetId,
      labelsetId,
      body: tables.versions.get(checkResult.version)?.body ?? checkResult.version,
      checkResult,
    }),
  dismissals: ({ dismissals, labels }, datasetId, { labelsetId, sampleId, ...dismissal }) => {
    const label = keyOf(sampleId, labelsetId)
    if (labels.get(label) === undefined) return false
    return put(dismissals, keyOf(label, dismissal.warning), { datasetId, label, dismissal })
  },
  issues: ({ issues, samples }, datasetId, record) => {
    const sampleName = samples.get(record.sampleId)?.name
    if (sampleName === undefined) return false
    return put(issues, record.id, { ...record, datasetId, sampleName, comments: [] })
  },
  comments: ({ issues }, _, { issueId, ...comment }) => {
    const issue = issues.get(issueId)
    if (issue === undefined || issue.comments.some(({ id }) => id === comment.id)) return false
    issues.put(issueId, { ...issue, comments: [...issue.comments, comment] })
    return true
  },
  workunits: ({ workunits }, datasetId, record) => {
    const { action, claimId } = record
    const isEnded = claimId !== null && workunits.by("claim", claimId).some((unit) => unit.action !== "save")
    if (isEnded && action !== "save") return false
    return put(workunits, record.id, { ...record, datasetId, digest: null, answer: null })
  },
  releases: ({ releases }, datasetId, record) =>
    !releases.by("dataset", datasetId).some(({ name }) => nameKey(name) === nameKey(record.name)) &&
    put(releases, record.id, { ...record, datasetId }),
}
