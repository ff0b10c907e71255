/** The methods of DatasetStore on the history of configurations. */
import type { DatasetId, StoredConfiguration } from "@annotary/core/effect"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { configurationEntries, configurations } from "../../rows/datasets.ts"
import { decodeAll, decodeFirst } from "../../rows/results.ts"

export const makeConfigurationQueries = ({ query, sql }: Pick<DatabaseShape, "query" | "sql">) => {
  const fromDataset = (id: DatasetId) =>
    sql`configuration_versions v JOIN datasets d ON d.id = v.dataset_id AND d.deleted_at IS NULL WHERE v.dataset_id = ${id}`
  return {
    addConfiguration: (version: StoredConfiguration) =>
      query(
        "DatasetStore.addConfiguration",
        sql`INSERT INTO configuration_versions ${sql.insert(configurations.encode(version))}`,
      ).pipe(Effect.asVoid),
    configurations: (
      id: DatasetId,
      { before, limit }: { readonly before: number | null; readonly limit: number },
    ) =>
      query(
        "DatasetStore.configurations",
        sql<RawRow>`SELECT ${sql.literal(configurationEntries.select("v"))} FROM ${fromDataset(id)}
          ${before === null ? sql.literal("") : sql`AND v.number < ${before}`}
          ORDER BY v.number DESC LIMIT CAST(${limit} AS BIGINT)`,
      ).pipe(Effect.map(decodeAll(configurationEntries.decode))),
    configuration: (id: DatasetId, number: number) =>
      query(
        "DatasetStore.configuration",
        sql<RawRow>`SELECT ${sql.literal(configurations.select("v"))} FROM ${fromDataset(id)} AND v.number = ${number}`,
      ).pipe(
        Effect.map(decodeFirst(configurations.decode)),
        Effect.map(Option.map(({ datasetId: _, ...version }) => version)),
      ),
  }
}
