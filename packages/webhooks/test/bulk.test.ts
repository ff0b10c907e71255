/** Actions on many deliveries that fail half-way: what was changed is audited, and sent. */
import { createEngine, DatasetName, Username } from "@annotary/core"
import { DeliveryStore, Notifier } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Context, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { webhooks } from "../src/index.ts"

describe("an action on many deliveries", () => {
  it("that fails at a later step has audited what it changed, and woken the dispatcher", async () => {
    let steps = 0
    let woken = 0
    const storage = Layer.map(memory(), (context) => {
      const store = Context.get(context, DeliveryStore)
      const notifier = Context.get(context, Notifier)
      return context.pipe(
        Context.add(DeliveryStore, {
          ...store,
          // One delivery a step; the third changes its delivery, and then fails.
          bulk: (step) =>
            Effect.tap(store.bulk({ ...step, limit: 1 }), () =>
              ++steps === 3 ? Effect.dieMessage("The storage is gone.") : Effect.void,
            ),
        }),
        Context.add(Notifier, {
          ...notifier,
          notify: (topic) => {
            if (topic === "deliveries") woken += 1
            return notifier.notify(topic)
          },
        }),
      )
    })
    const engine = await createEngine({ storage, worker: false, extensions: [webhooks()] })
    try {
      const [ann, acme] = [Username.make("ann"), Username.make("acme")]
      await engine.users.create({ username: ann })
      const as = engine.as("ann")
      await as.organizations.create({ username: acme })
      await as.users.setWebhooks(true, acme)
      const { deliveries, endpoints } = engine.webhooks.as("ann")
      const organization = { organization: acme }
      const { endpoint } = await endpoints.create({ url: "https://example.com/hooks" }, organization)
      for (const name of ["a", "b", "c", "d"])
        await as.datasets.create({
          name: DatasetName.make(name),
          owner: acme,
          category: "other",
          taskType: "vector",
        })
      woken = 0
      const failure = await deliveries.bulk(endpoint.id, { action: "cancel" }, organization).catch(String)
      assert.include(failure, "The storage is gone.")
      const { deliveries: all } = await deliveries.list(endpoint.id, {}, organization)
      assert.deepStrictEqual(all.map(({ state }) => state).toSorted(), [
        "cancelled",
        "cancelled",
        "pending",
        "pending",
      ])
      const log = await as.audit.ofOrganization("acme", { before: null, limit: 100 })
      const audited = log.filter(({ action }) => action === "webhook_endpoint.deliveries_cancelled")
      assert.lengthOf(audited, 2)
      assert.strictEqual(woken, 1)
    } finally {
      await engine.close()
    }
  })
})
