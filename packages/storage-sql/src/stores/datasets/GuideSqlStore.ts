/** GuideStore in SQL. */
import { GuideStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { guideAcknowledgements } from "../../rows/datasets.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"
import { lockDataset } from "./locks.ts"

export const GuideSqlStore = Layer.effect(
  GuideStore,
  Effect.map(Database, (database) => {
    const { atomic, query, sql } = database
    const acknowledgements = sql.literal(
      `SELECT ${guideAcknowledgements.select("g")} FROM guide_acknowledgements g`,
    )
    return GuideStore.of({
      acknowledge: (acknowledgement) =>
        atomic(
          "GuideStore.acknowledge",
          Effect.zipRight(
            lockDataset(database, acknowledgement.datasetId),
            sql`INSERT INTO guide_acknowledgements ${sql.insert(guideAcknowledgements.encode(acknowledgement))}
              ON CONFLICT DO NOTHING RETURNING username`,
          ),
        ).pipe(Effect.map(hasRows)),
      find: (dataset, user, version) =>
        query(
          "GuideStore.find",
          sql`${acknowledgements} WHERE g.dataset_id = ${dataset} AND g.username = ${user} AND g.version = ${version}`,
        ).pipe(Effect.map(decodeFirst(guideAcknowledgements.decode))),
      list: (dataset, version) =>
        query(
          "GuideStore.list",
          sql`${acknowledgements} WHERE g.dataset_id = ${dataset} AND g.version = ${version} ORDER BY g.username`,
        ).pipe(Effect.map(decodeAll(guideAcknowledgements.decode))),
    })
  }),
)
