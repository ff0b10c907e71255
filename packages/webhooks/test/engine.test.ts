/** Webhooks as an embedder uses them: a part of the engine, in its transactions, for the people that it knows. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createEngine, DatasetName, fromMillis, Username } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { afterEach, assert, describe, it } from "vitest"
import { webhooks } from "../src/index.ts"

const make = async () => {
  const engine = await createEngine({
    storage: memory(),
    worker: false,
    extensions: [webhooks({ settings: { maxEndpoints: 2 } })],
  })
  await engine.users.create({ username: Username.make("ann") })
  await engine.users.create({ username: Username.make("bob") })
  await engine.as("ann").users.setWebhooks(true)
  return engine
}

let engine: Awaited<ReturnType<typeof make>>

afterEach(() => engine.close())

const url = "https://example.com/hooks"
const dataset = { name: DatasetName.make("cars"), category: "other", taskType: "vector" as const }

const waiting = async () => {
  const [view] = await engine.webhooks.as("ann").endpoints.list()
  if (view === undefined) return []
  const { deliveries } = await engine.webhooks.as("ann").deliveries.list(view.endpoint.id)
  return deliveries.map(({ eventType, state }) => `${eventType} ${state}`)
}

describe("engine.webhooks", () => {
  it("writes a delivery with every change, and none with one that is undone", async () => {
    engine = await make()
    await engine.webhooks.as("ann").endpoints.create({ url })
    await engine.as("ann").datasets.create(dataset)
    assert.deepStrictEqual(await waiting(), ["dataset.created pending"])
    const undone = engine.transaction(async (tx) => {
      await tx.as("ann").datasets.create({ ...dataset, name: DatasetName.make("lost") })
      throw new Error("undone")
    })
    assert.strictEqual(await undone.catch(({ message }) => message), "undone")
    assert.deepStrictEqual(await waiting(), ["dataset.created pending"])
  })

  it("gives away nothing that is sealed, so that a browser may be sent whatever it answers", async () => {
    engine = await make()
    const { deliveries, endpoints } = engine.webhooks.as("ann")
    const made = await endpoints.create({ url, headers: { "x-token": "tell nobody" } })
    const { id } = made.endpoint
    assert.deepStrictEqual(made.endpoint.headers, [{ name: "x-token" }])
    const since = fromMillis(0)
    const answers = [
      made,
      await endpoints.list(),
      await endpoints.get(id),
      await endpoints.update(id, { description: "ours" }),
      await endpoints.rotate(id),
      await endpoints.test(id),
      await deliveries.list(id),
      await deliveries.recover(id, { since, dryRun: true }),
      await deliveries.recover(id, { since }),
      await deliveries.recoveries(id),
      await deliveries.bulk(id, { action: "replay" }),
    ]
    assert.notInclude(JSON.stringify(answers), "sealed")
  })

  it("lets people see and change their own endpoints alone, and the engine itself all by name", async () => {
    engine = await make()
    const { endpoint } = await engine.webhooks.as("ann").endpoints.create({ url })
    const refused = await engine.webhooks
      .as("bob")
      .endpoints.get(endpoint.id)
      .catch((error) => error)
    assert.strictEqual(refused.code, "webhook_endpoint_not_found")
    const listed = await engine.webhooks.endpoints.list({ account: "ann" })
    assert.deepStrictEqual(
      listed.map((view) => view.endpoint.id),
      [endpoint.id],
    )
    assert.match(await engine.webhooks.endpoints.secret(endpoint.id, { account: "ann" }), /^whsec_/)
  })

  it("does not tell the names of datasets that are another account's by now", async () => {
    engine = await make()
    const { endpoints } = engine.webhooks.as("ann")
    await engine.as("ann").datasets.create(dataset)
    await engine.as("ann").organizations.create({ username: Username.make("acme") })
    const { endpoint, datasets } = await endpoints.create({ url, datasets: ["ann/cars"] })
    assert.deepStrictEqual(datasets, ["ann/cars"])
    await engine.as("ann").datasets.transfer({ _tag: "Name", owner: "ann", name: "cars" }, "acme")
    assert.deepStrictEqual((await endpoints.get(endpoint.id)).datasets, [])
  })

  it("keeps as many endpoints as an account may have, and writes every change of one in the audit log", async () => {
    engine = await make()
    const organization = Username.make("acme")
    await engine.as("ann").organizations.create({ username: organization })
    const own = engine.webhooks.as("ann").endpoints
    const ofAcme = { organization }
    const { endpoint } = await own.create({ url }, ofAcme)
    await own.create({ url }, ofAcme)
    const third = await own.create({ url }, ofAcme).catch((error) => error)
    assert.strictEqual(third.code, "too_many_endpoints")
    await own.update(endpoint.id, { description: "x" }, ofAcme)
    await own.update(endpoint.id, { enabled: false }, ofAcme)
    await own.update(endpoint.id, { enabled: false }, ofAcme)
    await own.rotate(endpoint.id, {}, ofAcme)
    await own.remove(endpoint.id, ofAcme)
    const log = await engine.as("ann").audit.ofOrganization("acme", { before: null, limit: 100 })
    assert.deepStrictEqual(
      log.map(({ action }) => action).filter((action) => action.startsWith("webhook")),
      [
        "webhook_endpoint.deleted",
        "webhook_endpoint.secret_rotated",
        "webhook_endpoint.updated",
        "webhook_endpoint.disabled",
        "webhook_endpoint.updated",
        "webhook_endpoint.updated",
        "webhook_endpoint.created",
        "webhook_endpoint.created",
      ],
    )
  })

  it("refuses an endpoint whose address is private or whose headers are the sender's", async () => {
    engine = await make()
    const refused = await engine.webhooks
      .as("ann")
      .endpoints.create({ url: "http://169.254.169.254/", headers: { host: "x" }, batch: 0, rateLimit: 5000 })
      .catch((error) => error)
    assert.deepStrictEqual(
      refused.errors.map(({ pointer }: { readonly pointer: string }) => pointer),
      ["/url", "/rate_limit", "/batch", "/headers"],
    )
  })

  it("sends what was written, in a process with background work", async () => {
    const ids: Array<unknown> = []
    const server = createServer((request, response) => {
      ids.push(request.headers["webhook-id"])
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    await using sending = await createEngine({
      storage: memory(),
      extensions: [webhooks({ allow: ["127.0.0.0/8"] })],
    })
    await sending.users.create({ username: Username.make("ann") })
    await sending.as("ann").users.setWebhooks(true)
    const { endpoints, deliveries } = sending.webhooks.as("ann")
    const { endpoint } = await endpoints.create({ url: `http://127.0.0.1:${port}/` })
    await sending.as("ann").datasets.create(dataset)
    const delivered = async () =>
      (await deliveries.list(endpoint.id, { filter: { states: ["delivered"] } })).deliveries
    for (let tries = 0; tries < 500 && (await delivered()).length === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepStrictEqual(
      ids,
      (await delivered()).map(({ eventId }) => eventId),
    )
    assert.lengthOf(ids, 1)
    server.closeAllConnections()
    server.close()
    engine = await make()
  })
})
