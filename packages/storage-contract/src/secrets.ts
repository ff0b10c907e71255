/** SecretStore: secrets that are generated once and shared by all processes. */
import { SecretStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { makeSuite, runBesideRollback, runInterleaved, runTwenty } from "./suite.ts"

export const secrets = makeSuite("SecretStore", {
  "keeps the first secret": Effect.gen(function* () {
    const store = yield* SecretStore
    assert.isFalse(yield* store.has("signing"))
    assert.strictEqual(yield* store.getOrKeep("signing", "one é"), "one é")
    assert.strictEqual(yield* store.getOrKeep("signing", "two"), "one é")
    assert.isTrue(yield* store.has("signing"))
    assert.isFalse(yield* store.has("Signing"))
    assert.strictEqual(yield* store.getOrKeep("sealing", "two"), "two")
  }),

  "returns the same secret to all concurrent callers": Effect.gen(function* () {
    const store = yield* SecretStore
    const [one, other] = yield* runInterleaved(store.getOrKeep("a", "1"), store.getOrKeep("a", "2"))
    assert.strictEqual(one, other)
    assert.strictEqual(yield* runBesideRollback(store.getOrKeep("b", "1"), store.getOrKeep("b", "2")), "2")
    const all = yield* runTwenty((i) => store.getOrKeep("c", `${i}`))
    assert.strictEqual(new Set(all).size, 1)
  }),
})
