/**
 * The queries of the records of an archive. Plain text with one parameter, the dataset, because a worker thread with its own
 * connection may read them. Deleted samples and labelsets, and what belongs to them, are left out.
 *
 * Each section reads one table, and looks others up row by row: a planner without statistics would join whole tables for each page.
 */
import type { StoredRecords, StoredSection, WholeLabelVersion } from "@annotary/core/effect"
import { type RawRow, type Table, table, text } from "../rows/columns.ts"
import { configurations, guideAcknowledgements, labelsets } from "../rows/datasets.ts"
import { signedReleases } from "../rows/files.ts"
import { goldAnswers, goldLabels, goldTurns } from "../rows/gold.ts"
import { decodeBody, historyEntries, labelHeads } from "../rows/labels.ts"
import { overlapHeads, overlapLabels } from "../rows/overlaps.ts"
import { predictions } from "../rows/predictions.ts"
import { archivedDraws, auditExclusions, auditStrata, releaseAudits } from "../rows/releaseAudits.ts"
import { sampleBodies, sampleHeads } from "../rows/samples.ts"
import { checkResults, dismissals } from "../rows/warnings.ts"
import { comments, issueHeads, workunits } from "../rows/work.ts"

/** The rows of one section. */
export interface Source<A> {
  /** Columns of the table that order the rows, as `storedRecords` orders the records. */
  readonly key: ReadonlyArray<string>
  /** A place before every row, where the columns are not text. */
  readonly first?: ReadonlyArray<number | string>
  readonly select: string
  /** The table `r` and the conditions. */
  readonly from: string
  /** The free texts of a row. */
  readonly texts: ReadonlyArray<string>
  readonly decode: (row: RawRow) => A
}

type Sources = {
  readonly [Section in StoredSection]: Source<
    Section extends "label-versions" ? WholeLabelVersion : StoredRecords[Section]
  >
}

/** A condition: the row that a query looks up exists. Not EXISTS, which planners turn into joins. */
const hasRow = (query: string): string => `(SELECT 1 FROM ${query}) = 1`

/** Written so that it matches no partial index, which a planner without statistics would scan. */
const isLive = (alias: string): string => `COALESCE(${alias}.deleted_at, '') = ''`

const hasLiveSample = (dataset: string, sample: string): string =>
  hasRow(`samples live WHERE live.dataset_id = ${dataset} AND live.id = ${sample} AND ${isLive("live")}`)

const isSampleLive = (alias: string): string => hasLiveSample(`${alias}.dataset_id`, `${alias}.sample_id`)

const isLabelsetLive = (alias: string): string =>
  hasRow(`labelsets layer WHERE layer.dataset_id = ${alias}.dataset_id AND layer.id = ${alias}.labelset_id
    AND ${isLive("layer")}`)

const hasLabel = (alias: string): string =>
  hasRow(`labels own WHERE own.dataset_id = ${alias}.dataset_id AND own.labelset_id = ${alias}.labelset_id
    AND own.sample_id = ${alias}.sample_id`)

const isLayerLive = (alias: string): string => `${isSampleLive(alias)} AND ${isLabelsetLive(alias)}`

/** A column of the content of a sample or a version. */
const selectContent = (column: string, of: string): string =>
  `(SELECT body.${column} FROM ${of} body WHERE body.dataset_id = r.dataset_id AND body.id = r.content)`

const selectSampleContent = (column: string): string => selectContent(column, "sample_versions")
const versionAttributes = selectContent("attributes", "label_contents")

const collaborators = table<StoredRecords["collaborators"]>({ user: text("username"), role: text("role") })

const pictureSizes = table<StoredRecords["picture-sizes"]>({
  sampleId: text("sample_id"),
  pictures: text("pictures"),
})

type LabelKey = Pick<WholeLabelVersion, "labelsetId" | "sampleId">
const labelKeys = table<LabelKey>({ labelsetId: text("labelset_id"), sampleId: text("sample_id") })
const layer = table<Pick<LabelKey, "labelsetId">>({ labelsetId: text("labelset_id") })
const issueKey = table<Pick<StoredRecords["comments"], "issueId">>({ issueId: text("issue_id") })

/** Without the answer, which may be long and is not part of the record. */
const unitColumns = workunits.names.filter((name) => name !== "answer")

/** Without the request and the answer, which are not part of the record. */
const predictionColumns = predictions.select("r", "", { digest: "NULL", answer: "NULL" })

const selectColumns = (...tables: ReadonlyArray<Pick<Table<object>, "select">>): string =>
  tables.map((one) => one.select("r")).join(", ")

/** Leaves out fields that are not part of the record. */
const omitKeys = <A extends object, Key extends keyof A & string>(
  value: A,
  ...keys: ReadonlyArray<Key>
): Omit<A, Key> => {
  const rest: Partial<A> = { ...value }
  for (const key of keys) delete rest[key]
  // Only those keys are gone.
  return rest as Omit<A, Key>
}

const decodeAttributes = (row: RawRow) => ({ attributes: decodeBody(row) })

export const sources: Sources = {
  configurations: {
    key: ["number"],
    first: [0],
    select: configurations.select("r"),
    from: "configuration_versions r WHERE r.dataset_id = ?",
    texts: ["r.configuration"],
    decode: (row) => omitKeys(configurations.decode(row), "datasetId"),
  },
  collaborators: {
    key: ["username"],
    select: collaborators.select("r"),
    from: "collaborators r WHERE r.dataset_id = ?",
    texts: [],
    decode: collaborators.decode,
  },
  "guide-acknowledgements": {
    key: ["username", "version"],
    select: guideAcknowledgements.select("r"),
    from: "guide_acknowledgements r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => omitKeys(guideAcknowledgements.decode(row), "datasetId"),
  },
  labelsets: {
    key: ["id"],
    select: labelsets.select("r"),
    from: `labelsets r WHERE r.dataset_id = ? AND ${isLive("r")}`,
    texts: ["r.description"],
    decode: (row) => omitKeys(labelsets.decode(row), "datasetId"),
  },
  samples: {
    key: ["id"],
    select: `${sampleHeads.select("r")}, ${sampleBodies.names.map((name) => `${selectSampleContent(name)} AS "${name}"`).join(", ")}`,
    from: `samples r WHERE r.dataset_id = ? AND ${isLive("r")}`,
    texts: sampleBodies.names.map(selectSampleContent),
    decode: (row) => ({ ...omitKeys(sampleHeads.decode(row), "datasetId"), ...sampleBodies.decode(row) }),
  },
  "picture-sizes": {
    key: ["sample_id"],
    select: pictureSizes.select("r"),
    from: `picture_sizes r WHERE r.dataset_id = ? AND ${hasRow(`samples own WHERE own.dataset_id = r.dataset_id
      AND own.id = r.sample_id AND own.content = r.content AND ${isLive("own")}`)}`,
    texts: ["r.pictures"],
    decode: pictureSizes.decode,
  },
  "label-versions": {
    key: ["labelset_id", "sample_id", "version"],
    select: `${selectColumns(labelKeys, historyEntries)}, ${versionAttributes} AS "attributes"`,
    from: `label_versions r WHERE r.dataset_id = ? AND ${isLayerLive("r")}`,
    texts: [versionAttributes],
    decode: (row) => ({ ...labelKeys.decode(row), ...historyEntries.decode(row), ...decodeAttributes(row) }),
  },
  labels: {
    key: ["labelset_id", "sample_id"],
    select: labelHeads.select("r"),
    from: `labels r WHERE r.dataset_id = ? AND ${isLayerLive("r")}`,
    texts: [],
    decode: (row) => omitKeys(labelHeads.decode(row), "datasetId"),
  },
  overlaps: {
    key: ["sample_id"],
    select: overlapHeads.select("r"),
    from: `overlap_samples r WHERE r.dataset_id = ? AND ${isSampleLive("r")}`,
    texts: [],
    decode: (row) => omitKeys(overlapHeads.decode(row), "datasetId", "np"),
  },
  "overlap-labels": {
    key: ["sample_id", "labeler", "version"],
    select: overlapLabels.select("r"),
    from: `overlap_labels r WHERE r.dataset_id = ? AND ${isSampleLive("r")}`,
    texts: ["r.attributes", "r.comment"],
    decode: (row) => omitKeys(overlapLabels.decode(row), "datasetId"),
  },
  "gold-labels": {
    key: ["sample_id"],
    select: goldLabels.select("r"),
    from: `gold_labels r WHERE r.dataset_id = ? AND ${isSampleLive("r")}`,
    texts: ["r.attributes"],
    decode: (row) => omitKeys(goldLabels.decode(row), "datasetId"),
  },
  "gold-answers": {
    key: ["sample_id", "username"],
    select: goldAnswers.select("r"),
    from: `gold_answers r WHERE r.dataset_id = ? AND ${isSampleLive("r")}`,
    texts: [],
    decode: (row) => omitKeys(goldAnswers.decode(row), "datasetId"),
  },
  "gold-people": {
    key: ["username"],
    select: goldTurns.select("r"),
    from: "gold_people r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => omitKeys(goldTurns.decode(row), "datasetId"),
  },
  "check-results": {
    key: ["sample_id", "labelset_id"],
    select: selectColumns(layer, checkResults),
    from: `label_verdicts r WHERE r.dataset_id = ? AND ${isLayerLive("r")} AND ${hasLabel("r")}`,
    texts: ["r.warnings"],
    decode: (row) => ({ ...layer.decode(row), ...checkResults.decode(row) }),
  },
  dismissals: {
    key: ["sample_id", "labelset_id", "warning_id"],
    select: selectColumns(labelKeys, dismissals),
    from: `warning_dismissals r WHERE r.dataset_id = ? AND ${isLayerLive("r")} AND ${hasLabel("r")}`,
    texts: ["r.reason"],
    decode: (row) => ({ ...labelKeys.decode(row), ...dismissals.decode(row) }),
  },
  issues: {
    key: ["id"],
    select: issueHeads.select("r"),
    from: `issues r WHERE r.dataset_id = ? AND ${isSampleLive("r")}`,
    texts: ["r.description", "r.anchor"],
    decode: (row) => omitKeys(issueHeads.decode(row), "datasetId"),
  },
  comments: {
    key: ["issue_id", "id"],
    select: selectColumns(issueKey, comments),
    from: `comments r WHERE r.dataset_id = ? AND ${hasRow(`issues i WHERE i.dataset_id = r.dataset_id
      AND i.id = r.issue_id AND ${isSampleLive("i")}`)}`,
    texts: ["r.body"],
    decode: (row) => ({ ...issueKey.decode(row), ...comments.decode(row) }),
  },
  workunits: {
    key: ["id"],
    select: unitColumns.map((name) => `r.${name} AS "${name}"`).join(", "),
    from: "workunits r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => omitKeys(workunits.decode(row), "datasetId", "digest", "answer"),
  },
  predictions: {
    key: ["claim_id"],
    select: predictionColumns,
    from: "predictions r WHERE r.dataset_id = ?",
    texts: ["r.reason"],
    decode: (row) => omitKeys(predictions.decode(row), "datasetId", "digest", "answer"),
  },
  releases: {
    key: ["id"],
    select: signedReleases.select("r"),
    from: "releases r WHERE r.dataset_id = ? AND r.status <> 'PENDING'",
    texts: ["r.description"],
    decode: (row) => omitKeys(signedReleases.decode(row), "datasetId"),
  },
  "release-audits": {
    key: ["id"],
    select: releaseAudits.select("r"),
    // Nobody prepares an audit of a copy.
    from: "release_audits r WHERE r.dataset_id = ? AND r.state <> 'preparing'",
    texts: [],
    decode: (row) => omitKeys(releaseAudits.decode(row), "datasetId"),
  },
  "audit-strata": {
    key: ["audit_id", "number"],
    first: ["", -1],
    select: auditStrata.select("r"),
    from: "audit_strata r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => omitKeys(auditStrata.decode(row), "datasetId"),
  },
  "audit-draws": {
    key: ["audit_id", "number"],
    first: ["", 0],
    select: archivedDraws.select("r", "", { holder: "CASE WHEN r.outcome IS NOT NULL THEN r.holder END" }),
    from: "audit_draws r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => archivedDraws.decode(row),
  },
  "audit-exclusions": {
    key: ["audit_id", "number", "username"],
    first: ["", 0, ""],
    select: auditExclusions.select("r"),
    from: "audit_exclusions r WHERE r.dataset_id = ?",
    texts: [],
    decode: (row) => omitKeys(auditExclusions.decode(row), "datasetId"),
  },
}
