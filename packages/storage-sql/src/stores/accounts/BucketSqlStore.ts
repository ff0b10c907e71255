/** BucketStore in SQL. */
import { BucketStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { buckets } from "../../rows/accounts.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

const columns = buckets.select("b")

export const BucketSqlStore = Layer.effect(
  BucketStore,
  Effect.map(Database, ({ sql, query }) =>
    BucketStore.of({
      insert: (bucket) =>
        query(
          "BucketStore.insert",
          sql`INSERT INTO buckets ${sql.insert(buckets.encode(bucket))}
              ON CONFLICT (organization, kind, account, name, prefix) DO NOTHING RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      get: (organization, id) =>
        query(
          "BucketStore.get",
          sql`SELECT ${sql.literal(columns)} FROM buckets b WHERE b.id = ${id} AND b.organization = ${organization}`,
        ).pipe(Effect.map(decodeFirst(buckets.decode))),
      list: (organization) =>
        query(
          "BucketStore.list",
          sql`SELECT ${sql.literal(columns)} FROM buckets b WHERE b.organization = ${organization} ORDER BY b.id`,
        ).pipe(Effect.map(decodeAll(buckets.decode))),
      update: ({ endpoint, id, organization, region, sealed, updatedAt, urlSeconds }) =>
        query(
          "BucketStore.update",
          sql`UPDATE buckets SET endpoint = ${endpoint}, region = ${region}, url_seconds = ${urlSeconds},
              sealed = ${sealed}, updated_at = ${updatedAt}
              WHERE id = ${id} AND organization = ${organization} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      reseal: (id, from, to) =>
        query(
          "BucketStore.reseal",
          sql`UPDATE buckets SET sealed = ${to} WHERE id = ${id} AND sealed = ${from} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      remove: (organization, id) =>
        query(
          "BucketStore.remove",
          sql`DELETE FROM buckets WHERE id = ${id} AND organization = ${organization} RETURNING id`,
        ).pipe(Effect.map(hasRows)),
    }),
  ),
)
