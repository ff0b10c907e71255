/** Deletes webhook events that contain one of some texts, with their deliveries and attempts. Runs inside a transaction. */
import { needles } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { chunked } from "../../rows/results.ts"

/** Returns the number of events. */
export const eventDeletion = (
  { dialect, sql }: DatabaseShape,
  texts: ReadonlyArray<string>,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    const has = (column: string, text: string) =>
      sql`${sql.literal(dialect.position)}(${sql(column)}, ${text}) > 0`
    const json = (column: string) =>
      texts.flatMap((text) => needles(text).map((needle) => has(column, needle)))
    const begins = (column: string, after: string) =>
      texts.map((text) => sql`substr(${sql(column)}, 1, ${text.length + 1}) = ${`${text}${after}`}`)
    const events = yield* sql<RawRow>`SELECT id, dataset_id FROM outbox WHERE ${sql.or([
      ...json("object"),
      ...texts.map((text) => sql`owner = ${text}`),
      ...begins("dataset", "/"),
      // The sentence begins with the name of the actor.
      ...begins("summary", " "),
    ])}`
    for (const some of chunked(events.map(({ id }) => String(id)))) {
      yield* sql`DELETE FROM webhook_attempts WHERE (dataset_id, delivery_id) IN
        (SELECT dataset_id, id FROM webhook_deliveries WHERE ${sql.in("event_id", some)})`
      yield* sql`DELETE FROM webhook_deliveries WHERE ${sql.in("event_id", some)}`
      yield* sql`DELETE FROM outbox WHERE ${sql.in("id", some)}`
    }
    yield* sql`DELETE FROM webhook_deliveries WHERE own_event IS NOT NULL AND ${sql.or(json("own_event"))}`
    yield* sql`DELETE FROM webhook_attempts WHERE ${sql.or(
      texts.flatMap((text) =>
        ["url", "response_body", "response_headers", "error_message"].map((column) => has(column, text)),
      ),
    )}`
    return events.length
  })
