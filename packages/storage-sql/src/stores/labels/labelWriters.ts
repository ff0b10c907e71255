/**
 * The lock that writers of a dataset's labels share until their transactions end: each takes it with the first row that it
 * locks, and before that row, so that all come to both in one order. Who has it alone sees all that was written.
 */
import type { DatasetId } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect, Option } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { Dialect } from "../../dialect/Dialect.ts"
import { text } from "../../statements/columns.ts"

/** A column for a SELECT that locks rows, of an expression that names the dataset. */
export const sharedByWriters = ({ writersLock }: Pick<Dialect, "writersLock">, dataset: string): string =>
  `${writersLock.shared(dataset)} AS "writers"`

const limit = text<string>("lock_timeout")

/**
 * Takes the lock alone until the transaction ends. False if somebody else held it for longer than `patience`, in milliseconds;
 * no other writer begins while this waits.
 */
export const lockOutWriters = (
  { dialect, sql, unlessLocked }: Pick<DatabaseShape, "dialect" | "sql" | "unlessLocked">,
  id: DatasetId,
  patience: number,
): Effect.Effect<boolean, SqlError.SqlError> => {
  const { alone } = dialect.writersLock
  if (alone === null) return Effect.succeed(true)
  const wait = (most: string) => sql`SELECT set_config('lock_timeout', ${most}, true)`
  return Effect.gen(function* () {
    const before = yield* sql<Record<string, unknown>>`SELECT current_setting('lock_timeout') AS lock_timeout`
    yield* wait(`${patience}ms`)
    const locked = yield* unlessLocked(
      sql`SELECT ${sql.literal(alone("d.id"))} AS "writers" FROM datasets d WHERE d.id = ${id}`,
    )
    yield* wait(limit.read(before[0]?.lock_timeout))
    return Option.isSome(locked)
  })
}
