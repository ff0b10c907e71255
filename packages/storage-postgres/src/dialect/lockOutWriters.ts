/** Takes the lock that writers of a dataset's labels share exclusively: all their writes are then committed and visible. */
import { codeOf, type DialectShape, type RawRow, text } from "@annotary/storage-sql"
import { Effect, Option } from "effect"
import { writersLockKey } from "./words.ts"

export const lockOutWriters: DialectShape["lockOutWriters"] = ({ sql, unless }, dataset, timeoutMillis) => {
  const setTimeout = (timeout: string) => sql`SELECT set_config('lock_timeout', ${timeout}, true)`
  return Effect.gen(function* () {
    const before = yield* sql<RawRow>`SELECT current_setting('lock_timeout') AS lock_timeout`
    yield* setTimeout(`${timeoutMillis}ms`)
    const locked = yield* unless(
      isLockTimeout,
      sql`SELECT ${sql.literal(lockOf("d.id"))} AS "writers" FROM datasets d WHERE d.id = ${dataset}`,
    )
    yield* setTimeout(limit.read(before[0]?.lock_timeout))
    return Option.isSome(locked)
  })
}

const lockOf = (dataset: string): string => `pg_advisory_xact_lock(${writersLockKey(dataset)})`

const limit = text<string>("lock_timeout")

const isLockTimeout = (cause: unknown): boolean => codeOf(cause) === "55P03"
