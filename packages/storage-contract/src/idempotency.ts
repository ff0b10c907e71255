/** IdempotencyStore: a repeated request gets the first answer. */
import {
  IdempotencyStore,
  type IdempotentAnswer,
  type IdempotentRequest,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addPerson, addSeconds, instant, oddJson } from "./fixtures.ts"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

const request = (caller: Username, fields: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  caller,
  key: "k",
  fingerprint: "f",
  ...fields,
})

const answer = { status: 201, headers: `{"etag":"é"}`, body: oddJson }

const begin = (request: IdempotentRequest, since = instant) =>
  Effect.flatMap(Effect.all([IdempotencyStore, Transaction]), ([store, transaction]) =>
    Effect.map(transaction.run(store.begin(request, since)), Option.getOrNull),
  )

/** Performs a request: returns the stored answer, or stores a new one and returns null. */
const performRequest = (
  request: IdempotentRequest,
  made: IdempotentAnswer["answer"] = answer,
  at = instant,
) =>
  Effect.flatMap(IdempotencyStore, (store) =>
    Effect.tap(Effect.map(store.begin(request, instant), Option.getOrNull), (found) =>
      found === null ? store.keep(request, made, at) : Effect.void,
    ),
  )

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

export const idempotency = makeSuite("IdempotencyStore", {
  "returns nothing to the first caller and the stored response to the second": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    assert.isNull(yield* run(performRequest(request(ann))))
    assert.deepStrictEqual(yield* begin(request(ann)), { fingerprint: "f", answer })
  }),

  "finds a response by caller and key, with the fingerprint of the first request": Effect.gen(function* () {
    const [ann, bob] = yield* Effect.all([addPerson("ann"), addPerson("bob")])
    yield* run(performRequest(request(ann)))
    assert.isNull(yield* begin(request(bob)))
    assert.isNull(yield* begin(request(ann, { key: "K" })))
    assert.deepStrictEqual(yield* begin(request(ann, { fingerprint: "other" })), { fingerprint: "f", answer })
  }),

  "records that a request completed when its response is not stored": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    yield* run(performRequest(request(ann), null))
    assert.deepStrictEqual(yield* begin(request(ann)), { fingerprint: "f", answer: null })
  }),

  "discards a record that was rolled back": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    yield* Effect.ignore(run(Effect.zipRight(performRequest(request(ann)), Effect.fail("no"))))
    assert.isNull(yield* begin(request(ann)))
    assert.isNull(yield* runBesideRollback(performRequest(request(ann)), run(performRequest(request(ann)))))
    assert.deepStrictEqual(yield* begin(request(ann)), { fingerprint: "f", answer })
  }),

  "makes a concurrent duplicate wait for the first request and return its response": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    const [first, twin] = yield* runInterleaved(
      performRequest(request(ann)),
      performRequest(request(ann), { ...answer, status: 500 }),
    )
    assert.isNull(first)
    assert.deepStrictEqual(twin, { fingerprint: "f", answer })
    const many = yield* runTwenty((i) =>
      run(performRequest(request(ann, { key: "other" }), { ...answer, status: i })),
    )
    assert.strictEqual(many.filter((found) => found === null).length, 1)
    assert.strictEqual(new Set(many.map((found) => found?.answer?.status)).size, 2)
  }),

  "ignores an expired response, and replaces it": Effect.gen(function* () {
    const ann = yield* addPerson("ann")
    yield* run(performRequest(request(ann)))
    assert.isNotNull(yield* begin(request(ann), instant))
    assert.isNull(yield* begin(request(ann), addSeconds(instant, 1)))
    const store = yield* IdempotencyStore
    const second = request(ann, { fingerprint: "g" })
    yield* run(
      Effect.zipRight(
        store.begin(second, addSeconds(instant, 1)),
        store.keep(second, { ...answer, status: 200 }, addSeconds(instant, 2)),
      ),
    )
    assert.deepStrictEqual(yield* begin(request(ann), addSeconds(instant, 1)), {
      fingerprint: "g",
      answer: { ...answer, status: 200 },
    })
  }),

  "deletes old responses in batches": Effect.gen(function* () {
    const store = yield* IdempotencyStore
    const ann = yield* addPerson("ann")
    for (const key of ["a", "b", "c"]) yield* run(performRequest(request(ann, { key })))
    yield* run(performRequest(request(ann, { key: "late" }), answer, addSeconds(instant, 5)))
    const forget = store.forget(addSeconds(instant, 5), 2)
    assert.deepStrictEqual([yield* forget, yield* forget, yield* forget], [2, 1, 0])
    assert.isNull(yield* begin(request(ann, { key: "a" })))
    assert.isNotNull(yield* begin(request(ann, { key: "late" })))
  }),
})
