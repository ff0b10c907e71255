/** ClaimStore in SQL. Claiming itself is an operation of the dialect. */
import { ClaimStore, type DatasetId, type QueueKey } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { claimNames, claims, toQueueRow } from "../../rows/queue.ts"
import { decodeFirst } from "../../rows/results.ts"
import { makeClaimEnds } from "./claimEnds.ts"
import { makeClaimReads } from "./claimReads.ts"
import { makeFactQueries } from "./queueFacts.ts"
import { makeSampleLease } from "./sampleLease.ts"

export const ClaimSqlStore = Layer.effect(
  ClaimStore,
  Effect.map(Database, (database) => {
    const { sql, dialect, query, atomic, send } = database
    const now = sql.literal(dialect.nowMillis)
    const returned = sql.literal(claimNames)
    const byClaim = sql.literal(`sample_queue ${dialect.along("q_claim")}`)
    const native = dialect.claims(database)
    const leaseSample = makeSampleLease(database, native)
    const insertInto = database.insertRows
    return ClaimStore.of({
      ...makeClaimReads(database, native),
      ...makeClaimEnds(database, native),
      ...makeFactQueries(database),
      claim: (request) =>
        Effect.flatMap(
          query("ClaimStore.claim", native.quick(request)),
          Option.match({
            onNone: () => atomic("ClaimStore.claim", native.claim(request)),
            onSome: Effect.succeed,
          }),
        ),
      claimSample: (request) =>
        atomic("ClaimStore.claimSample", native.takeTurn(request, leaseSample(request))),
      takeTurn: (request) =>
        Effect.asVoid(atomic("ClaimStore.takeTurn", native.takeTurn(request, Effect.succeedNone))),
      view: (request) => atomic("ClaimStore.view", native.view(request)),
      renew: ({ datasetId, holder, id }, leaseSeconds) =>
        query(
          "ClaimStore.renew",
          sql<RawRow>`UPDATE ${byClaim} SET lease_until = ${now} + ${Math.round(leaseSeconds * 1000)}
            WHERE claim_id = ${id} AND dataset_id = ${datasetId} AND holder = ${holder} AND COALESCE(lease_until, 0) > ${now} RETURNING ${returned}`,
        ).pipe(Effect.map(decodeFirst(claims.decode))),
      // Many rows that may be new are first inserted as new, in a savepoint, which needs a transaction.
      place: (dataset, keys, rows = "unknown") =>
        keys.length === 0
          ? Effect.void
          : (keys.length === 1 || rows === "made" ? send : atomic)(
              "ClaimStore.place",
              placeAll(dataset, keys, rows === "made"),
            ),
    })

    /** In the order of the samples, so that two transactions that place the same samples cannot deadlock. */
    function placeAll(dataset: DatasetId, keys: ReadonlyArray<QueueKey>, made: boolean) {
      const inOrder = [...keys].sort((a, b) => (a.sampleId < b.sampleId ? -1 : 1))
      const rows = inOrder.map((key) => toQueueRow(dataset, key))
      const put = insertInto({ table: "sample_queue", rows, conflict: placeAnew, met: made })
      return Effect.zipRight(put, native.moved(dataset, rows))
    }
  }),
)

const placeAnew = `ON CONFLICT (dataset_id, sample_id) DO UPDATE SET np = excluded.np, own_step = excluded.own_step,
  own_user = excluded.own_user, open_step = excluded.open_step, open_user = excluded.open_user, labeler = excluded.labeler`
