/** Webhooks as receivers and owners meet them: keys and key sets, the verifier, operational events, schedules, patterns, the document. */
import { createHmac, createPublicKey, verify as verifySignature } from "node:crypto"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { addCleanup, check, checkout, type Json, listen, load, run, startServer } from "../support.ts"

/** A receiver that keeps what it is sent; `answer(request, body)` decides the status. */
const startReceiver = async (answer: (entry: Json, count: number) => unknown = () => 204) => {
  const received: Array<Json> = []
  const server = createServer((request, response) => {
    const chunks: Array<Json> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", async () => {
      const body = Buffer.concat(chunks)
      const entry = { headers: request.headers, body, json: JSON.parse(body.toString()), at: Date.now() }
      received.push(entry)
      const status = await answer(entry, received.length)
      if (status !== null) response.writeHead(Number(status)).end()
    })
  })
  const port = await listen(server)
  addCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${port}/secret-path` }
}

const waitUntil = async (isDone, millis = 8000) => {
  for (let waited = 0; waited < millis; waited += 25) {
    if (await isDone()) return true
    await sleep(25)
  }
  return false
}

const server = await startServer({
  ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8",
  ANNOTARY_METRICS: "open",
  ANNOTARY_WEBHOOK_KEEP_DAYS: "7",
})
await server.request("PUT", "/user/webhooks/")
const endpoints = "/user/webhooks/endpoints/"
const add = (body) => server.request("POST", endpoints, body)
let made = 0
const makeChange = () =>
  server.request("POST", "/user/datasets/", {
    name: `set-${++made}`,
    category: "other",
    task_type: "bboxes",
  })
const remove = ({ json }) => server.request("DELETE", `${endpoints}${json?.uuid}/`)

await run({
  "v1a answers the public key only": async () => {
    const { json } = await add({ url: "https://example.com/", secret_kind: "v1a" })
    const secret = await server.request("GET", `${endpoints}${json.uuid}/secret/`)
    check(
      "the secret of a v1a endpoint is its public key",
      /"whpk_/.test(secret.text),
      secret.text.slice(0, 20),
    )
    check("and no private key is in the answer", !/whsk_/.test(secret.text))
    const url = json.jwks_url
    check("the endpoint names the key set of the account", typeof url === "string", url)
    if (typeof url === "string") {
      const set = await fetch(url.replace(/^https?:\/\/[^/]+/, server.url))
      const { keys }: Json = await set.json()
      check("the key set is public", set.status === 200, set.status)
      check("its path tells no user name", !url.includes("admin"), url)
      check("kids have no full stops", keys.length > 0 && keys.every(({ kid }) => !kid.includes(".")))
      const x = Buffer.from((secret.json.secret ?? "").slice(5), "base64").toString("base64url")
      check(
        "it holds the endpoint's key",
        keys.some((key) => key.x === x),
      )
    }
    const named = await fetch(`${server.url}/users/admin/webhooks/jwks.json`)
    check("and is not found by a name", named.status === 404, named.status)
    await remove({ json })
  },

  "a v1a signature verifies with the key set": async () => {
    const receiver = await startReceiver()
    const endpoint = await add({ url: receiver.url, secret_kind: "v1a" })
    await makeChange()
    await waitUntil(() => receiver.received.length > 0)
    const [{ body, headers }] = receiver.received
    const signed = Buffer.concat([
      Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`),
      body,
    ])
    const url = (endpoint.json.jwks_url ?? "").replace(/^https?:\/\/[^/]+/, server.url)
    const keys = url === "" ? [] : (await fetch(url).then((answer): Promise<Json> => answer.json())).keys
    const signatures = headers["webhook-signature"].split(" ").map((entry) => entry.split(","))
    const good = keys.some((key) =>
      signatures.some(([version, text]) => {
        const publicKey = createPublicKey({ key, format: "jwk" })
        return version === "v1a" && verifySignature(null, signed, publicKey, Buffer.from(text, "base64"))
      }),
    )
    check("what is sent verifies with a key of the account's key set", good)
    await remove(endpoint)
  },

  "a verifier is exported for receivers": async () => {
    const path = "packages/webhooks/dist/verify/index.js"
    const there = existsSync(join(checkout, path))
    check("@annotary/webhooks/verify is there", there)
    if (!there) return
    const { webhookVerifier } = await load(path)
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
    const seen = new Set()
    const { verify } = webhookVerifier({ keys: [secret], isNew: (id) => !seen.has(id) && !!seen.add(id) })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const body = '{"event_type":"label.updated"}'
    const hmac = createHmac("sha256", Buffer.alloc(32, 7)).update(`m1.${timestamp}.${body}`).digest("base64")
    const headers = { "webhook-id": "m1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${hmac}` }
    const [one, two] = [await verify(body, headers), await verify(body, headers)]
    check("it verifies, and brings an event once", one.events.length === 1 && two.events.length === 0)
    const changed = await verify(`${body} `, headers).catch((error) => error.code)
    check("it refuses what was changed", changed === "no_match", changed)
  },

  "owners are told": async () => {
    const watcher = await startReceiver()
    const bad = await startReceiver(() => 410)
    const operational = await add({
      url: watcher.url,
      event_types: ["endpoint.disabled", "delivery.exhausted"],
    })
    check("an endpoint can ask for operational events", operational.status === 201, operational.status)
    const gone = await add({ url: bad.url })
    const failing = await startReceiver(() => 500)
    const dead = await add({ url: failing.url, retry_schedule: [] })
    await makeChange()
    const listTypes = () => watcher.received.map(({ json }) => json.event_type)
    await waitUntil(() => listTypes().length >= 2, 5000)
    check(
      "it is notified of an endpoint that was disabled",
      listTypes().includes("endpoint.disabled"),
      listTypes(),
    )
    check(
      "it is notified of a delivery that was given up",
      listTypes().includes("delivery.exhausted"),
      listTypes(),
    )
    const texts = watcher.received.map(({ body }) => body.toString())
    check(
      "without a dataset, and without the path of the URL",
      texts.length > 0 &&
        texts.every((text) => !text.includes("secret-path") && text.includes('"dataset":""')),
    )
    for (const hook of [operational, gone, dead]) await remove(hook)
  },

  "an endpoint has a schedule, a timeout and a time to live": async () => {
    const slow = await startReceiver(async () => null)
    const endpoint = await add({
      url: slow.url,
      retry_schedule: [1],
      timeout_seconds: 1,
      time_to_live_seconds: 3600,
    })
    check(
      "they are answered as they were given",
      endpoint.json?.timeout_seconds === 1,
      endpoint.text.slice(0, 200),
    )
    await makeChange()
    const path = `${endpoints}${endpoint.json?.uuid}/deliveries/?state=dead`
    const over = await waitUntil(async () => (await server.request("GET", path)).json?.length === 1, 9000)
    check(
      "a hanging receiver is given up after its own two attempts of a second",
      over && slow.received.length === 2,
      slow.received.length,
    )
    await remove(endpoint)
  },

  "event types are selected by patterns": async () => {
    const receiver = await startReceiver()
    const endpoint = await add({ url: receiver.url, event_types: ["sample.*"] })
    check("sample.* is accepted", endpoint.status === 201, endpoint.status)
    const { json } = await makeChange()
    await server.request("POST", `/datasets/${json.full_name}/samples/`, { name: "a", attributes: {} })
    await waitUntil(() => receiver.received.length > 0, 5000)
    const types = receiver.received.map((entry) => entry.json.event_type)
    check("and selects samples alone", types.length === 1 && types[0] === "sample.created", types)
    const plain = await startReceiver()
    const all = await add({ url: plain.url })
    await makeChange()
    await waitUntil(() => plain.received.length > 0, 5000)
    check(
      "no types mean those about datasets",
      plain.received.every((entry) => entry.json.event_type === "dataset.created"),
    )
    for (const hook of [endpoint, all]) await remove(hook)
  },

  "the server tells": async () => {
    const document = (await server.request("GET", "/openapi.json")).json
    const types = (await server.request("GET", "/webhooks/event-types/")).json.map((one) => one.event_type)
    const described = Object.keys(document.webhooks ?? {})
    check(
      "OpenAPI has a webhooks section for every type",
      described.length > 0 && types.every((type) => described.includes(type)),
      described.length,
    )
    const metrics = (await server.request("GET", "/metrics")).text
    check("events written for delivery are counted", /annotary_webhook_enqueued_total\S* [1-9]/.test(metrics))
    check(
      "retention is a setting",
      !/ANNOTARY_WEBHOOK_KEEP_DAYS/.test(server.output()),
      server
        .output()
        .split("\n")
        .find((line) => line.includes("KEEP_DAYS")) ?? "",
    )
  },
})
