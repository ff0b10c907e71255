/** An engine for tests with webhooks behind the REST API, in a project that has another vitest or another Effect. */
import assert from "node:assert/strict"
import { test as nodeTest } from "node:test"
import { reveal } from "@annotary/core"
import { testEngine } from "@annotary/core/testing"
import { webHandler } from "@annotary/http"
import { webhooks } from "@annotary/webhooks"

const test = globalThis.process.env.VITEST ? (await import("vitest")).test : nodeTest

test("serves a dataset and an endpoint", async () => {
  const { close, engine, seed } = await testEngine({ extensions: [webhooks()], worker: false })
  const { name } = await seed.dataset({ samples: 2 })
  const owner = engine.as("owner")
  const { secret } = await owner.apiKeys.create({ description: "test" })
  const handler = webHandler(engine)
  const get = async (path) => {
    const headers = { authorization: `APIKey ${reveal(secret)}` }
    const response = await handler(new Request(`http://localhost${path}`, { headers }))
    return { status: response.status, body: await response.json() }
  }
  const samples = await get(`/datasets/owner/${name}/samples/`)
  assert.equal(samples.status, 200)
  assert.equal(samples.body.length, 2)
  const endpoints = engine.webhooks.as("owner").endpoints
  const { endpoint } = await endpoints.create({ url: "https://example.com/hooks" })
  const found = await get("/user/webhooks/endpoints/")
  assert.equal(found.body[0].uuid, endpoint.id)
  await close()
})
