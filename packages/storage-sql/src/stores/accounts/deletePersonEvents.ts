/** Deletes webhook events about a person, with their deliveries and attempts. Runs inside a transaction. */
import { castToJsonText, type ErasedPerson, isAboutPerson, listNeedles } from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Fragment } from "@effect/sql/Statement"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { RawRow } from "../../rows/columns.ts"
import { splitIntoChunks } from "../../rows/results.ts"
import { redactAttempts } from "./redactAttempts.ts"

/** Objects of events have up to some hundred kilobytes. */
const page = 100

/** Returns the number of events. */
export const deletePersonEvents = (
  database: DatabaseShape,
  person: ErasedPerson,
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    const { dialect, sql } = database
    const { email, username } = person
    const matchTexts = (column: string) =>
      [username, ...(email === null ? [] : [email])].flatMap((text) =>
        listNeedles(text).map(
          (needle) => sql`${sql.literal(dialect.position)}(${sql(column)}, ${needle}) > 0`,
        ),
      )
    const hasPrefix = (column: string, start: string) =>
      sql`substr(${sql(column)}, 1, ${start.length}) = ${start}`
    const deleteAttempts = (where: Fragment) =>
      sql`DELETE FROM webhook_attempts WHERE (dataset_id, delivery_id) IN
        (SELECT dataset_id, id FROM webhook_deliveries WHERE ${where})`

    const gone: Array<string> = []
    for (let after = ""; ; ) {
      const rows = yield* sql<RawRow>`SELECT id, owner, dataset, object, summary FROM outbox
        WHERE id > ${after} AND ${sql.or([
          ...matchTexts("object"),
          sql`owner = ${username}`,
          hasPrefix("dataset", `${username}/`),
          hasPrefix("summary", `${username} `),
        ])} ORDER BY id LIMIT CAST(${page} AS BIGINT)`
      for (const { dataset, id, object, owner, summary } of rows)
        if (
          isAboutPerson(
            {
              dataset: String(dataset),
              object: castToJsonText(String(object)),
              owner: String(owner),
              text: String(summary),
            },
            person,
          )
        )
          gone.push(String(id))
      const last = rows.at(-1)
      if (last === undefined || rows.length < page) break
      after = String(last.id)
    }
    for (const chunk of splitIntoChunks(gone)) {
      yield* deleteAttempts(sql.in("event_id", chunk))
      yield* sql`DELETE FROM webhook_deliveries WHERE ${sql.in("event_id", chunk)}`
      yield* sql`DELETE FROM outbox WHERE ${sql.in("id", chunk)}`
    }

    // An event in a column is JSON, in which the JSON of its object is a string.
    const ownEventIds: Array<string> = []
    for (let after: readonly [string, string] = ["", ""]; ; ) {
      const rows = yield* sql<RawRow>`SELECT dataset_id, id, event_id, own_event FROM webhook_deliveries
        WHERE (dataset_id, id) > (${after[0]}, ${after[1]}) AND own_event IS NOT NULL AND ${sql.or(
          [username, ...(email === null ? [] : [email])].map(
            (text) => sql`${sql.literal(dialect.position)}(own_event, ${text}) > 0`,
          ),
        )} ORDER BY dataset_id, id LIMIT CAST(${page} AS BIGINT)`
      for (const { event_id, own_event } of rows)
        if (isAboutPerson(JSON.parse(String(own_event)), person)) ownEventIds.push(String(event_id))
      const last = rows.at(-1)
      if (last === undefined || rows.length < page) break
      after = [String(last.dataset_id), String(last.id)]
    }
    for (const chunk of splitIntoChunks(ownEventIds)) {
      yield* deleteAttempts(sql.in("event_id", chunk))
      yield* sql`DELETE FROM webhook_deliveries WHERE own_event IS NOT NULL AND ${sql.in("event_id", chunk)}`
    }
    yield* redactAttempts(database, person)
    return gone.length
  })
