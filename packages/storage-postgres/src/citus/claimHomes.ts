/**
 * The datasets of claims, whose ids are all that a submit names. A claim that is missing here costs a search of every shard, and nothing
 * else: rows are therefore kept in an unlogged table and only for some days.
 */
import type { Claim, ClaimRequest } from "@annotary/core/effect"
import type { RawRow, Run } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"
import { startSweeper } from "../sweeper.ts"

const table = `CREATE UNLOGGED TABLE claim_homes (
  claim_id text COLLATE "C" NOT NULL PRIMARY KEY, dataset_id text COLLATE "C" NOT NULL)`
const age = "ALTER TABLE claim_homes ADD COLUMN made_at timestamptz NOT NULL DEFAULT now()"
const byAge = "CREATE INDEX claim_homes_by_age ON claim_homes (made_at)"

/** Creates the table, or completes one that an earlier version made. */
export const makeClaimHomes: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = yield* sql<RawRow>`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = to_regclass('claim_homes') AND attnum > 0`
    if (columns.length === 0) yield* sql.unsafe(table)
    if (columns.some(({ name }) => name === "made_at")) return
    yield* sql.unsafe(age)
    yield* sql.unsafe(byAge)
  },
)

const keepText = `INSERT INTO claim_homes (claim_id, dataset_id) SELECT given.id, $1 FROM unnest($2::text[]) AS given (id)
  ON CONFLICT DO NOTHING`

/** Keeps the dataset of new claims. Runs on the coordinator, in the transaction of the claims. */
export const keepHomes = (
  run: Run,
  { datasetId, ids }: Pick<ClaimRequest, "datasetId" | "ids">,
  found: ReadonlyArray<Claim>,
): Effect.Effect<void, SqlError.SqlError> => {
  const made = found.filter(({ id }) => ids.includes(id))
  return made.length === 0
    ? Effect.void
    : Effect.asVoid(run({ text: keepText, params: [datasetId, made.map(({ id }) => id)] }))
}

/** Much longer than people work on one sample. */
const keptFor = "7 days"
const batch = 10_000

const forgetText = `DELETE FROM claim_homes WHERE claim_id IN
  (SELECT claim_id FROM claim_homes WHERE made_at < now() - interval '${keptFor}' LIMIT ${batch}) RETURNING 1`

/** Removes old rows, in batches. Several processes may do it at the same time. */
export const forgetHomes: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const removed = yield* sql.unsafe(forgetText)
    if (removed.length === batch) yield* forgetHomes
  },
)

/** Removes old rows every few minutes until the scope closes. */
export const forgettingClaims: Effect.Effect<void, never, SqlClient.SqlClient | Scope.Scope> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    Effect.asVoid(
      startSweeper(
        "datasets of claims",
        Effect.orDie(Effect.provideService(forgetHomes, SqlClient.SqlClient, sql)),
      ),
    ),
)
