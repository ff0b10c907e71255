/** Counts of warnings by rule, in rows that are spread over slots and summed when read. */
import type {
  DatasetId,
  LabelLayer,
  LabelsetId,
  RuleCounts,
  RuleTotal,
  RuleTotals,
  WarningRuleName,
} from "@annotary/core/effect"
import type { SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { type RawRow, text, toNumber } from "../../rows/columns.ts"
import { selectDatasetOfLabelset } from "../labels/labelQueries.ts"

/** The counts of one label, by rule. */
export interface LabelCounts {
  readonly counts: RuleCounts
  readonly dismissed: RuleCounts
}

/** Collects the differences of many changes, so that each row is updated once. */
export class CountDifferences {
  private readonly rows = new Map<string, Difference>()

  /** Subtracts the counts that a label had and adds those that it has. */
  recordChange(labelset: LabelsetId, before: LabelCounts | null, after: LabelCounts | null): void {
    if (before !== null) this.count(labelset, before, -1)
    if (after !== null) this.count(labelset, after, 1)
  }

  /** The differences in one order, so that two writers of the same rows cannot deadlock. */
  list(): ReadonlyArray<Difference> {
    return [...this.rows]
      .filter(([, { dismissed, labels, warnings }]) => warnings !== 0 || dismissed !== 0 || labels !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row)
  }

  private count(labelset: LabelsetId, { counts, dismissed }: LabelCounts, sign: 1 | -1): void {
    const dismissedOf: { readonly [rule: string]: number | undefined } = dismissed
    for (const [rule, count = 0] of Object.entries(counts)) {
      const key = `${labelset} ${rule}`
      const row = this.rows.get(key) ?? { labelset, rule, warnings: 0, dismissed: 0, labels: 0 }
      const gone = dismissedOf[rule] ?? 0
      this.rows.set(key, {
        ...row,
        warnings: row.warnings + sign * count,
        dismissed: row.dismissed + sign * gone,
        labels: row.labels + sign,
      })
    }
  }
}

interface Difference {
  readonly labelset: LabelsetId
  readonly rule: string
  readonly warnings: number
  readonly dismissed: number
  readonly labels: number
}

const columns = ["warnings", "dismissed", "labels"]
const additions = columns.map((name) => `${name} = warning_counts.${name} + excluded.${name}`).join(", ")
const sums = columns.map((name) => `SUM(k.${name}) AS "${name}"`).join(", ")

/** Writes nothing where nothing differs, so that labels without warnings do not wait for locks. */
export const addDifferences = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  dataset: DatasetId,
  differences: CountDifferences,
): Effect.Effect<void, SqlError.SqlError> => {
  const slot = sql.literal(dialect.countSlot)
  const rows = differences
    .list()
    .map(
      ({ dismissed, labels, labelset, rule, warnings }) =>
        sql`(${dataset}, ${labelset}, ${slot}, ${rule}, ${warnings}, ${dismissed}, ${labels})`,
    )
  return rows.length === 0
    ? Effect.void
    : Effect.asVoid(sql`INSERT INTO warning_counts
        (dataset_id, labelset_id, slot, rule, ${sql.literal(columns.join(", "))}) VALUES ${sql.csv(rows)}
        ON CONFLICT (dataset_id, labelset_id, slot, rule) DO UPDATE SET ${sql.literal(additions)}`)
}

const rule = text<WarningRuleName>("rule")

export const readTotals = (
  database: Pick<DatabaseShape, "dialect" | "sql">,
  { labelsetId }: LabelLayer,
): Effect.Effect<RuleTotals, SqlError.SqlError> =>
  database.sql<RawRow>`SELECT k.rule AS "rule", ${database.sql.literal(sums)} FROM warning_counts k
    WHERE k.dataset_id = ${selectDatasetOfLabelset(database, labelsetId)} AND k.labelset_id = ${labelsetId} GROUP BY k.rule`.pipe(
    Effect.map((rows) => {
      const totals: { [Rule in WarningRuleName]?: RuleTotal } = {}
      for (const row of rows) {
        const [warnings, dismissed, labels] = columns.map((name) => toNumber(name, row[name]))
        if (labels !== undefined && labels > 0)
          totals[rule.read(row.rule)] = { warnings: warnings ?? 0, dismissed: dismissed ?? 0, labels }
      }
      return totals
    }),
  )
