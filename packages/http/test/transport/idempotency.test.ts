import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { replyText } from "../../src/transport/reply/reply.ts"
import type { IdempotentRequest } from "../../src/transport/request/idempotency.ts"
import { caller, makeWorld, problemIn, sending, type User } from "./fixture.ts"

const setUp = () => {
  const asked: Array<IdempotentRequest<User>> = []
  const world = makeWorld()
  const call = caller(world, {
    idempotent: (request, effect) => {
      asked.push(request)
      return request.key === "again" ? Effect.succeed(replyText('"stored"')) : effect
    },
  })
  return { asked, call, world }
}

const thing = { name: "a", attributes: {} }
const key = { "idempotency-key": "k-1" }

describe("an Idempotency-Key", () => {
  it("reaches the hook with caller, method, path and the digest of the body", async () => {
    const { asked, call } = setUp()
    const text = JSON.stringify(thing)
    assert.strictEqual((await call("POST", "/things/?", sending(text, key))).status, 201)
    assert.deepStrictEqual(asked, [
      {
        key: "k-1",
        actor: { name: "jane" },
        method: "POST",
        path: "/things",
        bodySha256: createHash("sha256").update(text).digest("hex"),
        secret: false,
      },
    ])
  })

  it("digests the body and not its compressed form, which differs from one time to the next", async () => {
    const { asked, call } = setUp()
    const text = JSON.stringify(thing)
    const body = Uint8Array.from(gzipSync(text))
    await call("POST", "/things/", {
      body,
      headers: { ...key, "content-type": "application/json", "content-encoding": "gzip" },
    })
    assert.strictEqual(asked[0]?.bodySha256, createHash("sha256").update(text).digest("hex"))
  })

  it("lets the hook answer in the handler's place", async () => {
    const { call, world } = setUp()
    const response = await call("POST", "/things/", sending(thing, { "idempotency-key": "again" }))
    assert.strictEqual(await response.text(), '"stored"')
    assert.deepStrictEqual(world.calls, [])
  })

  it("tells the hook where an answer is secret", async () => {
    const { asked, call } = setUp()
    await call("POST", "/secret/", { headers: key })
    assert.strictEqual(asked[0]?.secret, true)
  })

  it("is ignored where it means nothing", async () => {
    const { asked, call } = setUp()
    await call("GET", "/things/", { headers: key })
    await call("POST", "/things_bulk/", sending([thing], key))
    await call("POST", "/things/", sending(thing))
    assert.deepStrictEqual(asked, [])
  })

  it("must be 1 to 255 visible ASCII characters", async () => {
    const { call, world } = setUp()
    for (const bad of ["", "a b", "é", "x".repeat(256)]) {
      const response = await call("POST", "/things/", sending(thing, { "idempotency-key": bad }))
      assert.strictEqual(response.status, 400, bad)
      assert.strictEqual((await problemIn(response)).code, "bad_idempotency_key")
    }
    assert.deepStrictEqual(world.calls, [])
    const longest = { "idempotency-key": "~".repeat(255) }
    assert.strictEqual((await call("POST", "/things/", sending(thing, longest))).status, 201)
  })

  it("comes after the question who asks", async () => {
    const { asked, call } = setUp()
    assert.strictEqual((await call("POST", "/things/", { ...sending(thing, key), key: null })).status, 401)
    assert.deepStrictEqual(asked, [])
  })
})
