/** Looks up what statements need to name: first of all the datasets of ids. An id without a dataset has the empty one, which has no rows. */
import { nullable, type RawRow, type RunHere, text } from "@annotary/storage-sql"
import { Effect } from "effect"

/** Finds a value by others. */
export type Find = (
  run: RunHere,
  params: ReadonlyArray<unknown>,
) => Effect.Effect<unknown, Effect.Effect.Error<ReturnType<RunHere>>>

const datasetId = nullable(text<string>("dataset_id"))
const readHome = (rows: ReadonlyArray<RawRow>): string => datasetId.read(rows[0]?.dataset_id ?? null) ?? ""

const by =
  (text: string): Find =>
  (run, params) =>
    Effect.map(run(text, params), readHome)

/** The dataset of an entity. One shard. */
export const directoryHome: Find = by("SELECT dataset_id FROM directory WHERE id = $1")

/** The given dataset, if it and the labelset are not deleted. One shard. */
export const liveLabelset: Find = by(`SELECT x.dataset_id FROM labelsets x
  JOIN datasets d ON d.id = x.dataset_id AND d.deleted_at IS NULL
  WHERE x.dataset_id = $1 AND x.id = $2 AND x.deleted_at IS NULL`)

/** The dataset of a sample that is not deleted. One shard. */
export const sampleHome: Find = by(
  "SELECT s.dataset_id FROM samples s WHERE s.dataset_id = $1 AND s.id = $2 AND s.deleted_at IS NULL",
)

/** The number of the change that is staging in a dataset; null when there is none. One shard. */
export const openStaging: Find = (run, params) =>
  Effect.map(
    run(
      "SELECT MAX(open.number) AS number FROM configuration_changes open WHERE open.dataset_id = $1 AND open.phase = 'staging'",
      params,
    ),
    ([row]) => row?.number ?? null,
  )

/** The tables that have claims, from the most to the least likely. */
const claimTables = [
  "SELECT dataset_id FROM claim_homes WHERE claim_id = $1",
  "SELECT dataset_id FROM sample_queue WHERE claim_id = $1 AND holder IS NOT NULL",
  "SELECT dataset_id FROM ended_claims WHERE claim_id = $1",
  "SELECT dataset_id FROM workunits WHERE claim_id = $1 LIMIT 1",
  "SELECT dataset_id FROM predictions WHERE claim_id = $1",
]

/** The dataset of a claim. The coordinator knows it unless it crashed since, or has forgotten it; then every shard is read. */
export const claimHome: Find = (run, params) =>
  Effect.gen(function* () {
    for (const table of claimTables) {
      const home = readHome(yield* run(table, params))
      if (home !== "") return home
    }
    return ""
  })
