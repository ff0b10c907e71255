/** Signed URLs of assets: bare URLs refuse, and answers contain URLs with a signature for whoever may see them. */
import { gunzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeAssetUrlRewriter } from "../src/handlers/assetUrls.ts"
import { assetOf, pathOf } from "./support/fixture.ts"
import { type Caller, makeWorld, type World } from "./support/world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld({ worker: false, settings: { assetUrls: "signed", assetUrlSeconds: 600 } })
  const dataset = { name: "cars", category: "other", task_type: "vector" }
  await world.ok({ method: "POST", path: "/user/datasets/", body: dataset, as: "owner" })
})
afterAll(() => world.close())

const cars = "/datasets/owner/cars"
const sent = (method: string, path: string, body?: unknown, as: Caller = "owner") =>
  world.ok({ method, path, as, ...(body === undefined ? {} : { body }) })
const get = (path: string, headers: Record<string, string> = {}) =>
  world.call({ method: "GET", path, as: "owner", headers })

/** The bare URL of an uploaded file. */
const uploaded = async (): Promise<string> => {
  const made = await sent("POST", "/assets/", { filename: "a.png" })
  const { form, upload } = assetOf(made)
  await world.call({ method: "POST", path: upload, body: form(), as: "nobody" })
  return made.textAt("url")
}

const sampleWith = async (name: string, url: string) =>
  (await sent("POST", `${cars}/samples/`, { name, attributes: { image: { url } } })).textAt("uuid")

/** What reading a URL without a key answers. */
const read = async (url: string) => {
  const answer = await world.call({ method: "GET", path: pathOf(url), as: "nobody" })
  return [answer.status, answer.status < 400 ? undefined : answer.at("code")]
}

const signature = /\?expires=\d+&signature=[\w-]+/
const signatures = new RegExp(signature, "g")

describe("signed URLs of assets", () => {
  it("are in every answer with the text, and bare ones refuse", async () => {
    const url = await uploaded()
    const id = await sampleWith("one", url)
    const attributes = { annotations: [], segmentation_bitmap: { url } }
    await sent("PUT", `/labels/${id}/ground-truth/`, { label_status: "LABELED", attributes })
    const issue = await sent("POST", `/samples/${id}/issues/`, { description: `see ${url}.` })
    await sent("PATCH", `${cars}/`, { readme: `![](${url})` })
    assert.deepStrictEqual(await read(url), [403, "permission_denied"])
    const paths = [
      `/samples/${id}/`,
      `/samples/${id}/?labelset=ground-truth`,
      `${cars}/samples/`,
      `/labels/${id}/ground-truth/`,
      `/issues/${issue.textAt("uuid")}/`,
      `${cars}/`,
    ]
    for (const path of paths) {
      const { status, text } = await get(path)
      assert.strictEqual(status, 200, path)
      const found =
        /https?:[^"\s)]*?\/assets\/[^"\s).]*\.png\?expires=\d+&signature=[\w-]+/.exec(text)?.[0] ?? ""
      assert.deepStrictEqual(await read(found), [200, undefined], `${path}: ${text}`)
      assert.notInclude(text.replace(/\.png\?expires/g, ""), ".png", path)
    }
    const claimed = await sent("POST", `${cars}/samples/`, { name: "two", attributes: { image: { url } } })
    assert.match(claimed.text, signature)
  })

  it("leave the stored text, its tag and the length of the answer right", async () => {
    const url = await uploaded()
    const id = await sampleWith("tagged", url)
    const first = await get(`/samples/${id}/`)
    assert.match(first.text, signature)
    assert.strictEqual(first.headers.get("content-length"), String(Buffer.byteLength(first.text)))
    const tag = first.headers.get("etag") ?? ""
    const same = await world.call({
      method: "PATCH",
      path: `/samples/${id}/`,
      body: { priority: 2 },
      as: "owner",
      headers: { "if-match": tag },
    })
    assert.strictEqual(same.status, 200)
    const stored = await world.engine.as("owner").samples.get(id as never)
    assert.include(stored.sample.attributes, `"${url}"`)
  })

  it("let the browser of their reader keep the file as long as they are valid", async () => {
    const url = await uploaded()
    const id = await sampleWith("kept", url)
    const seen = (await get(`/samples/${id}/`)).textAt("attributes.image.url")
    const { headers } = await world.call({ method: "GET", path: pathOf(seen), as: "nobody" })
    const [, seconds] = /^private, max-age=(\d+)$/.exec(headers.get("cache-control") ?? "") ?? []
    assert.isAtLeast(Number(seconds), 1)
    assert.isAtMost(Number(seconds), 1200)
    const refused = await world.call({ method: "GET", path: pathOf(url), as: "nobody" })
    assert.strictEqual(refused.headers.get("cache-control"), "private, no-store")
  })

  it("are signed anew when a client has stored one, and refuse when changed", async () => {
    const url = await uploaded()
    const id = await sampleWith("stored", url)
    const seen = (await get(`/samples/${id}/`)).textAt("attributes.image.url")
    const old = seen.replace(/expires=\d+/, "expires=1")
    assert.deepStrictEqual(await read(old), [403, "permission_denied"])
    await sent("PATCH", `/samples/${id}/`, { attributes: { image: { url: old } } })
    const again = (await get(`/samples/${id}/`)).textAt("attributes.image.url")
    assert.deepStrictEqual(await read(again), [200, undefined])
    assert.strictEqual(again.match(signatures)?.length, 1)
  })

  it("are the same for a while, and in compressed and long answers too", async () => {
    const url = await uploaded()
    for (let n = 0; n < 60; n++) await sampleWith(`many ${n}`, url)
    const [one, two] = [await get(`${cars}/samples/?limit=1000`), await get(`${cars}/samples/?limit=1000`)]
    const all = one.text.match(signatures) ?? []
    assert.isAtLeast(all.length, 60)
    assert.isAtMost(
      new Set([...all, ...(two.text.match(signatures) ?? [])].map((each) => each.slice(0, 20))).size,
      2,
    )
    const call = { method: "GET", path: `${cars}/samples/?limit=1000`, as: "owner" as const }
    const zipped = await world.bytes({ ...call, headers: { "accept-encoding": "gzip" } })
    assert.isAtLeast(gunzipSync(zipped).toString().match(signatures)?.length ?? 0, 60)
    const lines = await get(`${cars}/samples/?limit=1000`, { accept: "application/x-ndjson" })
    assert.isAtLeast(lines.text.match(signatures)?.length ?? 0, 60)
  })

  it("are not in the answer to an upload, which clients store", async () => {
    assert.notMatch(await uploaded(), /\?/)
  })
})

describe("the rewriter", () => {
  const id = "01900000-0000-7000-8000-000000000000"
  const token = "0123456789abcdef0123456789abcdef"
  const sign = () => ({ expires: "7200", signature: "s-_1" })
  const bare = `https://a.example/assets/${id}/${token}`
  const rewritten = (text: string, size: number): string => {
    const rewrite = makeAssetUrlRewriter(sign)
    const bytes = Buffer.from(text)
    const parts: Array<Uint8Array> = []
    for (let at = 0; at < bytes.length; at += size) parts.push(...rewrite.push(bytes.subarray(at, at + size)))
    return Buffer.concat([...parts, ...rewrite.end()]).toString()
  }
  const signed = "?expires=7200&signature=s-_1"
  const escaped = `https:\\/\\/a.example\\/assets\\/${id}\\/${token}.png`
  const cases: Readonly<Record<string, readonly [text: string, expected: string]>> = {
    "a URL with an extension": [`{"ü":"${bare}.png"}`, `{"ü":"${bare}.png${signed}"}`],
    "one without": [`{"url":"${bare}"}`, `{"url":"${bare}${signed}"}`],
    "escaped slashes": [`["${escaped}"]`, `["${escaped}${signed}"]`],
    "one in a sentence": [`"see ${bare}.png. 語"`, `"see ${bare}.png${signed}. 語"`],
    "one before an escape": [`"${bare}.png\\n"`, `"${bare}.png${signed}\\n"`],
    "an earlier signature": [`"${bare}.png?expires=1&signature=x"`, `"${bare}.png${signed}"`],
    "an escaped one": [`"${bare}.png?expires=1\\u0026signature=x"`, `"${bare}.png${signed}"`],
    "another query": [`"${bare}.png?v=1"`, `"${bare}.png?v=1"`],
    "a longer path": [`"${bare}/more"`, `"${bare}/more"`],
    "a longer extension": [`"${bare}.tar.gz"`, `"${bare}.tar.gz"`],
    "other assets": [`"s3://b/assets/a.png assets"`, `"s3://b/assets/a.png assets"`],
    "two of them": [`"${bare}" "${bare}.a"`, `"${bare}${signed}" "${bare}.a${signed}"`],
    "the end of the text": [bare, `${bare}${signed}`],
  }

  it.each(Object.entries(cases))("signs, or leaves, %s, wherever parts end", (_, [text, expected]) => {
    for (let size = 1; size <= Buffer.byteLength(text); size++)
      assert.strictEqual(rewritten(text, size), expected, `parts of ${size}`)
  })
})
