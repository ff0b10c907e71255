/**
 * IdempotencyStore in SQL. The first request inserts the key and thereby locks it until its transaction ends; a request with the
 * same key waits for that.
 */
import { IdempotencyStore, type IdempotentAnswer, StorageFailure } from "@annotary/core/effect"
import { Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import { insideTransaction } from "../database/failures.ts"
import { nullable, number, type RawRow, text } from "../rows/columns.ts"
import { decodeFirst, hasRows } from "../rows/results.ts"

const fingerprint = text("fingerprint")
const status = nullable(number("status"))
const headers = nullable(text("headers"))
const body = nullable(text("body"))

export const IdempotencySqlStore = Layer.effect(
  IdempotencyStore,
  Effect.map(Database, ({ sql, query }) =>
    IdempotencyStore.of({
      begin: (request, since) =>
        Effect.flatMap(insideTransaction, (inside) =>
          inside
            ? query(
                "IdempotencyStore.begin",
                Effect.gen(function* () {
                  const which = sql`caller = ${request.caller} AND request_key = ${request.key}`
                  yield* sql`DELETE FROM idempotency WHERE ${which} AND at < ${since}`
                  // Until the answer is kept the row counts as old, so that the row of a request without an answer is deleted.
                  const row = {
                    caller: request.caller,
                    request_key: request.key,
                    fingerprint: request.fingerprint,
                    at: "",
                  }
                  for (;;) {
                    const mine =
                      yield* sql`INSERT INTO idempotency ${sql.insert(row)} ON CONFLICT DO NOTHING RETURNING caller`
                    if (hasRows(mine)) return Option.none<IdempotentAnswer>()
                    const stored =
                      yield* sql<RawRow>`SELECT fingerprint, status, headers, body FROM idempotency WHERE ${which}`
                    // No row: it was deleted between the two statements, so that the key is free again.
                    if (hasRows(stored)) return decodeFirst(decode)(stored)
                  }
                }),
              )
            : Effect.die(outside),
        ),
      keep: (request, answer, at) =>
        query(
          "IdempotencyStore.keep",
          sql`INSERT INTO idempotency ${sql.insert({
            caller: request.caller,
            request_key: request.key,
            fingerprint: request.fingerprint,
            at,
            status: answer === null ? null : answer.status,
            headers: answer === null ? null : answer.headers,
            body: answer === null ? null : answer.body,
          })} ON CONFLICT (caller, request_key) DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at,
            status = excluded.status, headers = excluded.headers, body = excluded.body`,
        ).pipe(Effect.asVoid),
      forget: (before, limit) =>
        query(
          "IdempotencyStore.forget",
          sql`DELETE FROM idempotency WHERE (caller, request_key) IN
              (SELECT caller, request_key FROM idempotency WHERE at < ${before} LIMIT CAST(${limit} AS BIGINT)) RETURNING caller`,
        ).pipe(Effect.map((rows) => rows.length)),
    }),
  ),
)

const decode = (raw: RawRow): IdempotentAnswer => {
  const code = status.read(raw.status)
  return {
    fingerprint: fingerprint.read(raw.fingerprint),
    answer:
      code === null
        ? null
        : { status: code, headers: headers.read(raw.headers) ?? "", body: body.read(raw.body) ?? "" },
  }
}

const outside = new StorageFailure({
  operation: "IdempotencyStore.begin",
  transient: false,
  cause: "Begin a request inside the transaction that executes it.",
})
