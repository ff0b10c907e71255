/** Whether a database file is whole, by SQLite's own quick check. Reads only, beside whoever else uses the file. */
import * as Reactivity from "@effect/experimental/Reactivity"
import type * as SqlError from "@effect/sql/SqlError"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Effect } from "effect"

/** What SQLite finds wrong, at most ten sentences; none when the file is whole. Fails when it cannot be read at all. */
export const quickCheck = (filename: string): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
  Effect.gen(function* () {
    const client = yield* SqliteClient.make({ filename, readonly: true, disableWAL: true })
    const rows = yield* client<{ readonly quick_check: string }>`PRAGMA quick_check(10)`
    return rows.map((row) => row.quick_check).filter((sentence) => sentence !== "ok")
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
