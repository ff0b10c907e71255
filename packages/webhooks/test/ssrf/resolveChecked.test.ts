import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { makeAddressPolicy } from "../../src/ssrf/AddressPolicy.ts"
import type { CheckedHost } from "../../src/ssrf/checkUrl.ts"
import { formatAddress } from "../../src/ssrf/IpAddress.ts"
import { type Resolver, resolveChecked } from "../../src/ssrf/resolveChecked.ts"
import { corpus } from "./corpus.ts"

const plain = makeAddressPolicy()
const name: CheckedHost = { _tag: "Name", name: "hooks.example.com", openedOnly: false }
const answering =
  (answers: ReadonlyArray<string>): Resolver =>
  async () =>
    answers
const look = (answers: ReadonlyArray<string>, policy = plain, host: CheckedHost = name) =>
  resolveChecked(host, policy, answering(answers), 1000).pipe(
    Effect.match({
      onFailure: ({ because }) => because as string,
      onSuccess: (addresses) => addresses.map(formatAddress).join(" "),
    }),
  )

describe("a lookup", () => {
  it.effect.each(corpus.lookups)("that answers $case is refused", ({ answers }) =>
    Effect.gen(function* () {
      assert.include(["blocked", "empty"], yield* look(answers))
    }),
  )

  it.effect("answers what was checked, the families in turns, four at most", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* look(["1.1.1.1"]), "1.1.1.1")
      assert.strictEqual(
        yield* look(["1.1.1.1", "1.0.0.1", "8.8.8.8", "2606:4700:4700::1111", "2606:4700:4700::1001"]),
        "1.1.1.1 2606:4700:4700::1111 1.0.0.1 2606:4700:4700::1001",
      )
      assert.strictEqual(yield* look(["2606:4700:4700::1111", "1.1.1.1"]), "2606:4700:4700::1111 1.1.1.1")
    }),
  )

  it.effect("judges all of a thousand answers", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 1000 }, (_, i) => `11.0.${i >> 8}.${i & 255}`)
      assert.strictEqual(yield* look(many), "11.0.0.0 11.0.0.1 11.0.0.2 11.0.0.3")
      assert.strictEqual(yield* look([...many, "10.0.0.1"]), "blocked")
    }),
  )

  it.effect("of a private name, or for http, takes opened addresses only", () =>
    Effect.gen(function* () {
      const policy = makeAddressPolicy({ allow: ["10.0.0.0/8"] })
      const inside: CheckedHost = { _tag: "Name", name: "receiver", openedOnly: true }
      assert.strictEqual(yield* look(["10.0.0.1"], policy, inside), "10.0.0.1")
      assert.strictEqual(yield* look(["1.1.1.1"], policy, inside), "not_opened")
      assert.strictEqual(yield* look(["10.0.0.1", "1.1.1.1"], policy, inside), "not_opened")
      assert.strictEqual(yield* look(["192.168.0.1"], policy, inside), "blocked")
    }),
  )

  it.effect("that fails, or never ends, is a refusal like any other", () =>
    Effect.gen(function* () {
      const failing = resolveChecked(name, plain, () => Promise.reject(new Error("ENOTFOUND")), 1000)
      assert.strictEqual((yield* Effect.flip(failing)).because, "not_found")
      const hanging = resolveChecked(name, plain, () => new Promise(() => {}), 1000)
      const fiber = yield* Effect.fork(Effect.flip(hanging))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).because, "timeout")
    }),
  )
})
