/** ErasureStore: stored answers to repeated requests that name the person are deleted, and no others. */
import { ErasureStore, IdempotencyStore, Transaction, Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { names } from "./erasure.ts"
import { instant } from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const keep = (caller: string, body: string, fingerprint = "f", headers = "{}") =>
  Effect.gen(function* () {
    const idempotency = yield* IdempotencyStore
    const request = { caller: Username.make(caller), key: "k", fingerprint }
    yield* (yield* Transaction).run(
      Effect.zipRight(
        idempotency.begin(request, instant),
        idempotency.keep(request, { status: 200, headers, body }, instant),
      ),
    )
  })

export const erasedAnswers = makeSuite("ErasureStore, stored answers", {
  "deletes stored answers that name the person": Effect.gen(function* () {
    yield* keep(names.from, "{}")
    yield* keep("ada", `{"created_by":"${names.from}"}`)
    yield* keep("eve", "{}", `PATCH /users/${names.from}/ 0`)
    yield* keep("fay", "{}", `PATCH /users/${names.from.toLowerCase()} 0`)
    yield* keep("gil", "{}", `PATCH /datasets/?owner=${names.from}&page=2 0`)
    yield* keep("hal", "{}", "f", `{"location":"https://example.org/users/${names.from}"}`)
    yield* keep("bob", "{}")
    assert.strictEqual(yield* (yield* ErasureStore).rename(names, null), 6)
    const left = yield* (yield* IdempotencyStore).forget("2100-01-01T00:00:00.000000Z" as typeof instant, 9)
    assert.strictEqual(left, 1)
  }),

  "keeps stored answers in which the name is a part of another word": Effect.gen(function* () {
    yield* keep("ada", "{}", `POST /users/${names.from}2/ 0`)
    yield* keep("eve", "{}", `POST /datasets/acme/the-${names.from}/ 0`)
    yield* keep("bob", "{}", "f", `{"location":"/users/${names.from}-jr/"}`)
    assert.strictEqual(yield* (yield* ErasureStore).rename(names, null), 0)
  }),
})
