/** QuotaStore in SQL. */
import { type Quota, QuotaStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { nullable, number, table, text } from "../../rows/columns.ts"
import { decodeFirst, hasRows } from "../../rows/results.ts"

const quotas = table<Quota>({
  organization: text("organization"),
  samples: nullable(number("samples_limit")),
  bytes: nullable(number("bytes_limit")),
  requestsPerMinute: nullable(number("requests_limit")),
  samplesUsed: number("samples_used"),
  bytesUsed: number("bytes_used"),
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
        ).pipe(Effect.map(decodeFirst(quotas.decode))),
      set: (organization, limits) =>
        query(
          "QuotaStore.set",
          sql`INSERT INTO quotas ${sql.insert(quotas.encode({ organization, ...limits, samplesUsed: 0, bytesUsed: 0 }))}
              ON CONFLICT (organization) DO UPDATE
              SET samples_limit = excluded.samples_limit, bytes_limit = excluded.bytes_limit,
                requests_limit = excluded.requests_limit`,
        ).pipe(Effect.asVoid),
      add: (organization, { bytes, samples }) =>
        query(
          "QuotaStore.add",
          sql`UPDATE quotas SET samples_used = samples_used + CAST(${samples} AS INTEGER),
                bytes_used = bytes_used + CAST(${bytes} AS BIGINT)
              WHERE organization = ${organization}
                AND (CAST(${samples} AS INTEGER) <= 0 OR samples_limit IS NULL
                  OR samples_used + CAST(${samples} AS INTEGER) <= samples_limit)
                AND (CAST(${bytes} AS BIGINT) <= 0 OR bytes_limit IS NULL
                  OR bytes_used + CAST(${bytes} AS BIGINT) <= bytes_limit) RETURNING organization`,
        ).pipe(Effect.map(hasRows)),
      recount: (organization) => {
        const live = sql`d.owner = ${organization} AND d.deleted_at IS NULL`
        return atomic(
          "QuotaStore.recount",
          // Locks first: the sums must contain what transactions added that had the lock before.
          sql`UPDATE quotas SET samples_used = samples_used WHERE organization = ${organization}`.pipe(
            Effect.zipRight(
              sql`UPDATE quotas SET
                    samples_used = CAST(COALESCE((SELECT SUM(k.samples) FROM dataset_counts k
                      JOIN datasets d ON d.id = k.dataset_id WHERE ${live}), 0) AS INTEGER),
                    bytes_used = CAST(
                      COALESCE((SELECT SUM(a.size_bytes) FROM assets a
                        JOIN datasets d ON d.id = a.counted_for WHERE ${live}), 0)
                      + COALESCE((SELECT SUM(r.size_bytes) FROM releases r
                        JOIN datasets d ON d.id = r.dataset_id WHERE ${live}), 0)
                      + COALESCE((SELECT SUM(t.size_bytes) FROM transfers t
                        JOIN datasets d ON d.id = t.dataset_id WHERE ${live} AND t.direction = 'export'), 0) AS BIGINT)
                  WHERE organization = ${organization}`,
            ),
            Effect.asVoid,
          ),
        )
      },
    }),
  ),
)
