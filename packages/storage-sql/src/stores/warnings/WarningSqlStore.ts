/**
 * WarningStore in SQL. Every change of a label's warnings locks the label's row first, so that check results, dismissals and
 * counts change together. The lock is a separate statement, so that the next statement sees everything committed before it.
 */
import {
  type LabelLayer,
  type LabelWarnings,
  type RuleCounts,
  type SampleId,
  type StoredCheckResult,
  type StoredDismissal,
  type WarningId,
  WarningStore,
  type WarningsBefore,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database, type DatabaseShape } from "../../database/Database.ts"
import { findWrittenLabels, isLockMissing, type WrittenLabel } from "../../database/ownLocks.ts"
import { nullable, type RawRow, text, toNumber } from "../../rows/columns.ts"
import { selectCurrentContent, selectCurrentVersion } from "../../rows/stagedLabels.ts"
import { checkResults, dismissals } from "../../rows/warnings.ts"
import { selectDatasetOfLabelset } from "../labels/labelQueries.ts"
import { addDifferences, CountDifferences, readTotals } from "./warningCounts.ts"

const checkResultColumns = checkResults.select("v", "v_")
/** In place of a text of megabytes. A decoder that reads a row without a check result stops before. */
const checkResultHeads = checkResults.select("v", "v_", { warnings: "'[]'" })
const dismissalColumns = dismissals.select("d")
const content = nullable(text("content"))
const sampleId = text<SampleId>("sample_id")
const labelsetId = text<LabelLayer["labelsetId"]>("labelset_id")
const replaced = checkResults.names
  .filter((name) => name !== "sample_id")
  .concat("content")
  .map((name) => `${name} = excluded.${name}`)
  .join(", ")

export const WarningSqlStore = Layer.effect(
  WarningStore,
  Effect.map(Database, (database) => {
    const { atomic, query } = database
    const { dismiss, find, forget, keep, restore } = makeWarningStatements(database)
    return WarningStore.of({
      find: (layer, samples, full = true) => query("WarningStore.find", find(layer, samples, full)),
      keep: (layer, all, before) => atomic("WarningStore.keep", keep(layer, all, before)),
      dismiss: (...of) => atomic("WarningStore.dismiss", dismiss(...of)),
      restore: (...of) => atomic("WarningStore.restore", restore(...of)),
      forget: (...of) => atomic("WarningStore.forget", forget(...of)),
      totals: (layer) => query("WarningStore.totals", readTotals(database, layer)),
    })
  }),
)

const makeWarningStatements = (database: DatabaseShape) => {
  const { dialect, sql } = database
  const insertInto = database.insertRows
  /** The rows of `lockLabels` behind answers of `find`. */
  const rowsOfAnswers = new WeakMap<ReadonlyMap<SampleId, LabelWarnings>, ReadonlyArray<RawRow>>()
  return { find, keep, dismiss, restore, forget }

  /**
   * Reads the labels of a live labelset with their check results. Inside a transaction it locks the labels first, by a separate
   * statement, so that the next one sees everything that was committed before.
   */
  function lockLabels(layer: LabelLayer, samples: ReadonlyArray<SampleId>, full = false) {
    const { datasetId, labelsetId: labelset } = layer
    const which = sql`l.dataset_id = ${selectDatasetOfLabelset(database, labelset)} AND l.labelset_id = ${labelset}
      AND ${sql.in("l.sample_id", samples)} ORDER BY l.sample_id`
    const lock = dialect.lockRows(
      () => sql`SELECT l.sample_id FROM labels l WHERE ${which} ${sql.literal(dialect.forUpdate)}`,
    )
    return Effect.zipRight(
      Effect.flatMap(isLockMissing(layer.labelsetId, samples), (isMissing) =>
        isMissing ? lock : Effect.void,
      ),
      sql<RawRow>`SELECT l.sample_id AS "sample_id", ${sql.literal(selectCurrentVersion("l"))} AS "version",
          ${sql.literal(selectCurrentContent("l"))} AS "content", ${sql.literal(full ? checkResultColumns : checkResultHeads)}, v.content AS "v_content",
          CASE WHEN EXISTS (SELECT 1 FROM warning_dismissals d WHERE d.dataset_id = ${datasetId} AND d.labelset_id = ${labelset}
            AND d.sample_id = l.sample_id) THEN 1 ELSE 0 END AS "dismissals"
        FROM labels l LEFT JOIN label_verdicts v
          ON v.dataset_id = l.dataset_id AND v.labelset_id = l.labelset_id AND v.sample_id = l.sample_id WHERE ${which}`,
    )
  }

  function matchLayer({ datasetId, labelsetId: labelset }: LabelLayer) {
    return sql`dataset_id = ${datasetId} AND labelset_id = ${labelset}`
  }

  function find(layer: LabelLayer, samples: ReadonlyArray<SampleId>, full: boolean) {
    return Effect.gen(function* () {
      const warnings = new Map<SampleId, LabelWarnings>()
      const labels = yield* lockLabels(layer, samples, full)
      rowsOfAnswers.set(warnings, labels)
      const reasons = new Map<SampleId, Array<StoredDismissal>>()
      const rows = !labels.some(({ dismissals }) => toNumber("dismissals", dismissals) > 0)
        ? []
        : yield* sql<RawRow>`SELECT d.sample_id AS "sample_id", ${sql.literal(dismissalColumns)}
        FROM warning_dismissals d WHERE ${matchLayer(layer)} AND ${sql.in("d.sample_id", samples)} ORDER BY d.warning_id`
      for (const row of rows) {
        const sample = sampleId.read(row.sample_id)
        const sampleReasons = reasons.get(sample)
        if (sampleReasons === undefined) reasons.set(sample, [dismissals.decode(row)])
        else sampleReasons.push(dismissals.decode(row))
      }
      for (const label of labels) {
        const sample = sampleId.read(label.sample_id)
        const checkResult = decodeCheckResult(label)
        warnings.set(sample, {
          checkResult,
          fresh: checkResult !== null && readCheckedContent(label) === content.read(label.content),
          dismissals: reasons.get(sample) ?? [],
        })
      }
      return warnings
    })
  }

  function keep(layer: LabelLayer, all: ReadonlyArray<StoredCheckResult>, before?: WarningsBefore) {
    return Effect.gen(function* () {
      if (all.length === 0) return new Set<SampleId>()
      const samples = all.map((checkResult) => checkResult.sampleId)
      const rows =
        before === "none"
          ? (yield* findWrittenLabels(layer.labelsetId, samples))?.map(toUncheckedRow)
          : before && rowsOfAnswers.get(before)
      const labels = indexBySample(rows ?? (yield* lockLabels(layer, samples)))
      const checked = yield* readContents(layer, all, labels)
      const accepted = all.filter((checkResult) => {
        const label = labels.get(checkResult.sampleId)
        const checkedVersion = checked.get(checkResult.sampleId)
        if (
          label === undefined ||
          checkedVersion === undefined ||
          content.read(label.content) !== checkedVersion.content
        )
          return false
        const old = decodeCheckResult(label)
        return (
          old === null ||
          readCheckedContent(label) !== checkedVersion.content ||
          old.configVersion <= checkResult.configVersion
        )
      })
      const place = { dataset_id: layer.datasetId, labelset_id: layer.labelsetId }
      yield* insertInto({
        table: "label_verdicts",
        rows: accepted.map((checkResult) => ({
          ...place,
          ...checkResults.encode(checkResult),
          content: checked.get(checkResult.sampleId)?.content ?? null,
        })),
        conflict: `ON CONFLICT (dataset_id, sample_id, labelset_id) DO UPDATE SET ${replaced}`,
      })
      const differences = new CountDifferences()
      for (const checkResult of accepted) {
        const label = labels.get(checkResult.sampleId)
        differences.recordChange(
          layer.labelsetId,
          label === undefined ? null : decodeCheckResult(label),
          checkResult,
        )
      }
      yield* addDifferences(sql, dialect, layer.datasetId, differences)
      return new Set(accepted.map((checkResult) => checkResult.sampleId))
    })
  }

  /**
   * The contents of the versions that were checked; labels without such a version are left out. The label's row is read first:
   * most check results are of the effective version, and a staged version is not in the history until it is folded.
   */
  function readContents(
    layer: LabelLayer,
    all: ReadonlyArray<StoredCheckResult>,
    labels: ReadonlyMap<SampleId, RawRow>,
  ) {
    return Effect.gen(function* () {
      const contents = new Map<SampleId, { readonly content: string | null }>()
      const earlier: Array<StoredCheckResult> = []
      for (const checkResult of all) {
        const label = labels.get(checkResult.sampleId)
        if (label === undefined) continue
        if (label.version === checkResult.version)
          contents.set(checkResult.sampleId, { content: content.read(label.content) })
        else earlier.push(checkResult)
      }
      if (earlier.length === 0) return contents
      const samples = earlier.map((checkResult) => checkResult.sampleId)
      const versions = earlier.map((checkResult) => checkResult.version)
      const rows =
        yield* sql<RawRow>`SELECT h.sample_id AS "sample_id", h.content AS "content" FROM label_versions h
        WHERE ${matchLayer(layer)} AND ${sql.in("h.sample_id", samples)} AND ${sql.in("h.version", versions)}`
      for (const row of rows)
        contents.set(sampleId.read(row.sample_id), { content: content.read(row.content) })
      return contents
    })
  }

  function dismiss(layer: LabelLayer, sample: SampleId, dismissal: StoredDismissal, dismissed: RuleCounts) {
    return Effect.gen(function* () {
      yield* updateDismissed(layer, sample, dismissed)
      const row = {
        dataset_id: layer.datasetId,
        sample_id: sample,
        labelset_id: layer.labelsetId,
        ...dismissals.encode(dismissal),
      }
      yield* sql`INSERT INTO warning_dismissals ${sql.insert(row)}
        ON CONFLICT (dataset_id, sample_id, labelset_id, warning_id) DO UPDATE
        SET content = excluded.content, reason = excluded.reason, actor = excluded.actor, at = excluded.at`
    })
  }

  function restore(layer: LabelLayer, sample: SampleId, warning: WarningId, dismissed: RuleCounts) {
    return Effect.gen(function* () {
      yield* updateDismissed(layer, sample, dismissed)
      yield* sql`DELETE FROM warning_dismissals
        WHERE ${matchLayer(layer)} AND sample_id = ${sample} AND warning_id = ${warning}`
    })
  }

  function updateDismissed(layer: LabelLayer, sample: SampleId, dismissed: RuleCounts) {
    return Effect.gen(function* () {
      const [label] = yield* lockLabels(layer, [sample])
      const before = label === undefined ? null : decodeCheckResult(label)
      if (before === null) return
      const after = { ...before, dismissed }
      yield* sql`UPDATE label_verdicts SET dismissed = ${String(checkResults.encode(after).dismissed)}
        WHERE ${matchLayer(layer)} AND sample_id = ${sample}`
      const differences = new CountDifferences()
      differences.recordChange(layer.labelsetId, before, after)
      yield* addDifferences(sql, dialect, layer.datasetId, differences)
    })
  }

  function forget(
    dataset: LabelLayer["datasetId"],
    samples: ReadonlyArray<SampleId>,
    labelset: LabelLayer["labelsetId"] | null,
  ) {
    return Effect.gen(function* () {
      const which = sql`dataset_id = ${dataset} AND ${sql.in("sample_id", samples)}
        ${labelset === null ? sql.literal("") : sql`AND labelset_id = ${labelset}`}`
      const gone = yield* sql<RawRow>`DELETE FROM label_verdicts WHERE ${which}
        RETURNING labelset_id, ${sql.literal(checkResults.names.join(", "))}`
      yield* sql`DELETE FROM warning_dismissals WHERE ${which}`
      const differences = new CountDifferences()
      for (const row of gone)
        differences.recordChange(labelsetId.read(row.labelset_id), checkResults.decode(row), null)
      yield* addDifferences(sql, dialect, dataset, differences)
    })
  }
}

/** A row as `lockLabels` would return it of a label without a check result. */
const toUncheckedRow = ({ content, sampleId, version }: WrittenLabel): RawRow => ({
  sample_id: sampleId,
  version,
  content,
  v_version: null,
})

/** The check result in a row of `lockLabels`; null without one. */
const decodeCheckResult = (label: RawRow): StoredCheckResult | null =>
  label.v_version === null ? null : checkResults.decode(label, "v_")

/** The content that was checked. */
const readCheckedContent = (label: RawRow): string | null => content.read(label.v_content)

const indexBySample = (rows: ReadonlyArray<RawRow>): ReadonlyMap<SampleId, RawRow> =>
  new Map(rows.map((row) => [sampleId.read(row.sample_id), row]))
