/** ReleaseStore in SQL. */
import { type DatasetId, maxStatements, nameKey, type Release, ReleaseStore } from "@annotary/core/effect"
import { Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { type Primitive, type RawRow, text } from "../rows/columns.ts"
import { releases, statements } from "../rows/files.ts"
import { decodeAll, decodeFirst, hasRows } from "../rows/results.ts"
import { addDirectoryEntries, removeDirectoryEntries, selectDatasetById } from "./datasets/directory.ts"
import { lockDataset } from "./datasets/locks.ts"

const columns = releases.select("r")
const datasetId = text<DatasetId>("dataset_id")

export const ReleaseSqlStore = Layer.effect(
  ReleaseStore,
  Effect.map(Database, (database) => {
    const { sql, query, atomic } = database
    const live = sql.literal(
      `SELECT ${columns} FROM releases r JOIN datasets d ON d.id = r.dataset_id AND d.deleted_at IS NULL WHERE`,
    )
    return ReleaseStore.of({
      insert: (release) =>
        atomic(
          "ReleaseStore.insert",
          Effect.gen(function* () {
            yield* lockDataset(database, release.datasetId)
            const made =
              yield* sql`INSERT INTO releases ${sql.insert(encode(release))} ON CONFLICT DO NOTHING RETURNING id`
            if (hasRows(made)) yield* addDirectoryEntries(database, [release])
            return hasRows(made)
          }),
        ),
      byName: (dataset, name) =>
        query(
          "ReleaseStore.byName",
          sql<RawRow>`${live} r.dataset_id = ${dataset} AND r.name_key = ${nameKey(name)}`,
        ).pipe(Effect.map(decodeFirst(releases.decode))),
      byId: (id) =>
        query(
          "ReleaseStore.byId",
          sql<RawRow>`${live} r.dataset_id = ${selectDatasetById(database, id)} AND r.id = ${id}`,
        ).pipe(Effect.map(decodeFirst(releases.decode))),
      list: (dataset) =>
        query(
          "ReleaseStore.list",
          sql<RawRow>`SELECT ${sql.literal(columns)} FROM releases r WHERE r.dataset_id = ${dataset} ORDER BY r.id DESC`,
        ).pipe(Effect.map(decodeAll(releases.decode))),
      update: (release) => {
        const { id, dataset_id, ...set } = encode(release)
        return query(
          "ReleaseStore.update",
          sql`UPDATE releases SET ${sql.update(set)} WHERE dataset_id = ${release.datasetId} AND id = ${release.id}
              AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${release.datasetId} AND d.deleted_at IS NULL) RETURNING id`,
        ).pipe(Effect.map(hasRows))
      },
      appendStatements: ({ datasetId, id }, added) =>
        query(
          "ReleaseStore.appendStatements",
          // One step, so that concurrent statements are all kept and counted. Each is a line.
          sql`UPDATE releases SET statements = statements || ${statements.write(added)}
              WHERE dataset_id = ${datasetId} AND id = ${id}
              AND length(statements) - length(replace(statements, ${"\n"}, '')) <= ${maxStatements - added.length}
              AND EXISTS (SELECT 1 FROM datasets d WHERE d.id = ${datasetId} AND d.deleted_at IS NULL) RETURNING id`,
        ).pipe(Effect.map(hasRows)),
      statements: ({ datasetId, id }) =>
        query(
          "ReleaseStore.statements",
          sql<RawRow>`SELECT r.statements AS "statements" FROM releases r
              JOIN datasets d ON d.id = r.dataset_id AND d.deleted_at IS NULL
              WHERE r.dataset_id = ${datasetId} AND r.id = ${id}`,
        ).pipe(Effect.map(([row]) => (row === undefined ? [] : statements.read(row.statements)))),
      remove: (id) =>
        atomic(
          "ReleaseStore.remove",
          Effect.gen(function* () {
            const gone = yield* sql<RawRow>`DELETE FROM releases
                WHERE dataset_id = ${selectDatasetById(database, id)} AND id = ${id} RETURNING dataset_id AS "dataset_id"`
            const [release] = gone
            if (release === undefined) return false
            yield* removeDirectoryEntries(sql, [id])
            const dataset = datasetId.read(release.dataset_id)
            const audits = sql`SELECT a.id FROM release_audits a WHERE a.dataset_id = ${dataset} AND a.release_id = ${id}`
            for (const rows of ["audit_draws", "audit_exclusions", "audit_strata"])
              yield* sql`DELETE FROM ${sql(rows)} WHERE dataset_id = ${dataset} AND audit_id IN (${audits})`
            yield* sql`DELETE FROM release_audits WHERE dataset_id = ${dataset} AND release_id = ${id}`
            return true
          }),
        ),
    })
  }),
)

const encode = (release: Release): Record<string, Primitive> => ({
  ...releases.encode(release),
  name_key: nameKey(release.name),
})
