/** Blanks what other servers repeated of a person in attempts to deliver webhooks. Runs inside a transaction. */
import { blankAttempt, type ErasedPerson } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { decodeColumn } from "../../rows/results.ts"
import { responseHeaders } from "../../rows/webhooks.ts"

const columns = ["url", "response_body", "response_headers", "error_message"] as const

const page = 200

export const redactAttempts = (
  { dialect, sql }: DatabaseShape,
  person: ErasedPerson,
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.gen(function* () {
    const words = [person.username, ...(person.email === null ? [] : [person.email])]
    const contains = sql.or(
      words.flatMap((word) =>
        columns.map((column) => sql`${sql.literal(dialect.position)}(${sql(column)}, ${word}) > 0`),
      ),
    )
    let after: readonly [string, string, string] = ["", "", ""]
    for (;;) {
      const rows =
        yield* sql<RawRow>`SELECT dataset_id, delivery_id, id, url, response_body, response_headers,
          error_message FROM webhook_attempts
        WHERE (dataset_id, delivery_id, id) > (${after[0]}, ${after[1]}, ${after[2]}) AND ${contains}
        ORDER BY dataset_id, delivery_id, id LIMIT CAST(${page} AS BIGINT)`
      for (const row of rows) {
        const before = readTexts(row)
        const next = blankAttempt(before, person)
        if (next === before) continue
        const changes = {
          url: next.url,
          response_body: next.responseBody,
          response_headers: next.responseHeaders === null ? null : toTextOrNull(row.response_headers),
          error_message: next.error === null ? null : next.error.message,
        }
        yield* sql`UPDATE webhook_attempts SET ${sql.update(changes)}
          WHERE dataset_id = ${String(row.dataset_id)} AND delivery_id = ${String(row.delivery_id)} AND id = ${String(row.id)}`
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < page) return
      after = [String(last.dataset_id), String(last.delivery_id), String(last.id)]
    }
  })

const toTextOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)

const readHeaders = decodeColumn(responseHeaders)

const readTexts = (row: RawRow) => {
  const message = toTextOrNull(row.error_message)
  return {
    url: toTextOrNull(row.url),
    responseBody: toTextOrNull(row.response_body),
    responseHeaders: readHeaders(row),
    error: message === null ? null : { code: "", message },
  }
}
