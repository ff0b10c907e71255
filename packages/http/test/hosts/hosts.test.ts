/** The same requests through every host, over a socket. */
import { once } from "node:events"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { gzipSync } from "node:zlib"
import type { Engine } from "@annotary/core"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import type { Observation } from "../../src/index.ts"
import { until } from "../transport/sockets.ts"
import { largeCount, openEngine } from "./engine.ts"
import { hosts, type Running } from "./hosts.ts"

let engine: Engine

beforeAll(async () => {
  engine = await openEngine()
}, 60_000)
afterAll(() => engine.close())

const ann = { cookie: "who=ann" }
const manyDigits = "7000000000000000000001"

describe.each(hosts)("$name", ({ fallsThrough, name, seesSource, start }) => {
  let running: Running
  const observed: Array<Observation> = []
  beforeAll(async () => {
    running = await start(engine, { observe: (observation) => observed.push(observation) })
  })
  afterAll(() => running.close())
  afterEach(() => void observed.splice(0))

  const dataset = `on-${name.replace(/[^a-z]+/gi, "-").toLowerCase()}x`
  const call = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(running.url + path, {
      method,
      headers: { ...ann, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const ok = async (method: string, path: string, body?: string) => {
    const response = await call(method, `/annotary${path}`, body)
    const text = await response.text()
    assert.isBelow(response.status, 300, `${method} ${path}: ${text}`)
    return { response, text, json: JSON.parse(text) }
  }

  it("takes samples from an upload to a reviewed label, digits and all", async () => {
    await ok("POST", "/user/datasets/", `{"name":"${dataset}","category":"other","task_type":"vector"}`)
    const lines = Array.from({ length: 2000 }, (_, n) => `{"name":"s${n}","metadata":{"n":${manyDigits}}}\n`)
    const upload = await call("POST", `/annotary/datasets/ann/${dataset}/samples_bulk/`, lines.join(""), {
      "content-type": "application/x-ndjson",
    })
    assert.match((await upload.text()).trim().split("\n").at(-1) ?? "", /"created":2000/)
    const queue = `/datasets/ann/${dataset}/queue`
    const [claim] = (await ok("POST", `${queue}/labeling/claim/`, '{"count":1}')).json
    await ok(
      "POST",
      `/claims/${claim.claim_id}/submit/`,
      `{"attributes":{"annotations":[],"n":${manyDigits}}}`,
    )
    const [review] = (await ok("POST", `${queue}/reviewing/claim/`, '{"count":1}')).json
    const accepted = await ok("POST", `/claims/${review.claim_id}/accept/`, '{"rating":5}')
    assert.strictEqual(accepted.json.label.label_status, "REVIEWED")
    const { text } = await ok("GET", `/labels/${claim.sample.uuid}/ground-truth/`)
    assert.include(text, manyDigits)
  })

  it("names addresses as they are reached from outside", async () => {
    const path = "/annotary/datasets/large/large/samples/"
    const response = await call("GET", `${path}?per_page=10`, undefined, { cookie: "who=large" })
    assert.strictEqual(response.headers.get("link")?.startsWith(`<${path}?`), true)
    await response.text()
  })

  it("answers HEAD without a body, and says which methods there are", async () => {
    const head = await call("HEAD", "/annotary/user/")
    assert.strictEqual(head.status, 200)
    assert.strictEqual(await head.text(), "")
    const wrong = await call("DELETE", "/annotary/user/")
    assert.strictEqual(wrong.status, 405)
    assert.include(wrong.headers.get("allow"), "GET")
    assert.include((await call("OPTIONS", "/annotary/user/")).headers.get("allow"), "GET")
  })

  it("leaves to its host what is not ours", async () => {
    assert.strictEqual(await (await call("GET", "/hello")).text(), "of the host")
    for (const path of ["/annotaryx/user/", "/user/"])
      assert.strictEqual((await call("GET", path)).status, 404, path)
    const below = await call("GET", "/annotary/own")
    if (fallsThrough) assert.strictEqual(await below.text(), "of the host")
    else assert.strictEqual(Reflect.get(Object(await below.json()), "code"), "not_found")
  })

  it("knows people as the application does", async () => {
    assert.strictEqual((await ok("GET", "/user/")).json.username, "ann")
    assert.strictEqual((await fetch(`${running.url}/annotary/user/`)).status, 401)
    const put = await fetch(`${running.url}/annotary/user/`, { headers: { "x-host-user": "bob" } })
    assert.strictEqual(put.status, seesSource ? 200 : 401)
    const key = (await ok("POST", "/user/api_keys/", "{}")).json.key
    const byKey = await fetch(`${running.url}/annotary/user/`, {
      headers: { authorization: `APIKey ${key}` },
    })
    assert.strictEqual(Reflect.get(Object(await byKey.json()), "username"), "ann")
  })

  it("answers 500 with the request's id when the application does not know", async () => {
    const response = await fetch(`${running.url}/annotary/user/`, {
      headers: { cookie: "who=boom", "x-request-id": "request-7" },
    })
    assert.strictEqual(response.status, 500)
    assert.strictEqual(response.headers.get("x-request-id"), "request-7")
    const text = await response.text()
    assert.include(text, "request-7")
    assert.notInclude(text, "session store")
  })

  it("reads a compressed body, and refuses a broken one", async () => {
    const body = new Uint8Array(gzipSync(`{"description":"zipped"}`))
    const made = await call("POST", "/annotary/user/api_keys/", body, { "content-encoding": "gzip" })
    assert.strictEqual(made.status, 201, await made.text())
    assert.strictEqual((await call("POST", "/annotary/user/api_keys/", "{")).status, 400)
  })

  it("slows down for a slow reader, and loses nothing", async () => {
    const response = await getLarge(running.url)
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.deepStrictEqual(observed, [])
    let text = ""
    for await (const chunk of response.setEncoding("utf8")) text += String(chunk)
    assert.lengthOf(JSON.parse(text), largeCount)
    await until(() => observed.length === 1)
    assert.isFalse(observed[0]?.aborted)
  })

  it("stops working for a caller who went away", async () => {
    const response = await getLarge(running.url)
    response.destroy()
    await until(() => observed.length === 1)
    assert.isTrue(observed[0]?.aborted)
  })
})

/** A list of many megabytes, of which nothing is read yet. */
const getLarge = async (url: string): Promise<IncomingMessage> => {
  const asked = httpRequest(`${url}/annotary/datasets/large/large/samples/?per_page=${largeCount}`, {
    headers: { cookie: "who=large", "accept-encoding": "identity" },
  })
  asked.on("error", () => {})
  asked.end()
  const [response]: Array<IncomingMessage> = await once(asked, "response")
  if (response?.statusCode !== 200) throw new Error(`There is no list: ${response?.statusCode}`)
  response.on("error", () => {})
  return response
}
