/** Adds records of an archive to a dataset that is not visible yet. */
import { HashMap, Option } from "effect"
import type {
  CheckResultRecord,
  DismissalRecord,
  LabelVersionRecord,
  StoredRecords,
  StoredSection,
} from "../domain/archive/storedRecords.ts"
import type { LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { LabelVersion } from "../domain/Label.ts"
import { nameKey } from "../domain/Names.ts"
import { makeOverlap } from "../placement/overlapPlaces.ts"
import { checkResultIn, withCheckResult } from "./checkResultRows.ts"
import { formatAnswerKey } from "./goldStore.ts"
import { formatAcknowledgementKey } from "./guideStore.ts"
import { findOverlapRow, setOverlapRow } from "./overlapRows.ts"
import { type DatasetRows, getLabels } from "./State.ts"

/** The rows with one more record; null when its id or its name is taken, or when it refers to nothing. */
type Writers = {
  readonly [Section in StoredSection]: (
    rows: DatasetRows,
    record: StoredRecords[Section],
  ) => DatasetRows | null
}

/** Adds the record; null when that is not possible. */
export const withRecord = <Section extends StoredSection>(
  section: Section,
  rows: DatasetRows,
  record: StoredRecords[Section],
): DatasetRows | null => writers[section](rows, record)

const addNew = <Key, A>(map: HashMap.HashMap<Key, A>, key: Key, value: A): HashMap.HashMap<Key, A> | null =>
  HashMap.has(map, key) ? null : HashMap.set(map, key, value)

const listVersions = (
  rows: DatasetRows,
  labelset: LabelsetId,
  sample: SampleId,
): ReadonlyArray<LabelVersion> =>
  HashMap.get(rows.histories, labelset).pipe(
    Option.flatMap((all) => HashMap.get(all, sample)),
    Option.getOrElse(() => []),
  )

const findVersion = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId, version: VersionId) =>
  listVersions(rows, labelset, sample).find((one) => one.version === version)

const hasName = (all: Iterable<{ readonly name: string }>, name: string): boolean =>
  [...all].some((one) => nameKey(one.name) === nameKey(name))

const updateInner = <A>(
  map: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, A>>,
  labelset: LabelsetId,
): HashMap.HashMap<SampleId, A> => Option.getOrElse(HashMap.get(map, labelset), () => HashMap.empty())

const writers: Writers = {
  configurations: (rows, record) => {
    const { configurations, dataset } = rows
    if (configurations.some(({ number }) => number === record.number)) return null
    return { ...rows, configurations: [...configurations, { ...record, datasetId: dataset.id }] }
  },
  collaborators: (rows, record) => {
    const collaborators = addNew(rows.collaborators, nameKey(record.user), record)
    return collaborators && { ...rows, collaborators }
  },
  "guide-acknowledgements": (rows, record) => {
    const acknowledgement = { ...record, datasetId: rows.dataset.id }
    const acknowledgements = addNew(rows.acknowledgements, formatAcknowledgementKey(record), acknowledgement)
    return acknowledgements && { ...rows, acknowledgements }
  },
  labelsets: (rows, record) => {
    if (hasName(HashMap.values(rows.labelsets), record.name)) return null
    const labelsets = addNew(rows.labelsets, record.id, { ...record, datasetId: rows.dataset.id })
    return labelsets && { ...rows, labelsets }
  },
  samples: (rows, record) => {
    const samples = addNew(rows.samples, record.id, { ...record, datasetId: rows.dataset.id })
    const sampleNames = addNew(rows.sampleNames, record.name, record.id)
    if (samples === null || sampleNames === null) return null
    const counts = { ...rows.counts, samples: rows.counts.samples + 1 }
    return { ...rows, samples, sampleNames, counts }
  },
  "picture-sizes": (rows, { pictures, sampleId }) => {
    const sample = Option.getOrUndefined(HashMap.get(rows.samples, sampleId))
    if (sample === undefined) return null
    const pictureSizes = addNew(rows.pictureSizes, sampleId, { attributes: sample.attributes, pictures })
    return pictureSizes && { ...rows, pictureSizes }
  },
  "label-versions": withVersion,
  labels: (rows, record) => {
    const version = findVersion(rows, record.labelsetId, record.sampleId, record.version)
    const label = { ...record, datasetId: rows.dataset.id, attributes: version?.attributes ?? null }
    const labels = addNew(getLabels(rows, record.labelsetId), record.sampleId, label)
    if (version === undefined || labels === null) return null
    const next = { ...rows, labels: HashMap.set(rows.labels, record.labelsetId, labels) }
    const labelset = Option.getOrUndefined(HashMap.get(rows.labelsets, record.labelsetId))
    if (labelset?.isGroundTruth !== true) return next
    const { byStatus } = rows.counts
    const counted = { ...byStatus, [record.status]: (byStatus[record.status] ?? 0) + 1 }
    return { ...next, counts: { ...rows.counts, byStatus: counted } }
  },
  overlaps: (rows, record) => {
    if (!HashMap.has(rows.samples, record.sampleId)) return null
    const overlap = { ...makeOverlap({ datasetId: rows.dataset.id, id: record.sampleId }, 1), ...record }
    return findOverlapRow(rows.overlaps, record.sampleId) === undefined
      ? { ...rows, overlaps: setOverlapRow(rows.overlaps, overlap) }
      : null
  },
  "overlap-labels": (rows, record) => {
    if (findOverlapRow(rows.overlaps, record.sampleId) === undefined) return null
    const versions = Option.getOrElse(HashMap.get(rows.overlapLabels, record.sampleId), () => [])
    const isTaken = versions.some((one) => one.labeler === record.labeler && one.version === record.version)
    const label = { ...record, datasetId: rows.dataset.id }
    return isTaken
      ? null
      : { ...rows, overlapLabels: HashMap.set(rows.overlapLabels, record.sampleId, [...versions, label]) }
  },
  "gold-labels": (rows, record) => {
    if (findOverlapRow(rows.overlaps, record.sampleId) === undefined) return null
    const label = { ...record, datasetId: rows.dataset.id }
    const goldLabels = addNew(rows.goldLabels, record.sampleId, label)
    return goldLabels && { ...rows, goldLabels }
  },
  "gold-answers": (rows, record) => {
    if (!HashMap.has(rows.samples, record.sampleId)) return null
    const answer = { ...record, datasetId: rows.dataset.id }
    const goldAnswers = addNew(rows.goldAnswers, formatAnswerKey(record), answer)
    return goldAnswers && { ...rows, goldAnswers }
  },
  "gold-people": (rows, record) => {
    const goldTurns = addNew(rows.goldTurns, record.user, { ...record, datasetId: rows.dataset.id })
    return goldTurns && { ...rows, goldTurns }
  },
  "check-results": restoreCheckResult,
  dismissals: withDismissal,
  issues: (rows, record) => {
    const sample = Option.getOrUndefined(HashMap.get(rows.samples, record.sampleId))
    if (sample === undefined) return null
    const issue = { ...record, datasetId: rows.dataset.id, sampleName: sample.name, comments: [] }
    const issues = addNew(rows.issues, record.id, issue)
    return issues && { ...rows, issues }
  },
  comments: (rows, { issueId, ...comment }) => {
    const issue = Option.getOrUndefined(HashMap.get(rows.issues, issueId))
    if (issue === undefined || issue.comments.some(({ id }) => id === comment.id)) return null
    const next = { ...issue, comments: [...issue.comments, comment] }
    return { ...rows, issues: HashMap.set(rows.issues, issueId, next) }
  },
  workunits: (rows, record) => {
    const unit = { ...record, datasetId: rows.dataset.id, digest: null, answer: null }
    const workunits = addNew(rows.workunits, record.id, unit)
    return workunits && { ...rows, workunits }
  },
  predictions: (rows, record) => {
    const prediction = { ...record, datasetId: rows.dataset.id, digest: null, answer: null }
    const predictions = addNew(rows.predictions, record.claimId, prediction)
    return predictions && { ...rows, predictions }
  },
  releases: (rows, record) => {
    if (hasName(HashMap.values(rows.releases), record.name)) return null
    const { statements, ...release } = record
    const releases = addNew(rows.releases, record.id, { ...release, datasetId: rows.dataset.id })
    return releases && { ...rows, releases, statements: HashMap.set(rows.statements, record.id, statements) }
  },
  "release-audits": (rows, record) => {
    if (!HashMap.has(rows.releases, record.releaseId)) return null
    const audit = { ...record, datasetId: rows.dataset.id }
    const audits = addNew(rows.audits, record.id, { audit, strata: [], draws: [], exclusions: [] })
    return audits && { ...rows, audits }
  },
  "audit-strata": (rows, record) => {
    const row = Option.getOrUndefined(HashMap.get(rows.audits, record.auditId))
    if (row === undefined || row.strata.some(({ number }) => number === record.number)) return null
    const strata = [...row.strata, { ...record, datasetId: rows.dataset.id }]
    return { ...rows, audits: HashMap.set(rows.audits, record.auditId, { ...row, strata }) }
  },
  "audit-draws": (rows, record) => {
    const row = Option.getOrUndefined(HashMap.get(rows.audits, record.auditId))
    if (row === undefined || (row.draws.at(-1)?.number ?? 0) >= record.number) return null
    const draw = { ...record, datasetId: rows.dataset.id, claimId: null, expiresAt: null }
    return {
      ...rows,
      audits: HashMap.set(rows.audits, record.auditId, { ...row, draws: [...row.draws, draw] }),
    }
  },
  "audit-exclusions": (rows, record) => {
    const row = Option.getOrUndefined(HashMap.get(rows.audits, record.auditId))
    const isTaken = row?.exclusions.some((one) => one.number === record.number && one.user === record.user)
    if (row === undefined || isTaken) return null
    const exclusion = { ...record, datasetId: rows.dataset.id }
    return {
      ...rows,
      audits: HashMap.set(rows.audits, record.auditId, {
        ...row,
        exclusions: [...row.exclusions, exclusion],
      }),
    }
  },
}

function withVersion(rows: DatasetRows, record: LabelVersionRecord): DatasetRows | null {
  const { attributes, content, labelsetId, sampleId, ...entry } = record
  if (!HashMap.has(rows.labelsets, labelsetId) || !HashMap.has(rows.samples, sampleId)) return null
  const versions = listVersions(rows, labelsetId, sampleId)
  const source =
    content === null || content === record.version
      ? undefined
      : findVersion(rows, labelsetId, sampleId, content)
  const isDangling = content !== null && content !== record.version && source === undefined
  if (isDangling || versions.some(({ version }) => version === record.version)) return null
  const version = { ...entry, attributes: source === undefined ? attributes : source.attributes }
  const histories = HashMap.set(updateInner(rows.histories, labelsetId), sampleId, [version, ...versions])
  return { ...rows, histories: HashMap.set(rows.histories, labelsetId, histories) }
}

const hasLabel = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): boolean =>
  HashMap.has(getLabels(rows, labelset), sample)

function restoreCheckResult(
  rows: DatasetRows,
  { labelsetId, ...checkResult }: CheckResultRecord,
): DatasetRows | null {
  const { sampleId, version } = checkResult
  const row = checkResultIn(rows, labelsetId, sampleId)
  if (row.checkResult !== null || !hasLabel(rows, labelsetId, sampleId)) return null
  const body = findVersion(rows, labelsetId, sampleId, version)?.attributes ?? null
  return withCheckResult(rows, labelsetId, sampleId, { ...row, checkResult, body })
}

function withDismissal(
  rows: DatasetRows,
  { labelsetId, sampleId, ...dismissal }: DismissalRecord,
): DatasetRows | null {
  const row = checkResultIn(rows, labelsetId, sampleId)
  const isThere = row.dismissals.some(({ warning }) => warning === dismissal.warning)
  if (isThere || !hasLabel(rows, labelsetId, sampleId)) return null
  return withCheckResult(rows, labelsetId, sampleId, { ...row, dismissals: [...row.dismissals, dismissal] })
}
