/** Quotas through HTTP: 402 and 429, and what their problems say. */
import { afterEach, assert, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

let world: World
afterEach(() => world.close())

const setting = async (limits: object) => {
  world = await makeWorld()
  const { ok } = world
  await ok({ method: "POST", path: "/organizations/", body: { username: "acme" } })
  const dataset = { name: "cars", category: "other", task_type: "vector" }
  await ok({ method: "POST", path: "/organizations/acme/datasets/", body: dataset })
  return await ok({ method: "PATCH", path: "/organizations/acme/quota/", body: limits, as: "root" })
}

const add = (count: number) =>
  world.call({
    method: "POST",
    path: "/datasets/acme/cars/samples_bulk/",
    body: Array.from({ length: count }, (_, n) => ({
      name: `s${n}`,
      attributes: { image: { url: "https://example.org/a.jpg" } },
    })),
  })

describe("a quota of samples", () => {
  it("is answered with 402 that says which quota, its limit and its use", async () => {
    const set = await setting({ samples: 3 })
    assert.deepStrictEqual(set.body, {
      organization: "acme",
      samples: { limit: 3, used: 0 },
      bytes: { limit: null, used: 0 },
      requests_per_minute: { limit: null },
    })
    assert.strictEqual((await add(2)).status, 201)
    const answer = await add(4)
    assert.strictEqual(answer.status, 402)
    assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
    for (const [member, value] of Object.entries({
      title: "Payment Required",
      code: "quota_exceeded",
      quota: "samples",
      organization: "acme",
      limit: 3,
      used: 2,
    }))
      assert.strictEqual(answer.at(member), value, member)
    const read = await world.ok({ method: "GET", path: "/organizations/acme/quota/" })
    assert.deepStrictEqual(read.at("samples"), { limit: 3, used: 2 })
  })
})

describe("a quota of bytes", () => {
  it("is answered with 402 that says which quota, its limit and its use", async () => {
    await setting({ bytes: 5 })
    const made = await world.ok({ method: "POST", path: "/assets/", body: { filename: "a.png" } })
    const form = new FormData()
    const fields = made.at("presignedPostFields.fields") as Record<string, string>
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append("file", new Blob(["six by"]))
    const { pathname } = new URL(made.textAt("presignedPostFields.url"))
    await world.ok({ method: "POST", path: pathname, as: "nobody", body: form })
    const body = { name: "a", attributes: { image: { url: made.textAt("url") } } }
    const answer = await world.call({ method: "POST", path: "/datasets/acme/cars/samples/", body })
    assert.strictEqual(answer.status, 402)
    for (const [member, value] of Object.entries({
      code: "quota_exceeded",
      quota: "bytes",
      limit: 5,
      used: 0,
    }))
      assert.strictEqual(answer.at(member), value, member)
    await world.ok({ method: "PATCH", path: "/organizations/acme/quota/", body: { bytes: 6 }, as: "root" })
    await world.ok({ method: "POST", path: "/datasets/acme/cars/samples/", body })
    const read = await world.ok({ method: "GET", path: "/organizations/acme/quota/" })
    assert.deepStrictEqual(read.at("bytes"), { limit: 6, used: 6 })
  })
})

describe("a quota of requests", () => {
  it("is answered with 429 and the headers of a rate limit, for that organization alone", async () => {
    await setting({ requests_per_minute: 2 })
    const read = () => world.call({ method: "GET", path: "/datasets/acme/cars/" })
    assert.deepStrictEqual([(await read()).status, (await read()).status], [200, 200])
    const answer = await read()
    assert.strictEqual(answer.status, 429)
    for (const [member, value] of Object.entries({ code: "requests_exceeded", quota: "requests", limit: 2 }))
      assert.strictEqual(answer.at(member), value, member)
    assert.strictEqual(answer.headers.get("retry-after"), String(answer.at("retry_after")))
    assert.strictEqual(answer.headers.get("ratelimit-limit"), "2")
    assert.strictEqual(answer.headers.get("ratelimit-remaining"), "0")
    assert.strictEqual((await world.call({ method: "GET", path: "/user/datasets/" })).status, 200)
    assert.strictEqual((await world.call({ method: "GET", path: "/organizations/acme/quota/" })).status, 200)
  })
})
