/** How long a file stays that has no key: an hour after its writer or a reader was last heard of, by the clock of Postgres. */
import type { DatabaseShape } from "@annotary/storage-sql"

const graceMillis = 3600 * 1000

export const byClock = ({ dialect, sql }: DatabaseShape) => {
  const now = sql.literal(dialect.nowMillis)
  return { now, later: sql`${now} + ${graceMillis}` }
}
