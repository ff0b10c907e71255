/** Sessions of the console that an embed token begins: no wider and no longer than the token. */
import { Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

const origin = "https://label.example"
const ofPage = { host: "label.example", origin, "annotary-console": "1" }

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { publicUrl: () => origin }, console: {} })
  for (const name of ["cars", "other"]) {
    const body = { name, category: "other", task_type: "vector" }
    await world.ok({ method: "POST", path: "/user/datasets/", body })
  }
})
afterAll(() => world.close())

type Token = Parameters<World["engine"]["embedTokens"]["create"]>[0]

/** Signs in with a new token. */
const signIn = async (input: Token) => {
  const { secret, token } = await world.engine.embedTokens.create({ user: "owner", ...input })
  const answer = await world.call({
    method: "POST",
    path: "/console/session",
    as: "nobody",
    body: { api_key: Redacted.value(secret) },
    headers: ofPage,
  })
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  const send = (method: string, path: string, body?: unknown) =>
    world.call({
      method,
      path,
      as: "nobody",
      body,
      headers: { ...ofPage, "content-type": "application/json", cookie },
    })
  return { answer, send, token }
}

describe("a session of an embed token", () => {
  it("ends no later than the token, and with it", async () => {
    const { answer, send, token } = await signIn({ dataset: "owner/cars", expiresInSeconds: 60 })
    assert.strictEqual(answer.status, 201)
    assert.isAtMost(Date.parse(answer.textAt("ends_at")), Date.parse(token.expiresAt ?? ""))
    assert.strictEqual((await send("GET", "/datasets/owner/cars/")).status, 200)
    await world.ok({ method: "DELETE", path: `/user/api_keys/${token.id}/` })
    const deadline = Date.now() + 10_000
    let { status } = await send("GET", "/datasets/owner/cars/")
    while (status !== 401 && Date.now() < deadline) ({ status } = await send("GET", "/datasets/owner/cars/"))
    assert.strictEqual(status, 401)
  })

  it("of a dataset does what the token does", async () => {
    const { send } = await signIn({ dataset: "owner/cars", role: "admin" })
    const collaborators = "/datasets/owner/cars/collaborators/"
    for (const [method, path, body, status] of [
      ["GET", "/datasets/owner/cars/", undefined, 200],
      ["PATCH", "/datasets/owner/cars/", { description: "x" }, 200],
      ["GET", "/datasets/owner/other/", undefined, 404],
      ["POST", collaborators, { user: "stranger", role: "labeler" }, 403],
      ["POST", "/user/datasets/", { name: "new", category: "other", task_type: "vector" }, 403],
      ["POST", "/user/api_keys/", {}, 403],
      ["POST", "/embed_tokens/", { dataset: "owner/cars" }, 403],
      ["PUT", "/user/webhooks/", undefined, 403],
    ] as const)
      assert.strictEqual((await send(method, path, body)).status, status, `${method} ${path}`)
  })

  it("of a dataset changes collaborators where the token was created for it", async () => {
    const { send } = await signIn({ dataset: "owner/cars", role: "admin", grants: ["collaborators"] })
    const path = "/datasets/owner/cars/collaborators/"
    assert.strictEqual((await send("POST", path, { user: "stranger", role: "labeler" })).status, 201)
    assert.strictEqual((await send("DELETE", `${path}stranger`)).status, 204)
  })

  it("of webhooks reads their secrets where the token was created for it alone", async () => {
    await world.ok({ method: "PUT", path: "/user/webhooks/" })
    const made = await world.ok({
      method: "POST",
      path: "/user/webhooks/endpoints/",
      body: { url: "https://example.com/hooks" },
    })
    const secret = `/user/webhooks/endpoints/${made.textAt("uuid")}/secret/`
    const narrow = await signIn({ webhooks: "owner" })
    assert.strictEqual((await narrow.send("GET", "/user/webhooks/endpoints/")).status, 200)
    assert.strictEqual((await narrow.send("GET", secret)).status, 403)
    assert.strictEqual((await narrow.send("DELETE", "/user/webhooks/")).status, 403)
    assert.strictEqual((await narrow.send("GET", "/datasets/owner/cars/")).status, 404)
    const granted = await signIn({ webhooks: "owner", grants: ["webhook_secrets"] })
    assert.strictEqual((await granted.send("GET", secret)).status, 200)
    assert.strictEqual((await granted.send("DELETE", "/user/webhooks/")).status, 403)
    const ending = await signIn({ webhooks: "owner", grants: ["disable_webhooks"] })
    assert.strictEqual((await ending.send("GET", secret)).status, 403)
    assert.include([200, 204], (await ending.send("DELETE", "/user/webhooks/")).status)
  })
})
