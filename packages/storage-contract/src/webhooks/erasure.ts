/** ErasureStore and DeliveryStore: what deliveries keep of a person. */
import { ErasureStore, Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { attemptsOf, claimed, complete, completion, dead, waiting } from "./fixtures.ts"
import { webhookSuite } from "./suite.ts"

const person = { username: Username.make("grace"), email: "grace@example.org" }

export const erasure = webhookSuite("ErasureStore, deliveries", {
  "blanks what attempts repeat of a person, and keeps the attempts of others": Effect.gen(function* () {
    yield* waiting(4)
    const [one, two, three, four] = yield* claimed()
    if (one === undefined || two === undefined || three === undefined || four === undefined)
      return assert.fail()
    const headers = (value: string) => [{ name: "x-user", value }]
    const answers = [
      { responseBody: "Unknown user grace.", responseHeaders: headers("ada"), url: "https://a.example/in" },
      { responseBody: "ok", responseHeaders: headers("grace@example.org"), url: "https://a.example/grace" },
      {
        responseBody: "graceful, disgrace, grace-2",
        responseHeaders: headers("grace2"),
        url: "https://grace.example/in",
      },
      // In JSON, a letter stands before the name.
      { responseBody: "ok", responseHeaders: headers("ada\tgrace"), url: "https://a.example/in" },
    ]
    for (const [index, request] of [one, two, three, four].entries()) {
      const { attempt } = yield* completion(request, dead)
      yield* complete([yield* completion(request, dead, { attempt: { ...attempt, ...answers[index] } })])
    }
    const before = yield* attemptsOf(three)
    assert.strictEqual(yield* (yield* ErasureStore).forgetEvents(person), 0)
    const [first] = yield* attemptsOf(one)
    assert.deepInclude(first, { responseBody: null, url: "https://a.example/in", status: 500 })
    assert.deepStrictEqual(first?.responseHeaders, headers("ada"))
    assert.deepInclude((yield* attemptsOf(two))[0], { responseBody: "ok", responseHeaders: null, url: null })
    assert.deepStrictEqual(yield* attemptsOf(three), before)
    assert.isNull((yield* attemptsOf(four))[0]?.responseHeaders)
  }),
})
