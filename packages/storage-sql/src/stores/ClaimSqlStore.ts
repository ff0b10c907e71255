/** The queue in SQL: claims, places, and what decides about them. Claiming itself is `claim.<database>.ts`. */
import { ClaimStore } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import type { RawRow } from "../columns.ts"
import { Database } from "../Database.ts"
import { claimNames, claims, placeRow } from "../rows/queue.ts"
import { chunked, first } from "../rows/results.ts"
import { claimQueries } from "./chooseClaims.ts"
import { claimEnds } from "./claimEnds.ts"
import { claimReads } from "./claimReads.ts"
import { factQueries } from "./queueFacts.ts"

export const ClaimSqlStore = Layer.effect(
  ClaimStore,
  Effect.map(Database, (database) => {
    const { sql, dialect, query, atomic } = database
    const now = sql.literal(dialect.nowMillis)
    const returned = sql.literal(claimNames)
    const native = claimQueries(database)
    return ClaimStore.of({
      ...claimReads(database),
      ...claimEnds(database),
      ...factQueries(database),
      claim: (ask) =>
        Effect.flatMap(
          query("ClaimStore.claim", native.quick(ask)),
          Option.match({
            onNone: () => atomic("ClaimStore.claim", native.claim(ask)),
            onSome: Effect.succeed,
          }),
        ),
      view: (ask) => atomic("ClaimStore.view", native.view(ask)),
      renew: (id, user, leaseSeconds) =>
        query(
          "ClaimStore.renew",
          sql<RawRow>`UPDATE sample_queue SET lease_until = ${now} + ${Math.round(leaseSeconds * 1000)}
            WHERE claim_id = ${id} AND holder = ${user} AND lease_until > ${now} RETURNING ${returned}`,
        ).pipe(Effect.map(first(claims.decode))),
      place: (dataset, keys) =>
        keys.length === 0
          ? Effect.void
          : atomic(
              "ClaimStore.place",
              Effect.forEach(
                chunked(keys),
                (
                  some,
                ) => sql`INSERT INTO sample_queue ${sql.insert(some.map((key) => placeRow(dataset, key)))}
                  ON CONFLICT (dataset_id, sample_id) DO UPDATE SET np = excluded.np,
                    own_step = excluded.own_step, own_user = excluded.own_user,
                    open_step = excluded.open_step, open_user = excluded.open_user, labeler = excluded.labeler`,
                { discard: true },
              ),
            ),
    })
  }),
)
