/** When key sets are created and read. */
import { createEngine, Username } from "@annotary/core"
import { EndpointStore } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Context, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { webhooks } from "../src/index.ts"

const ask = { url: "https://example.com/hooks", secretKind: "v1a" as const }

/** Ann's endpoints, and how often key sets were asked for; `isAway`: they cannot be. */
const make = async (isAway = false) => {
  let asked = 0
  const storage = Layer.map(memory(), (context) => {
    const store = Context.get(context, EndpointStore)
    const keySet: typeof store.keySet = (owner, fresh) => {
      asked += 1
      return isAway ? Effect.dieMessage("The storage is gone.") : store.keySet(owner, fresh)
    }
    return Context.add(context, EndpointStore, { ...store, keySet })
  })
  const engine = await createEngine({ storage, worker: false, extensions: [webhooks()] })
  await engine.users.create({ username: Username.make("ann") })
  const { endpoints } = engine.webhooks.as("ann")
  return { close: () => engine.close(), endpoints, asked: () => asked }
}

describe("the key set of an account", () => {
  it("is read once for a list of endpoints", async () => {
    const { asked, close, endpoints } = await make()
    try {
      await endpoints.create(ask)
      await endpoints.create(ask)
      await endpoints.create({ url: ask.url })
      const before = asked()
      const [first, second, shared] = await endpoints.list()
      assert.strictEqual(asked() - before, 1)
      assert.isString(first?.keySet)
      assert.strictEqual(second?.keySet, first?.keySet)
      assert.isNull(shared?.keySet)
    } finally {
      await close()
    }
  })

  it("is created with the first secret that needs it, or that is not added either", async () => {
    const { close, endpoints } = await make(true)
    try {
      assert.include(await endpoints.create(ask).then(String, String), "The storage is gone.")
      assert.deepStrictEqual(await endpoints.list(), [])
      const { endpoint } = await endpoints.create({ url: ask.url })
      assert.include(
        await endpoints.rotate(endpoint.id, { kind: "v1a" }).then(String, String),
        "The storage is gone.",
      )
      const [view] = await endpoints.list()
      assert.deepStrictEqual(
        view?.endpoint.secrets.map(({ kind }) => kind),
        ["v1"],
      )
    } finally {
      await close()
    }
  })
})
