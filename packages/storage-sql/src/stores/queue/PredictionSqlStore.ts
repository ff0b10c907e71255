/** PredictionStore in SQL. */
import { type ClaimId, PredictionStore, type PredictionTally } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { toFragment } from "../../dialect/lookups.ts"
import { number, type RawRow, table, text } from "../../rows/columns.ts"
import { predictions } from "../../rows/predictions.ts"
import { decodeAll, decodeFirst, splitIntoChunks } from "../../rows/results.ts"
import { insertOne } from "../../statements/insertOne.ts"

const columns = predictions.select("p")
/** Lists leave out answers, which may be long. */
const withoutAnswer = columns.replace('p.answer AS "answer"', 'NULL AS "answer"')

const tallies = table<PredictionTally>({
  model: text("model"),
  modelVersion: text("model_version"),
  outcome: text("outcome"),
  count: number("n"),
})

export const PredictionSqlStore = Layer.effect(
  PredictionStore,
  Effect.map(Database, ({ change, dialect, query, sql }) => {
    const claimCondition = dialect.matchClaim("p.")
    const matchClaim = (claim: ClaimId) => toFragment(sql, claimCondition, claim)
    const insertNew = insertOne(change, "predictions", "ON CONFLICT DO NOTHING")
    const isLive = sql`EXISTS (SELECT 1 FROM datasets d WHERE d.id = p.dataset_id AND d.deleted_at IS NULL)`
    return PredictionStore.of({
      insert: (prediction) =>
        Effect.map(
          query("PredictionStore.insert", insertNew(predictions.encode(prediction))),
          (added) => added > 0,
        ),
      byClaim: (claim) =>
        query(
          "PredictionStore.byClaim",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM predictions p WHERE ${matchClaim(claim)} AND ${isLive}`,
        ).pipe(Effect.map(decodeFirst(predictions.decode))),
      byVersion: ({ datasetId, sampleId, version }) =>
        query(
          "PredictionStore.byVersion",
          sql<RawRow>`SELECT ${sql.literal(withoutAnswer)} FROM predictions p WHERE p.dataset_id = ${datasetId}
            AND p.sample_id = ${sampleId} AND p.label_version = ${version} AND ${isLive}`,
        ).pipe(Effect.map(decodeFirst(predictions.decode))),
      ofSamples: (dataset, samples) =>
        Effect.forEach(splitIntoChunks([...new Set(samples)].sort()), (chunk) =>
          query(
            "PredictionStore.ofSamples",
            sql<RawRow>`SELECT ${sql.literal(withoutAnswer)} FROM predictions p WHERE p.dataset_id = ${dataset}
              AND ${dialect.among(sql, "p.sample_id", chunk)} AND ${isLive}`,
          ),
        ).pipe(
          Effect.map((pages) => decodeAll(predictions.decode)(pages.flat())),
          Effect.map((all) => all.toSorted((a, b) => (a.claimId < b.claimId ? 1 : -1))),
        ),
      list: ({ before, datasetId, limit, model, outcome, sampleId }) => {
        const conditions = [
          ...(sampleId === undefined ? [] : [sql`AND p.sample_id = ${sampleId}`]),
          ...(model === undefined ? [] : [sql`AND p.model = ${model}`]),
          ...(outcome === undefined ? [] : [sql`AND p.outcome = ${outcome}`]),
          ...(before === undefined ? [] : [sql`AND p.claim_id < ${before}`]),
        ]
        return query(
          "PredictionStore.list",
          sql<RawRow>`SELECT ${sql.literal(withoutAnswer)} FROM predictions p
            WHERE p.dataset_id = ${datasetId} AND ${isLive} ${sql.join(" ", false)(conditions)}
            ORDER BY p.claim_id DESC LIMIT CAST(${limit} AS BIGINT)`,
        ).pipe(Effect.map(decodeAll(predictions.decode)))
      },
      tally: (dataset) =>
        query(
          "PredictionStore.tally",
          sql<RawRow>`SELECT p.model, p.model_version, p.outcome, CAST(COUNT(*) AS INTEGER) AS n FROM predictions p
            WHERE p.dataset_id = ${dataset} AND ${isLive} GROUP BY p.model, p.model_version, p.outcome`,
        ).pipe(Effect.map(decodeAll(tallies.decode))),
      forgetAnswers: (before, limit) =>
        query(
          "PredictionStore.forgetAnswers",
          sql`UPDATE predictions SET digest = NULL, answer = NULL WHERE (dataset_id, claim_id) IN
              (SELECT dataset_id, claim_id FROM predictions WHERE digest IS NOT NULL AND created_at < ${before} LIMIT CAST(${limit} AS BIGINT))
              RETURNING 1 AS n`,
        ).pipe(Effect.map((rows) => rows.length)),
    })
  }),
)
