/** Runs the worker against an API over a real socket. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createEngine, type Engine, reveal } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { makeHostedApi } from "@annotary/http"
import { type Client, createClient } from "@annotary/http/client"
import { toNode } from "@annotary/http/node"
import { afterEach, beforeEach, expect, it } from "vitest"
import { labelAll } from "../src/worker.ts"

const place = { owner: "ann", dataset: "street" }
let engine: Engine
let server: Server
let people: Client
let model: Client
beforeEach(async () => {
  engine = await createEngine({ storage: memory() })
  await engine.users.create({ username: "ann", siteAdmin: true })
  server = createServer(toNode(makeHostedApi(engine))).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { secret } = await engine.as("ann").apiKeys.create({ description: "" })
  people = createClient({ baseUrl, apiKey: reveal(secret) })
  await people.models.create({ path: { username: "ann" }, payload: { username: "net" } })
  await people.models.addVersion({ path: { model: "net" }, payload: { name: "v1" } })
  const { key } = await people.models.createKey({ path: { model: "net" }, payload: {} })
  model = createClient({ baseUrl, apiKey: key })
  const payload = {
    name: "street",
    category: "other",
    task_type: "vector",
    enable_prelabeling: true,
  } as const
  await people.datasets.create({ payload })
  await people.collaborators.add({ path: place, payload: { user: "net", role: "model" } })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await engine.close()
})

it("labels what it can, declines what it cannot, and leaves what a person has labeled", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `s${index}`)
  await people.samples.createMany({ path: place, payload: names.map((name) => ({ name })) })
  const predict = async (sample: { readonly name: string }) => {
    if (sample.name === "s3") return { reason: "too dark" }
    if (sample.name === "s7") await labelAsPerson("s7")
    return { attributes: { annotations: [] }, score: 0.5 }
  }
  expect(await labelAll({ client: model, ...place, version: "v1", predict })).toBe(23)
  const { label_stats: stats } = await people.datasets.get({ path: place })
  expect(stats).toMatchObject({ PRELABELED: 23, LABELED: 1, UNLABELED: 1 })
  const declined = await people.predictions.list({ path: place, urlParams: { outcome: "declined" } })
  expect(declined.map(({ reason }) => reason)).toEqual(["too dark"])
  expect(await labelAll({ client: model, ...place, version: "v1", predict })).toBe(0)
})

it("declines with the reason when its label does not fit the configuration, and goes on", async () => {
  await people.samples.createMany({ path: place, payload: [{ name: "odd" }, { name: "plain" }] })
  const annotations = (name: string) =>
    name === "odd"
      ? [
          {
            id: 1,
            category_id: 77,
            type: "bbox",
            points: [
              [1, 1],
              [2, 2],
            ],
          },
        ]
      : []
  const predict = async ({ name }: { readonly name: string }) => ({
    attributes: { annotations: annotations(name) },
    score: 0.5,
  })
  expect(await labelAll({ client: model, ...place, version: "v1", predict })).toBe(1)
  const declined = await people.predictions.list({ path: place, urlParams: { outcome: "declined" } })
  expect(declined.map(({ reason }) => reason)).toEqual([expect.stringContaining("unknown-category")])
})

it("goes on when a person was faster than its reason", async () => {
  await people.samples.createMany({ path: place, payload: [{ name: "taken" }, { name: "free" }] })
  const predict = async ({ name }: { readonly name: string }) => {
    if (name === "taken") await labelAsPerson("taken")
    return { reason: "too dark" }
  }
  expect(await labelAll({ client: model, ...place, version: "v1", predict })).toBe(0)
  const declined = await people.predictions.list({ path: place, urlParams: { outcome: "declined" } })
  expect(declined).toHaveLength(1)
})

const labelAsPerson = async (name: string) => {
  const samples = await people.samples.list({ path: place })
  const sample = samples.find((one) => one.name === name)?.uuid ?? ""
  await people.labels.put({
    path: { sample, labelset: "ground-truth" },
    payload: { label_status: "LABELED", attributes: { annotations: [] } },
  })
}
