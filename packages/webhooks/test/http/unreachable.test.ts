/** The whole corpus at the time of sending, with listeners on both loopback addresses that must see nobody. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Sender } from "../../src/http/Sender.ts"
import type { Resolver } from "../../src/ssrf/resolveChecked.ts"
import { blockedUrls, corpus } from "../ssrf/corpus.ts"
import { answering, ok, receiver } from "../support/receivers.ts"
import { requestTo, senderOf, smallLimits } from "../support/sending.ts"

/** On one port, because a URL of the corpus means both. */
const canaries = Effect.acquireRelease(
  Effect.promise(async () => {
    const four = await receiver(answering(ok))
    const six = await receiver(answering(ok), { host: "::1" }).catch(() => undefined)
    return { port: four.port, sixPort: six?.port ?? four.port, all: six === undefined ? [four] : [four, six] }
  }),
  ({ all }) => Effect.promise(() => Promise.all(all.map(({ close }) => close()))),
)
const sending = (options: Parameters<typeof senderOf>[0]) =>
  Effect.acquireRelease(senderOf({ allow: [], ...options }), ({ close }) => Effect.sync(close))
const code = (sender: Sender, url: string) =>
  Effect.map(sender.send(requestTo(url)), ({ error, status }) => `${status} ${error?.code} ${error?.message}`)
const unreachable = "null unreachable The endpoint could not be reached."

describe("nobody is connected to", () => {
  it.scopedLive(
    "at any address of the corpus, in whatever spelling it is written",
    () =>
      Effect.gen(function* () {
        const { all, port, sixPort } = yield* canaries
        const sender = yield* sending({ resolver: async () => ["127.0.0.1", "::1"] })
        for (const url of [...blockedUrls(port), ...blockedUrls(sixPort)])
          assert.strictEqual(yield* code(sender, url), unreachable, url)
        assert.deepStrictEqual(
          all.map(({ connections }) => connections()),
          all.map(() => 0),
        )
      }),
    60_000,
  )

  it.scopedLive.each(corpus.lookups)("by a name that answers: $case", ({ answers }) =>
    Effect.gen(function* () {
      const { all, port } = yield* canaries
      const sender = yield* sending({ resolver: async () => answers })
      for (const url of [
        `https://hooks.example.com:${port}/`,
        `https://localtest.me:${port}/`,
        `https://127.0.0.1.nip.io:${port}/`,
      ])
        assert.strictEqual(yield* code(sender, url), unreachable)
      assert.deepStrictEqual(
        all.map(({ connections }) => connections()),
        all.map(() => 0),
      )
    }),
  )

  it.scopedLive("when the name answers well at first and otherwise later", () =>
    Effect.gen(function* () {
      const { all, port } = yield* canaries
      let lookups = 0
      // The first answer is opened for the test, the second is not.
      const rebinding: Resolver = async () => (++lookups === 1 ? ["127.0.0.1"] : ["127.0.0.2"])
      const sender = yield* sending({ allow: ["127.0.0.1"], resolver: rebinding })
      const url = `http://hooks.example.com:${port}/`
      assert.match(yield* code(sender, url), /^200/)
      assert.strictEqual(lookups, 1)
      // The connection to the address that was checked is used again, and asks nobody.
      assert.match(yield* code(sender, url), /^200/)
      assert.strictEqual(lookups, 1)
      sender.close()
      assert.strictEqual(yield* code(sender, url), unreachable)
      assert.strictEqual(lookups, 2)
      assert.strictEqual(all[0]?.connections(), 1)
    }),
  )

  it.scopedLive("by http to a name whose addresses are public", () =>
    Effect.gen(function* () {
      const sender = yield* sending({ allow: ["127.0.0.1"], resolver: async () => ["192.31.196.1"] })
      assert.strictEqual(yield* code(sender, "http://hooks.example.com/"), unreachable)
    }),
  )

  it.scopedLive(
    "and blocked, refused, not found and silent are told with the same words, about equally soon",
    () =>
      Effect.gen(function* () {
        const closed = yield* Effect.promise(async () => {
          const once = await receiver(answering(ok))
          await once.close()
          return once.port
        })
        const limits = { ...smallLimits, unreachableMillis: 200 }
        const resolver: Resolver = (name) =>
          name.startsWith("never") ? new Promise(() => {}) : Promise.reject(new Error("ENOTFOUND"))
        const sender = yield* sending({ allow: ["127.0.0.1"], limits, resolver })
        for (const [url, most] of [
          [`http://127.0.0.1:${closed}/`, 240],
          ["http://127.0.0.2:8080/", 240],
          ["https://10.0.0.1/", 240],
          ["https://gone.example.com/", 240],
          ["https://never.example.com/", limits.connectMillis],
        ] as const) {
          const began = performance.now()
          assert.strictEqual(yield* code(sender, url), unreachable, url)
          assert.isAtLeast(performance.now() - began, 155, url)
          assert.isBelow(performance.now() - began, most + 500, url)
        }
      }),
  )
})
