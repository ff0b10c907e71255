/** The lifetime of a file without a key: an hour after the last activity of its writer or a reader, by the clock of Postgres. */
import type { DatabaseShape } from "@annotary/storage-sql"

const graceMillis = 3600 * 1000

export const byClock = ({ dialect, sql }: DatabaseShape) => {
  const now = sql.literal(dialect.nowMillis)
  return { now, later: sql`${now} + ${graceMillis}` }
}
