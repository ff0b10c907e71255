/** Paths of assets in stored texts: replies have absolute URLs, wherever the parts of a body end. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeResolver } from "../src/handlers/assetBase.ts"
import { makeWorld, type World } from "./support/world.ts"

const id = "01900000-0000-7000-8000-000000000000"
const token = "0123456789abcdef0123456789abcdef"
const path = `/assets/${id}/${token}`
const base = "https://labels.example/api"

describe("the resolver", () => {
  const resolved = (text: string, size: number): string => {
    const resolver = makeResolver(base)
    const bytes = Buffer.from(text)
    const parts: Array<Uint8Array> = []
    for (let at = 0; at < bytes.length; at += size)
      parts.push(...resolver.push(bytes.subarray(at, at + size)))
    return Buffer.concat([...parts, ...resolver.end()]).toString()
  }
  const cases: Readonly<Record<string, readonly [text: string, expected: string]>> = {
    "a path with an extension": [`{"ü":"${path}.png"}`, `{"ü":"${base}${path}.png"}`],
    "one without": [`{"url":"${path}"}`, `{"url":"${base}${path}"}`],
    "a signed one": [`["${path}.png?expires=1"]`, `["${base}${path}.png?expires=1"]`],
    "two of them": [`["${path}","${path}.a"]`, `["${base}${path}","${base}${path}.a"]`],
    "an absolute URL": [`["https://a.example${path}"]`, `["https://a.example${path}"]`],
    "a path within a text": [`["see ${path}.png"]`, `["see ${path}.png"]`],
    "a quoted one within a text": [`["see \\"${path}\\" 語"]`, `["see \\"${path}\\" 語"]`],
    "other paths": [`["/assets/a.png","/assets/${id}","/ass"]`, `["/assets/a.png","/assets/${id}","/ass"]`],
    "a longer path": [`["${path}/more"]`, `["${path}/more"]`],
    "an open end": [`"${path}`, `"${path}`],
  }

  it.each(Object.entries(cases))("resolves, or leaves, %s, wherever parts end", (_, [text, expected]) => {
    for (let size = 1; size <= Buffer.byteLength(text); size++)
      assert.strictEqual(resolved(text, size), expected, `parts of ${size}`)
  })

  it("passes bytes without paths as they are", () => {
    const bytes = Buffer.from('{"url":"https://a.example/a.png"}')
    assert.strictEqual(makeResolver(base).push(bytes)[0], bytes)
  })
})

describe("replies", () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ worker: false, settings: { publicUrl: () => base } })
  })
  afterAll(() => world.close())

  it("have the public URL in samples, labels and lists", async () => {
    const dataset = { name: "cars", category: "other", task_type: "segmentation-bitmap" }
    await world.ok({ method: "POST", path: "/user/datasets/", body: dataset, as: "owner" })
    const samples = Array.from({ length: 40 }, (_, index) => ({
      name: `s${index}`,
      attributes: { image: { url: `${path}.png` } },
    }))
    const cars = "/datasets/owner/cars"
    const made = await world.ok({ method: "POST", path: `${cars}/samples/`, body: samples[0], as: "owner" })
    assert.strictEqual(made.text.includes(`"${base}${path}.png"`), true)
    for (const body of samples.slice(1))
      await world.ok({ method: "POST", path: `${cars}/samples/`, body, as: "owner" })
    const sample = made.textAt("uuid")
    const attributes = { annotations: [], segmentation_bitmap: { url: `${path}.png` } }
    const label = `/labels/${sample}/ground-truth/`
    await world.ok({
      method: "PUT",
      path: label,
      body: { label_status: "LABELED", attributes },
      as: "owner",
    })
    const read = (path: string, headers = {}) => world.call({ method: "GET", path, as: "owner", headers })
    const count = (text: string) => text.split(`"${base}${path}.png"`).length - 1
    assert.strictEqual(count((await read(label)).text), 1)
    assert.strictEqual(count((await read(`/samples/${sample}/?labelset=ground-truth`)).text), 2)
    assert.strictEqual(count((await read(`${cars}/samples/?per_page=100`)).text), 40)
    const lines = await read(`${cars}/samples/?limit=1000`, { accept: "application/x-ndjson" })
    assert.strictEqual(count(lines.text), 40)
  })
})
