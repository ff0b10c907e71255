/** Writes labels: the current row, the history row, and the body where it is new. Each operation runs inside a transaction. */
import type {
  Label,
  LabelAction,
  LabelChange,
  LabelHistoryEntry,
  LabelRewrite,
  SampleId,
  VersionId,
} from "@annotary/core/effect"
import type { SqlError, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { noteWrittenLabels } from "../../database/ownLocks.ts"
import { type DialectLookups, toFragment } from "../../dialect/lookups.ts"
import { nullable, number, type Primitive, type RawRow, text } from "../../rows/columns.ts"
import { historyEntries, labelHeads } from "../../rows/labels.ts"
import { encodeObjects } from "../../rows/objectTotals.ts"
import { splitIntoChunks } from "../../rows/results.ts"
import { isOwnEffective, selectStagingChange, setByWriters } from "../../rows/stagedLabels.ts"
import { insertOne } from "../../statements/insertOne.ts"
import { updateRows } from "../../statements/updateRows.ts"
import { makeStagedWrites } from "./stagedWrites.ts"

const content = nullable(text("content"))
const sampleIdColumn = text<SampleId>("sample_id")
const stagedVersion = nullable(text("staged_version"))
const staging = nullable(number<number>("staging"))

const headColumns = labelHeads.names
const changedColumns = headColumns.filter(
  (column) => column !== "dataset_id" && column !== "labelset_id" && column !== "sample_id",
)

/** The statements that write one label. */
const makeTexts = ({ stagingNumber }: DialectLookups) => {
  const besides = Object.entries(setByWriters(stagingNumber.text)).map((entry) => entry.join(" = "))
  const makeReplaceText = (columns: ReadonlyArray<string>, end = ""): string =>
    `UPDATE labels SET ${[...columns.map((column) => `${column} = ?`), ...besides].join(", ")}
   WHERE dataset_id = ? AND labelset_id = ? AND sample_id = ? AND version = ? AND ${isOwnEffective("labels")} ${end}`
  return {
    create: `INSERT INTO labels (${headColumns.join(", ")}, content, written_during)
  VALUES (${headColumns.map(() => "?").join(", ")}, ?, ${stagingNumber.text}) ON CONFLICT DO NOTHING`,
    replace: makeReplaceText([...changedColumns, "content"]),
    replaceHead: makeReplaceText(changedColumns, "RETURNING content"),
  }
}

export const makeLabelWrites = (database: DatabaseShape) => {
  const { change: changeRows, dialect, execute, sql, send } = database
  const { stagingNumber } = dialect
  const texts = makeTexts(dialect)
  const insertInto = database.insertRows
  const insertBody = insertOne(execute, "label_contents")
  const insertVersion = insertOne(execute, "label_versions")
  const staged = makeStagedWrites(database)
  const ownCounting = sql.literal(isOwnEffective("labels"))
  const updateAll = updateRows(database)
  return { create, replace, createMany, writeMany, remove }

  function matchLabel({ datasetId, labelsetId, sampleId }: Label): Statement.Fragment {
    return sql`dataset_id = ${datasetId} AND labelset_id = ${labelsetId} AND sample_id = ${sampleId}`
  }

  function create(label: Label, change: LabelChange) {
    return Effect.gen(function* () {
      const row = labelHeads.encode(label)
      const values = headColumns.map((column) => row[column] ?? null)
      const made = yield* changeRows(texts.create, [
        ...values,
        getContentId(label),
        ...stagingNumber.params(label.datasetId),
      ])
      if (made === 0) return false
      yield* noteWrittenLabels([label], getContentId)
      yield* keepBody(label)
      yield* keepVersion(toVersionRow(label, toHistoryEntry(label, change), getContentId(label)))
      return true
    })
  }

  function replace(label: Label, change: LabelChange, expected: VersionId, sameBody: boolean) {
    return Effect.gen(function* () {
      const head = labelHeads.encode(label)
      const values = changedColumns.map((column) => head[column] ?? null)
      const key = [
        ...stagingNumber.params(label.datasetId),
        label.datasetId,
        label.labelsetId,
        label.sampleId,
        expected,
      ]
      const body = yield* retryAfterFold(
        label,
        sameBody
          ? Effect.map(
              execute(texts.replaceHead, [...values, ...key]),
              ([row]) => row && content.read(row.content),
            )
          : Effect.map(changeRows(texts.replace, [...values, getContentId(label), ...key]), (changed) =>
              changed === 0 ? undefined : getContentId(label),
            ),
      )
      if (body === undefined) return false
      yield* noteWrittenLabels([label], () => body)
      if (!sameBody) yield* keepBody(label)
      yield* keepVersion(toVersionRow(label, toHistoryEntry(label, change), body))
      return true
    })
  }

  /**
   * Repeats a write that matched no row after folding the label's staged version: an effective staged version hides the label's
   * own, which the write expects. An attempt that matched no row is undefined.
   */
  function retryAfterFold<A>(
    label: Label,
    attempt: Effect.Effect<A | undefined, SqlError.SqlError>,
  ): Effect.Effect<A | undefined, SqlError.SqlError> {
    return Effect.flatMap(attempt, (done) =>
      done === undefined ? Effect.zipRight(staged.fold(matchLabel(label)), attempt) : Effect.succeed(done),
    )
  }

  function createMany(labels: ReadonlyArray<Label>, action: LabelAction) {
    return Effect.gen(function* () {
      const first = labels[0]
      if (first === undefined) return
      const during = yield* sql<RawRow>`SELECT ${toFragment(sql, stagingNumber, first.datasetId)} AS staging`
      const written_during = staging.read(during[0]?.staging ?? null)
      const rows = labels.map((label) => ({
        ...labelHeads.encode(label),
        content: getContentId(label),
        written_during,
      }))
      yield* insertInto({ table: "labels", rows })
      yield* noteWrittenLabels(labels, getContentId)
      yield* insertInto({ table: "label_contents", rows: labels.flatMap(toBodyRows) })
      const versions = labels.map((label) => {
        const change = { action, from: null, by: label.updatedBy, at: label.updatedAt }
        return toVersionRow(label, toHistoryEntry(label, change), getContentId(label))
      })
      yield* insertInto({ table: "label_versions", rows: versions })
    })
  }

  /** Labels that were not written because of an effective staged version are folded and tried once more. */
  function writeMany(rewrites: ReadonlyArray<LabelRewrite>) {
    return Effect.gen(function* () {
      const first = rewrites[0]
      if (first === undefined) return new Set<SampleId>()
      const changed = [...(yield* updateLabels(rewrites))]
      if (changed.length < rewrites.length) {
        const done = new Set(changed.map((row) => sampleIdColumn.read(row.sample_id)))
        const left = rewrites.filter(({ label }) => !done.has(label.sampleId))
        const { datasetId, labelsetId } = first.label
        for (const chunk of splitIntoChunks(left.map(({ label }) => label.sampleId)))
          yield* staged.fold(
            sql`dataset_id = ${datasetId} AND labelset_id = ${labelsetId} AND ${sql.in("sample_id", chunk)}`,
          )
        changed.push(...(yield* updateLabels(left)))
      }
      const bodies = new Map(
        changed.map((row) => [sampleIdColumn.read(row.sample_id), content.read(row.content)]),
      )
      const versions = rewrites.flatMap(({ change, label }) => {
        const body = bodies.get(label.sampleId)
        return body === undefined ? [] : [toVersionRow(label, toHistoryEntry(label, change), body)]
      })
      yield* insertInto({ table: "label_versions", rows: versions })
      return new Set(bodies.keys())
    })
  }

  function updateLabels(rewrites: ReadonlyArray<LabelRewrite>) {
    return updateAll({
      table: "labels",
      rows: rewrites.map(({ expected, expectedAt, label }) => {
        const { created_at, created_by, ...row } = labelHeads.encode(label)
        return Object.assign(row, { expected, expected_at: expectedAt })
      }),
      key: ["dataset_id", "labelset_id", "sample_id"],
      // With the time as well, a planner that uses the index of times finds each label directly instead of scanning all times.
      expected: { expected: "version", expected_at: "updated_at" },
      condition: isOwnEffective("labels"),
      computed: setByWriters(selectStagingChange("labels.dataset_id")),
      returning: ["sample_id", "content"],
    })
  }

  function keepBody(label: Label) {
    const [row] = toBodyRows(label)
    database.recentBodies.keep(label, label.version)
    return row === undefined ? Effect.void : send("LabelStore.write", insertBody(row))
  }

  function keepVersion(row: Record<string, Primitive>) {
    return send("LabelStore.write", insertVersion(row))
  }

  function remove(label: Label, change: LabelChange, version: VersionId) {
    return Effect.gen(function* () {
      const row = yield* retryAfterFold(
        label,
        Effect.map(
          sql<RawRow>`DELETE FROM labels WHERE ${matchLabel(label)} AND version = ${label.version} AND ${ownCounting}
          RETURNING staged_version`,
          (rows) => rows[0],
        ),
      )
      if (row === undefined) return false
      const superseded = stagedVersion.read(row.staged_version)
      if (superseded !== null) yield* staged.forgetBodies(label.datasetId, [superseded])
      const entry = { ...toHistoryEntry(label, change), version, to: null, score: null, rating: null }
      yield* keepVersion(toVersionRow(label, entry, null))
      return true
    })
  }
}

/** The version under which the label's own body is stored; null without a body. */
const getContentId = (label: Label): string | null => (label.attributes === null ? null : label.version)

const toBodyRows = (label: Label): ReadonlyArray<Record<string, Primitive>> =>
  label.attributes === null
    ? []
    : [{ dataset_id: label.datasetId, id: label.version, attributes: label.attributes }]

const toHistoryEntry = (label: Label, change: LabelChange): LabelHistoryEntry => ({
  version: label.version,
  at: change.at,
  by: change.by,
  action: change.action,
  from: change.from,
  to: label.status,
  score: label.score,
  rating: label.rating,
})

const toVersionRow = (
  label: Label,
  entry: LabelHistoryEntry,
  stored: string | null,
): Record<string, Primitive> => ({
  dataset_id: label.datasetId,
  labelset_id: label.labelsetId,
  sample_id: label.sampleId,
  ...historyEntries.encode(entry),
  content: stored,
  objects: label.attributes === null || stored !== label.version ? null : encodeObjects(label.attributes),
})
