/** Adds records of an archive to a hidden dataset: a row for each, and what the tables derive from them. Runs inside a transaction. */
import type { DatasetId, StoredRecords, StoredSection } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../database/Database.ts"
import { makeRecordWrites } from "./recordWrites.ts"
import { makeReferenceChecks } from "./referenceChecks.ts"

type Write = <Section extends StoredSection>(
  dataset: DatasetId,
  section: Section,
  records: ReadonlyArray<StoredRecords[Section]>,
) => Effect.Effect<boolean, SqlError.SqlError>

export const writeRecords = (database: DatabaseShape): Write => {
  const { dialect, sql, unlessTaken } = database
  const writes = makeRecordWrites(database)
  const refer = makeReferenceChecks(database)
  return (dataset, section, records) =>
    Effect.gen(function* () {
      // Locked, so that a purge cannot leave these rows behind.
      const hidden = yield* dialect.lockDatasetRow(
        sql,
        dataset,
        "keyShare",
        (clause) => sql`SELECT id FROM datasets WHERE id = ${dataset} AND deleted_at IS NOT NULL ${clause}`,
      )
      if (hidden.length === 0) return false
      if (!(yield* refer[section](dataset, records))) return false
      const written = yield* unlessTaken(writes[section](dataset, records))
      return Option.getOrElse(written, () => false)
    })
}
