/** Samples over HTTP: digits kept, bulk, NDJSON, and lists walked to their end. */
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

let world: World
const dataset = "/datasets/owner/cars"
const lines = { "content-type": "application/x-ndjson" }

beforeAll(async () => {
  world = await makeWorld()
  const body = { name: "cars", category: "other", task_type: "pointcloud-cuboid-sequence" }
  await world.ok({ method: "POST", path: "/user/datasets/", body })
})
afterAll(() => world.close())

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  world.call({ method: "POST", path: `${dataset}/${path}`, body, headers })
const get = (path: string) => world.ok({ method: "GET", path })

/** Values that a JavaScript round trip would change. */
const odd = `{"annotations":[],"t":1700000000123456789,"one":1.0,"e":1E+2,"tiny":0.10,"text":"\\u00e9\\/","":[],"z":{"b":1,"a":2}}`

describe("what is sent comes back digit for digit", () => {
  it("in a sample's attributes and metadata, one by one, in bulk and as NDJSON", async () => {
    const body = (name: string) => `{"name":"${name}","attributes":${odd},"metadata":${odd}}`
    assert.strictEqual((await post("samples/", ` ${body("one").replaceAll(",", " , ")} `)).status, 201)
    assert.strictEqual((await post("samples_bulk/", `[${body("two")}]`)).status, 201)
    assert.strictEqual((await post("samples_bulk/", body("three"), lines)).status, 200)
    const { text } = await get(`${dataset}/samples/`)
    assert.strictEqual(text.split(`"attributes":${odd}`).length - 1, 3)
    assert.strictEqual(text.split(`"metadata":${odd}`).length - 1, 3)
  })

  it("in a label, gzipped on its way as the SDK does it", async () => {
    const sample = (await post("samples/", { name: "labeled" })).textAt("uuid")
    const path = `/labels/${sample}/ground-truth/`
    const body = gzipSync(`{"label_status":"LABELED","attributes":${odd},"score":0.5}`)
    const put = await world.call({ method: "PUT", path, body, headers: { "content-encoding": "gzip" } })
    assert.strictEqual(put.status, 201)
    for (const answer of [put, await get(path), await get(`${path}history/${put.textAt("version")}/`)])
      assert.include(answer.text, `"attributes":${odd}`)
    assert.include((await get(`/samples/${sample}/?labelset=ground-truth`)).text, `"attributes":${odd}`)
  })

  it("in a configuration", async () => {
    const configuration = `{"format_version":0.10,"categories":[{"id":1,"name":"car","custom":12345678901234567890.0}]}`
    const path = `${dataset}/configuration/`
    const put = await world.ok({ method: "PUT", path, body: `{"configuration":${configuration}}` })
    assert.include(put.text, `"configuration":${configuration}`)
    assert.include((await get(path)).text, `"configuration":${configuration}`)
    assert.include((await get(`${dataset}/`)).text, `"task_attributes":${configuration}`)
  })
})

describe("many at once", () => {
  it("answers in the order of the request; a name twice is made once, one that exists stays as it is", async () => {
    await post("samples/", { name: "there", priority: 5 })
    const answer = await post("samples_bulk/", [
      { name: "b" },
      { name: "there", priority: 1 },
      { name: "a" },
      { name: "b" },
    ])
    assert.strictEqual(answer.status, 201)
    assert.deepStrictEqual(
      answer.list.map((_, index) => answer.at(`${index}.name`)),
      ["b", "there", "a", "b"],
    )
    assert.strictEqual(answer.at("0.uuid"), answer.at("3.uuid"))
    assert.strictEqual(answer.at("1.priority"), 5)
  })

  it("makes none when one is wrong, and says which", async () => {
    const answer = await post("samples_bulk/", [
      { name: "good" },
      { name: "" },
      { name: "x", priority: "high" },
    ])
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual(answer.at("errors.0.pointer"), "/1/name")
    assert.deepStrictEqual(answer.at("errors.1.pointer"), "/2/priority")
    assert.strictEqual((await get(`${dataset}/samples/?name__contains=good`)).text, "[]")
  })

  it("deletes those that are there", async () => {
    const made = await post("samples_bulk/", [{ name: "d1" }, { name: "d2" }])
    const uuids = [
      made.textAt("0.uuid"),
      "not-an-id",
      made.textAt("1.uuid"),
      "01a1f9bf-a154-7001-a5c5-296ba484a26d",
    ]
    const answer = await world.ok({ method: "DELETE", path: `${dataset}/samples_bulk/`, body: { uuids } })
    assert.deepStrictEqual(answer.body, { deleted_count: 2 })
  })

  it("sets what is given", async () => {
    const path = `${dataset}/samples_bulk/`
    const body = { filters: { name__contains: "e" }, set: { priority: 7, assigned_labeler: "OWNER" } }
    const { body: answer } = await world.ok({ method: "PATCH", path, body })
    const found = await get(`${dataset}/samples/?priority__gte=7&assigned_labeler=owner&count=1`)
    assert.deepStrictEqual(answer, { updated_count: found.list.length, next: null })
    assert.strictEqual(found.headers.get("x-total-count"), String(found.list.length))
  })

  it("deletes those that match filters, and nothing when a filter is unknown or none is given", async () => {
    await post("samples_bulk/", [{ name: "gone1" }, { name: "gone2" }, { name: "stays" }])
    const remove = (body: object) => post("samples_bulk/delete/", body)
    for (const body of [
      {},
      { filters: { name_contains: "gone" } },
      { uuids: [] },
      { filters: {}, cursor: "x" },
    ])
      assert.strictEqual((await remove(body)).status, 400, JSON.stringify(body))
    const forged = await remove({ cursor: "x" })
    assert.deepStrictEqual([forged.status, forged.at("errors.0.pointer")], [400, "/cursor"])
    assert.strictEqual((await get(`${dataset}/samples/?name__contains=gone`)).list.length, 2)
    const answer = await remove({ filters: { name__contains: "gone" } })
    assert.deepStrictEqual(answer.body, { deleted_count: 2, next: null })
    assert.strictEqual((await get(`${dataset}/samples/?name__contains=gone`)).text, "[]")
    assert.strictEqual((await get(`${dataset}/samples/?name__contains=stays`)).list.length, 1)
  })
})

describe("NDJSON", () => {
  it("answers a line for each line, and the sums; a bad line does not stop the rest", async () => {
    const body = [
      '{"name":"n1"}',
      "",
      "not json",
      '{"name":"n1"}',
      '{"name":7}',
      '{"name":"n2","assigned_labeler":"ghost"}',
      '{"name":"n3"}',
    ]
    const answer = await post("samples_bulk/", body.join("\n"), lines)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("content-type"), "application/x-ndjson")
    const found = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      found.slice(0, -1).map(({ line, status }) => [line, status]),
      [
        [1, "created"],
        [3, "error"],
        [4, "existing"],
        [5, "error"],
        [6, "error"],
        [7, "created"],
      ],
    )
    assert.deepStrictEqual(found.at(-1), { created: 2, existing: 1, failed: 3 })
    assert.strictEqual(found[3].errors[0].pointer, "/name")
    assert.strictEqual(found[4].errors[0].pointer, "/assigned_labeler")
  })

  it("takes many more lines than one request of JSON may have", async () => {
    const body = Array.from({ length: 12_000 }, (_, index) => `{"name":"many-${index}"}\n`).join("")
    const answer = await post("samples_bulk/", gzipSync(body), { ...lines, "content-encoding": "gzip" })
    const all = answer.text.trimEnd().split("\n")
    assert.strictEqual(all.length, 12_001)
    assert.deepStrictEqual(JSON.parse(all.at(-1) ?? ""), { created: 12_000, existing: 0, failed: 0 })
    assert.strictEqual(
      (await get(`${dataset}/samples/?per_page=1&count=1`)).headers.get("x-total-count"),
      "10000+",
    )
  })
})
