/** ErasureStore in SQL. */
import {
  type ClosedAccount,
  castToJsonText,
  DatasetId,
  ErasureStore,
  listNeedles,
  nameKey,
  type Renaming,
  replacePersonNameInJson,
  segmentEnds,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Database, type DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { hasRows, readCount } from "../../rows/results.ts"
import { deletePersonEvents } from "./deletePersonEvents.ts"
import { datasetColumns, objectColumns, otherColumns } from "./personColumns.ts"

export const ErasureSqlStore = Layer.effect(
  ErasureStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, query, sql } = database
    const deletes = makeDelete(database)
    return ErasureStore.of({
      datasets: query(
        "ErasureStore.datasets",
        sql<RawRow>`SELECT id, owner, name FROM datasets ORDER BY id`,
      ).pipe(
        Effect.map((rows) =>
          rows.map(({ id, name, owner }) => ({ id: DatasetId.make(String(id)), name: `${owner}/${name}` })),
        ),
      ),
      rename: (names, dataset) =>
        atomic(
          "ErasureStore.rename",
          dataset === null ? renameOthers(database, names) : renameIn(database, names, dataset),
        ),
      close: (names, at) =>
        atomic(
          "ErasureStore.close",
          Effect.gen(function* () {
            const closed =
              yield* sql`UPDATE users SET username = ${names.to}, username_key = ${nameKey(names.to)},
                email = NULL, display_name = NULL, site_admin = 0,
                model_of = CASE WHEN model_of IS NULL THEN NULL ELSE ${names.to} END, webhooks_enabled = 0, feed_since = NULL, disabled_at = COALESCE(disabled_at, ${at})
              WHERE username = ${names.from} RETURNING username`
            if (!hasRows(closed)) return null
            const endpoints = yield* sql<RawRow>`SELECT id FROM webhook_endpoints WHERE owner = ${names.from}`
            for (const { id } of endpoints)
              for (const table of endpointTables)
                yield* sql`DELETE FROM ${sql(table)} WHERE endpoint_id = ${String(id)}`
            for (const table of sessionTables)
              yield* sql`DELETE FROM ${sql(table)} WHERE username = ${names.from}`
            yield* sql`DELETE FROM invitations WHERE created_by = ${names.from}`
            yield* sql`DELETE FROM pauses WHERE ${sql.in("username", [names.from, names.to])}`
            yield* sql`DELETE FROM webhook_key_sets WHERE owner = ${names.from}`
            return {
              apiKeys: yield* deletes("api_keys", "username", names.from),
              memberships: yield* deletes("members", "username", names.from),
              collaborations: yield* deletes("collaborators", "username", names.from),
              endpoints: yield* deletes("webhook_endpoints", "owner", names.from),
            } satisfies ClosedAccount
          }),
        ),
      forgetEvents: (person) => atomic("ErasureStore.forgetEvents", deletePersonEvents(database, person)),
      compact: query("ErasureStore.compact", dialect.compact(sql)),
    })
  }),
)

/** The tables of what signs a person in to the console, and of what a sign-in gave them. */
const sessionTables = ["sessions", "sign_in_tokens", "linked_identities", "given_roles"]

/** The tables with rows of a webhook endpoint. */
const endpointTables = [
  "webhook_deliveries",
  "webhook_attempts",
  "webhook_counts",
  "webhook_recoveries",
  "webhook_lanes",
]

const makeDelete =
  ({ sql }: DatabaseShape) =>
  (table: string, column: string, name: string): Effect.Effect<number, SqlError.SqlError> =>
    Effect.map(
      sql`DELETE FROM ${sql(table)} WHERE ${sql(column)} = ${name} RETURNING 1 AS n`,
      (rows) => rows.length,
    )

/** Renames the columns of a table. Counts first, because the names of most tables do not occur. */
const renameColumns = (
  { sql }: DatabaseShape,
  { from, to }: Renaming,
  table: string,
  columns: ReadonlyArray<string>,
  dataset: DatasetId | null,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    const named = sql.or(columns.map((column) => sql`${sql(column)} = ${from}`))
    const where = dataset === null ? named : sql.and([sql`dataset_id = ${dataset}`, named])
    const rows = readCount(
      yield* sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS n FROM ${sql(table)} WHERE ${where}`,
    )
    if (rows === 0) return 0
    const changes = sql.csv(
      columns.map(
        (column) =>
          sql`${sql(column)} = CASE WHEN ${sql(column)} = ${from} THEN ${to} ELSE ${sql(column)} END`,
      ),
    )
    yield* sql`UPDATE ${sql(table)} SET ${changes} WHERE ${where}`
    return rows
  })

const renameIn = (database: DatabaseShape, names: Renaming, dataset: DatasetId) =>
  Effect.gen(function* () {
    const { dialect, sql } = database
    let rows = 0
    // Digests of names, which another person may have later.
    yield* sql`UPDATE overlap_places SET finished = '' WHERE dataset_id = ${dataset} AND sample_id IN
      (SELECT sample_id FROM overlap_labels WHERE dataset_id = ${dataset} AND labeler = ${names.from})`
    for (const [table, columns] of Object.entries(datasetColumns))
      rows += yield* renameColumns(database, names, table, columns, dataset)
    // A repeated request is answered no more.
    const contains = sql.or(
      listNeedles(names.from).map((needle) => sql`${sql.literal(dialect.position)}(answer, ${needle}) > 0`),
    )
    yield* sql`UPDATE workunits SET digest = NULL, answer = NULL WHERE dataset_id = ${dataset} AND answer IS NOT NULL AND ${contains}`
    yield* sql`UPDATE predictions SET digest = NULL, answer = NULL WHERE dataset_id = ${dataset} AND answer IS NOT NULL AND ${contains}`
    const { from, to } = names
    const [named] = yield* sql<RawRow>`SELECT settings FROM datasets WHERE id = ${dataset}
      AND ${sql.literal(dialect.position)}(settings, ${JSON.stringify(from)}) > 0`
    const before = named === undefined ? null : castToJsonText(String(named.settings))
    const settings = before === null ? null : replacePersonNameInJson(before, names)
    const isListed = settings === before ? sql`1 = 0` : sql`1 = 1`
    const origin = sql`SUBSTR(cloned_from, 1, ${from.length + 1}) = ${`${from}/`}`
    const own = yield* sql`UPDATE datasets SET owner = CASE WHEN owner = ${from} THEN ${to} ELSE owner END,
        owner_key = CASE WHEN owner = ${from} THEN ${nameKey(to)} ELSE owner_key END,
        created_by = CASE WHEN created_by = ${from} THEN ${to} ELSE created_by END,
        settings = COALESCE(${settings}, settings),
        cloned_from = CASE WHEN ${origin} THEN CAST(${to} AS TEXT) || SUBSTR(cloned_from, ${from.length + 1}) ELSE cloned_from END
      WHERE id = ${dataset} AND (owner = ${from} OR created_by = ${from} OR ${origin} OR ${isListed}) RETURNING id`
    return rows + own.length
  })

const renameOthers = (database: DatabaseShape, names: Renaming) =>
  Effect.gen(function* () {
    const { dialect, sql } = database
    const has = (column: string, text: string) =>
      sql`${sql.literal(dialect.position)}(${sql(column)}, ${text}) > 0`
    let rows = 0
    for (const [table, columns] of Object.entries(otherColumns))
      rows += yield* renameColumns(database, names, table, columns, null)
    for (const { column, key, table } of objectColumns) {
      const objects =
        yield* sql<RawRow>`SELECT ${sql(key[0])} AS a, ${sql(key[1])} AS b, ${sql(column)} AS text FROM ${sql(table)}
        WHERE ${sql.or(listNeedles(names.from).map((needle) => has(column, needle)))}`
      for (const { a, b, text } of objects) {
        const next = replacePersonNameInJson(castToJsonText(String(text)), names)
        yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${next} WHERE ${sql(key[0])} = ${String(a)} AND ${sql(key[1])} = ${String(b)}`
      }
    }
    const hasSegment = (column: string) => {
      const text = segmentEnds.reduce(
        (all, end) => sql`REPLACE(${all}, ${end}, '/')`,
        sql`LOWER(${sql(column)})`,
      )
      return sql`${sql.literal(dialect.position)}('/' || ${text} || '/', ${`/${names.from.toLowerCase()}/`}) > 0`
    }
    const answers =
      yield* sql`DELETE FROM idempotency WHERE caller = ${names.from} OR ${hasSegment("headers")} OR ${hasSegment("fingerprint")}
      OR ${sql.or(listNeedles(names.from).map((needle) => has("body", needle)))} RETURNING 1 AS n`
    return rows + answers.length
  })
