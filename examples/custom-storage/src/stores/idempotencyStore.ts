/**
 * IdempotencyStore: responses by caller and key. A concurrent request with the same key waits, because transactions run one after the
 * other.
 */
import { IdempotencyStore, type IdempotentRequest } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"
import { keyOf } from "../tables.ts"

const requestKey = ({ caller, key }: IdempotentRequest) => keyOf(caller, key)

export const idempotencyStore = ({ call, tables: { answers } }: Database) =>
  IdempotencyStore.of({
    begin: (request, since) =>
      call("IdempotencyStore.begin", () => {
        const row = answers.get(requestKey(request))
        if (row === undefined || row.at < since) return Option.none()
        return Option.some({ fingerprint: row.fingerprint, answer: row.answer })
      }),
    keep: (request, answer, at) =>
      call("IdempotencyStore.keep", () =>
        answers.put(requestKey(request), {
          key: requestKey(request),
          fingerprint: request.fingerprint,
          answer,
          at,
        }),
      ),
    forget: (before, limit) =>
      call("IdempotencyStore.forget", () => {
        const old = answers.all().filter(({ at }) => at < before)
        return old.slice(0, limit).filter(({ key }) => answers.delete(key)).length
      }),
  })
