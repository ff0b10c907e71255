/** The methods of UserStore on the versions of models. */
import type { ModelVersion, Username } from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import { modelVersions } from "../../rows/accounts.ts"
import type { RawRow } from "../../rows/columns.ts"
import { decodeAll, decodeFirst, hasRows } from "../../rows/results.ts"

export const makeModelVersionQueries = ({ sql, query }: DatabaseShape) => {
  const columns = sql.literal(modelVersions.select("v"))
  return {
    insertModelVersion: (version: ModelVersion) =>
      query(
        "UserStore.insertModelVersion",
        sql`INSERT INTO model_versions ${sql.insert(modelVersions.encode(version))}
            ON CONFLICT DO NOTHING RETURNING name`,
      ).pipe(Effect.map(hasRows)),
    modelVersions: (models: ReadonlyArray<Username>, limit: number) =>
      models.length === 0
        ? Effect.succeed([])
        : query(
            "UserStore.modelVersions",
            sql<RawRow>`SELECT ${columns} FROM (SELECT *, ROW_NUMBER() OVER
                (PARTITION BY model ORDER BY created_at DESC, name DESC) AS place
              FROM model_versions WHERE ${sql.in("model", models)}) v
              WHERE v.place <= CAST(${limit} AS BIGINT) ORDER BY v.created_at DESC, v.name DESC`,
          ).pipe(Effect.map(decodeAll(modelVersions.decode))),
    modelVersion: (model: Username, name: string) =>
      query(
        "UserStore.modelVersion",
        sql`SELECT ${columns} FROM model_versions v WHERE v.model = ${model} AND v.name = ${name}`,
      ).pipe(Effect.map(decodeFirst(modelVersions.decode))),
  }
}
