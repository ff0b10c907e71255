/** The schema as text for people: what the catalogs say of tables, columns, keys, indexes and functions, in one order. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"

interface Relation {
  readonly name: string
  readonly unlogged: boolean
  readonly options: string | null
}

interface Column {
  readonly relation: string
  readonly line: string
}

interface Index {
  readonly relation: string
  readonly definition: string
  readonly constraint: string | null
}

/** Of the schema that the search path leads to; its own name is left out. */
export const dumpSchema = (sql: SqlClient.SqlClient): Effect.Effect<string, SqlError.SqlError> =>
  Effect.gen(function* () {
    const relations = yield* sql<Relation>`SELECT c.relname AS name, c.relpersistence = 'u' AS unlogged,
        array_to_string(c.reloptions, ', ') AS options
      FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      ORDER BY c.relname COLLATE "C"`
    const columns = yield* sql<Column>`SELECT c.relname AS relation,
        concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || quote_ident(o.collname) END,
          CASE WHEN a.attstorage <> t.typstorage THEN 'STORAGE ' ||
            CASE a.attstorage WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' WHEN 'p' THEN 'PLAIN' ELSE 'EXTENDED' END END,
          CASE WHEN a.attnotnull THEN 'NOT NULL' END,
          CASE WHEN a.attidentity <> '' THEN 'IDENTITY' END,
          'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation o ON o.oid = a.attcollation
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      ORDER BY c.relname COLLATE "C", a.attnum`
    const constraints = yield* sql<Column>`SELECT c.relname AS relation, pg_get_constraintdef(k.oid) AS line
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.connamespace = current_schema()::regnamespace AND k.contype <> 'n'
      ORDER BY c.relname COLLATE "C", k.contype, k.conname COLLATE "C"`
    const indexes = yield* sql<Index>`SELECT c.relname AS relation, k.conname AS constraint,
        replace(pg_get_indexdef(i.indexrelid), quote_ident(current_schema()) || '.', '') AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
      LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid
      WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname COLLATE "C", x.relname COLLATE "C"`
    const functions = yield* sql<{ readonly definition: string }>`
      SELECT replace(pg_get_functiondef(p.oid), quote_ident(current_schema()) || '.', '') AS definition
      FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace ORDER BY p.proname COLLATE "C"`
    return [
      ...relations.map((relation) => written(relation, columns, constraints, indexes)),
      ...functions.map(({ definition }) => `${definition.trimEnd()};\n`),
    ].join("\n")
  })

const written = (
  { name, options, unlogged }: Relation,
  columns: ReadonlyArray<Column>,
  constraints: ReadonlyArray<Column>,
  indexes: ReadonlyArray<Index>,
): string => {
  const own = <A extends { readonly relation: string }>(all: ReadonlyArray<A>) =>
    all.filter(({ relation }) => relation === name)
  const inside = [...own(columns), ...own(constraints)].map(({ line }) => `  ${line}`)
  const ending = options === null || options === "" ? "" : ` WITH (${options})`
  const others = own(indexes).filter(({ constraint }) => constraint === null)
  return [
    `CREATE ${unlogged ? "UNLOGGED " : ""}TABLE ${name} (\n${inside.join(",\n")}\n)${ending};\n`,
    ...others.map(({ definition }) => `${definition};\n`),
  ].join("")
}
