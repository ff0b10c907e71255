/** QuotaStore in SQL. */
import { type Quota, QuotaStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { nullable, number, table, text } from "../../rows/columns.ts"
import { any, first } from "../../rows/results.ts"

const quotas = table<Quota>({
  organization: text("organization"),
  samples: nullable(number("samples_limit")),
  requestsPerMinute: nullable(number("requests_limit")),
  samplesUsed: number("samples_used"),
})
const columns = quotas.select("q")

export const QuotaSqlStore = Layer.effect(
  QuotaStore,
  Effect.map(Database, ({ atomic, query, sql }) =>
    QuotaStore.of({
      get: (organization) =>
        query(
          "QuotaStore.get",
          sql`SELECT ${sql.literal(columns)} FROM quotas q WHERE q.organization = ${organization}`,
        ).pipe(Effect.map(first(quotas.decode))),
      set: (organization, limits) =>
        query(
          "QuotaStore.set",
          sql`INSERT INTO quotas ${sql.insert(quotas.encode({ organization, ...limits, samplesUsed: 0 }))}
              ON CONFLICT (organization) DO UPDATE
              SET samples_limit = excluded.samples_limit, requests_limit = excluded.requests_limit`,
        ).pipe(Effect.asVoid),
      addSamples: (organization, samples) =>
        query(
          "QuotaStore.addSamples",
          sql`UPDATE quotas SET samples_used = samples_used + CAST(${samples} AS INTEGER)
              WHERE organization = ${organization} AND (CAST(${samples} AS INTEGER) < 0 OR samples_limit IS NULL
                OR samples_used + CAST(${samples} AS INTEGER) <= samples_limit) RETURNING organization`,
        ).pipe(Effect.map(any)),
      recount: (organization) =>
        atomic(
          "QuotaStore.recount",
          // Locks first: the sum must contain the samples of transactions that had the lock before.
          sql`UPDATE quotas SET samples_used = samples_used WHERE organization = ${organization}`.pipe(
            Effect.zipRight(
              sql`UPDATE quotas SET samples_used = CAST(COALESCE((SELECT SUM(k.samples) FROM dataset_counts k
                    JOIN datasets d ON d.id = k.dataset_id
                    WHERE d.owner = ${organization} AND d.deleted_at IS NULL), 0) AS INTEGER)
                  WHERE organization = ${organization}`,
            ),
            Effect.asVoid,
          ),
        ),
    }),
  ),
)
