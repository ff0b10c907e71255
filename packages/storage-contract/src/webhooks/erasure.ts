/** ErasureStore and DeliveryStore: what deliveries keep of a person. */
import { ErasureStore, Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addDueDeliveries, claimRequests, complete, dead, listAttempts, makeCompletion } from "./fixtures.ts"
import { makeWebhookSuite } from "./suite.ts"

const person = { username: Username.make("grace"), email: "grace@example.org" }

export const erasure = makeWebhookSuite("ErasureStore, deliveries", {
  "blanks what attempts repeat of a person, and keeps the attempts of others": Effect.gen(function* () {
    yield* addDueDeliveries(4)
    const [one, two, three, four] = yield* claimRequests()
    if (one === undefined || two === undefined || three === undefined || four === undefined)
      return assert.fail()
    const makeHeaders = (value: string) => [{ name: "x-user", value }]
    const answers = [
      {
        responseBody: "Unknown user grace.",
        responseHeaders: makeHeaders("ada"),
        url: "https://a.example/in",
      },
      {
        responseBody: "ok",
        responseHeaders: makeHeaders("grace@example.org"),
        url: "https://a.example/grace",
      },
      {
        responseBody: "graceful, disgrace, grace-2",
        responseHeaders: makeHeaders("grace2"),
        url: "https://grace.example/in",
      },
      // In JSON, a letter stands before the name.
      { responseBody: "ok", responseHeaders: makeHeaders("ada\tgrace"), url: "https://a.example/in" },
    ]
    for (const [index, request] of [one, two, three, four].entries()) {
      const { attempt } = yield* makeCompletion(request, dead)
      yield* complete([yield* makeCompletion(request, dead, { attempt: { ...attempt, ...answers[index] } })])
    }
    const before = yield* listAttempts(three)
    assert.strictEqual(yield* (yield* ErasureStore).forgetEvents(person), 0)
    const [first] = yield* listAttempts(one)
    assert.deepInclude(first, { responseBody: null, url: "https://a.example/in", status: 500 })
    assert.deepStrictEqual(first?.responseHeaders, makeHeaders("ada"))
    assert.deepInclude((yield* listAttempts(two))[0], {
      responseBody: "ok",
      responseHeaders: null,
      url: null,
    })
    assert.deepStrictEqual(yield* listAttempts(three), before)
    assert.isNull((yield* listAttempts(four))[0]?.responseHeaders)
  }),
})
