/** ConfigurationChangeStore in SQL: open changes, the labels that they read, and the versions that they stage. */
import {
  type ChangePhase,
  type ConfigurationChange,
  ConfigurationChangeStore,
  type DatasetId,
  type JsonText,
  type LabelRef,
  type VersionId,
} from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.ts"
import { number, type RawRow, text } from "../../rows/columns.ts"
import { configurationChanges, decodeRef, labelsWithBodies } from "../../rows/configurationChanges.ts"
import { decodeAll, decodeFirst, hasRows, readCount, splitIntoChunks } from "../../rows/results.ts"
import { selectCurrentVersion } from "../../rows/stagedLabels.ts"
import { selectLabelPage } from "../labels/labelQueries.ts"
import { makeLabelStaging } from "../labels/labelStaging.ts"

const columns = configurationChanges.select("c")
const changeNumber = number<number>("number")
const phase = text<ChangePhase>("phase")
const version = text<VersionId>("version")
const attributes = text<JsonText>("attributes")

export const ConfigurationChangeSqlStore = Layer.effect(
  ConfigurationChangeStore,
  Effect.map(Database, (database) => {
    const { atomic, dialect, query, sql } = database
    const staging = makeLabelStaging(database)
    const isChange = ({ datasetId, number }: Pick<ConfigurationChange, "datasetId" | "number">) =>
      sql`dataset_id = ${datasetId} AND number = ${number}`
    return ConfigurationChangeStore.of({
      begin: (change) =>
        atomic(
          "ConfigurationChangeStore.begin",
          Effect.gen(function* () {
            const locked = yield* dialect.lockDatasetRow(
              sql,
              change.datasetId,
              "update",
              (clause) =>
                sql`SELECT id FROM datasets WHERE id = ${change.datasetId} AND deleted_at IS NULL ${clause}`,
            )
            const others = yield* sql`SELECT 1 AS n FROM configuration_changes
              WHERE dataset_id = ${change.datasetId} AND phase <> 'folding'`
            if (locked.length === 0 || others.length > 0) return false
            yield* sql`INSERT INTO configuration_changes ${sql.insert(configurationChanges.encode(change))}`
            return true
          }),
        ),
      get: (which) =>
        query(
          "ConfigurationChangeStore.get",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM configuration_changes c WHERE ${isChange(which)}`,
        ).pipe(Effect.map(decodeFirst(configurationChanges.decode))),
      open: (dataset) =>
        query(
          "ConfigurationChangeStore.open",
          sql<RawRow>`SELECT number, phase FROM configuration_changes WHERE dataset_id = ${dataset} ORDER BY number`,
        ).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({ number: changeNumber.read(row.number), phase: phase.read(row.phase) })),
          ),
        ),
      advance: (which, from, to) =>
        query(
          "ConfigurationChangeStore.advance",
          sql`UPDATE configuration_changes SET phase = ${to} WHERE ${isChange(which)} AND phase = ${from} RETURNING number`,
        ).pipe(Effect.map(hasRows)),
      end: (which) =>
        query(
          "ConfigurationChangeStore.end",
          sql`DELETE FROM configuration_changes WHERE ${isChange(which)}`,
        ).pipe(Effect.asVoid),
      lockOutWriters: (dataset, patience) =>
        atomic(
          "ConfigurationChangeStore.lockOutWriters",
          dialect.lockOutWriters(database, dataset, patience),
        ),
      count: (dataset) =>
        query(
          "ConfigurationChangeStore.count",
          sql<RawRow>`SELECT CAST(COUNT(*) AS INTEGER) AS n FROM labels l
            JOIN labelsets x ON x.dataset_id = l.dataset_id AND x.id = l.labelset_id AND x.deleted_at IS NULL
            WHERE l.dataset_id = ${dataset}`,
        ).pipe(Effect.map(readCount)),
      labels: (page) =>
        query("ConfigurationChangeStore.labels", selectLabelPage(sql, dialect, page)).pipe(
          Effect.map(decodeAll(decodeRef)),
        ),
      bodies: (dataset, labels) =>
        Effect.forEach(splitIntoChunks(labels), (chunk) =>
          query("ConfigurationChangeStore.bodies", selectBodies(dataset, chunk)),
        ).pipe(
          Effect.map(
            (pages) =>
              new Map(
                pages.flat().map((row) => [version.read(row.version), attributes.read(row.attributes)]),
              ),
          ),
        ),
      stage: (which, labels) => atomic("ConfigurationChangeStore.stage", staging.stage(which, labels)),
      fold: (which, limit) => atomic("ConfigurationChangeStore.fold", staging.fold(which, limit)),
      drop: (which, limit) => atomic("ConfigurationChangeStore.drop", staging.drop(which, limit)),
    })

    /** Looked up by label and not by version, because the body may be stored under an earlier version. */
    function selectBodies(dataset: DatasetId, labels: ReadonlyArray<LabelRef>) {
      const pairs = labels.map((label) => sql`(${label.labelsetId}, ${label.sampleId})`)
      return sql<RawRow>`SELECT ${sql.literal(selectCurrentVersion("l"))} AS "version", b.attributes AS "attributes"
        FROM ${sql.literal(labelsWithBodies)} WHERE l.dataset_id = ${dataset} AND b.id IS NOT NULL
          AND (l.labelset_id, l.sample_id) IN (VALUES ${sql.csv(pairs)})`
    }
  }),
)
