/** The condition of a search on `samples s`. Each part is true or false, never NULL, so that NOT means what it says. */
import {
  type DatasetId,
  foldSearch,
  type ObjectTest,
  type SearchCondition,
  type SearchField,
  type SearchTest,
} from "@annotary/core/effect"
import type { SqlClient, Statement } from "@effect/sql"
import type { DialectShape } from "../../dialect/Dialect.ts"
import { sumObjects } from "../../rows/objectTotals.ts"
import { selectGroundTruth, selectGroundTruthLabel } from "./groundTruth.ts"

type FieldTest = Extract<SearchTest, { readonly field: SearchField }>
type MetadataTest = Exclude<SearchTest, FieldTest | ObjectTest>

export const matchSearch = (
  sql: SqlClient.SqlClient,
  dialect: DialectShape,
  dataset: DatasetId,
  search: SearchCondition,
): Statement.Fragment => {
  return foldSearch<Statement.Fragment>(search, {
    all: (parts) => sql`(${sql.and(parts)})`,
    any: (parts) => sql`(${sql.or(parts)})`,
    not: (part) => sql`NOT (${part})`,
    test: (test) => {
      if ("metadata" in test) return matchMetadata(test)
      return "objects" in test ? matchObjects(test) : matchField(test)
    },
  })

  /** Labels without a body have no objects. */
  function matchObjects(test: ObjectTest): Statement.Fragment {
    const count = sumObjects(dialect, "v.objects", test.objects)
    const selected = sql`SELECT ${sql.literal(count)} FROM labels g JOIN label_versions v ON v.dataset_id = g.dataset_id
      AND v.labelset_id = g.labelset_id AND v.sample_id = g.sample_id AND v.version = g.content
      WHERE g.dataset_id = ${dataset} AND g.labelset_id = ${selectGroundTruth(sql, dataset)} AND g.sample_id = s.id`
    return sql`COALESCE((${selected}), 0) ${sql.literal(test.is)} ${test.value}`
  }

  function matchField(test: FieldTest): Statement.Fragment {
    if ("value" in test && test.value === "UNLABELED")
      return sql`NOT EXISTS (${selectGroundTruthLabel(sql, dataset)})`
    const column = columns[test.field]
    const condition = compare(column, test)
    if (column.startsWith("g.")) return sql`EXISTS (${selectGroundTruthLabel(sql, dataset)} AND ${condition})`
    return column.startsWith("s.") ? sql`(${sql.literal(column)} IS NOT NULL AND ${condition})` : condition
  }

  function matchMetadata(test: MetadataTest): Statement.Fragment {
    const isNumber = "value" in test && typeof test.value === "number"
    const value = isNumber ? dialect.comparableNumber("m.meta_value") : "m.meta_value"
    return sql`s.id IN (SELECT m.sample_id FROM sample_metadata m
      WHERE m.dataset_id = ${dataset} AND m.meta_key = ${test.metadata} AND ${compare(value, test)})`
  }

  function compare(expression: string, test: SearchTest): Statement.Fragment {
    if ("exists" in test) return sql`${sql.literal(expression)} IS NOT NULL`
    if ("contains" in test)
      return sql`${sql.literal(dialect.position)}(${sql.literal(expression)}, ${test.contains}) > 0`
    // A literal: the operators are those of SQL.
    return sql`${sql.literal(expression)} ${sql.literal(test.is)} ${test.value}`
  }
}

const openIssueCount = `(SELECT COUNT(*) FROM issues i
  WHERE i.dataset_id = s.dataset_id AND i.sample_id = s.id AND i.status = 'OPEN') * 1.0e0`

/** Columns of samples `s`, of the label `g` in the ground truth, and expressions. */
const columns: { readonly [Field in SearchField]: string } = {
  name: "s.name",
  status: "g.status",
  priority: "s.priority",
  assignedLabeler: "s.assigned_labeler",
  assignedReviewer: "s.assigned_reviewer",
  createdAt: "s.created_at",
  createdBy: "s.created_by",
  updatedAt: "s.updated_at",
  labeler: "g.labeler",
  reviewer: "g.reviewer",
  labelUpdatedAt: "g.updated_at",
  score: "g.score",
  rating: "g.rating",
  openIssues: openIssueCount,
}
