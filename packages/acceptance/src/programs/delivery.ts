/** Webhook deliveries: tests, answers that hang, replays, skips, bulk actions, addresses, logs and what embedders see. */
import { createServer as createHttp } from "node:http"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import {
  addCleanup,
  check,
  findFreePort,
  type Json,
  listen,
  load,
  makeTemporaryFolder,
  run,
  runAnnotary,
  startServer,
} from "../support.ts"

const hooks = "/user/webhooks/endpoints/"

/** A receiver that answers its nth request as `answer(n)` says: a status, or `[status, headers]`. */
const startReceiver = async (answer: (count: number) => Json) => {
  const received: Array<Json> = []
  const server = createHttp((request, response) => {
    const chunks: Array<Json> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", async () => {
      received.push({ id: request.headers["webhook-id"], body: JSON.parse(Buffer.concat(chunks).toString()) })
      const [status, headers = {}] = [await answer(received.length)].flat()
      response.writeHead(status, headers).end("ok")
    })
  })
  const port = await listen(server)
  addCleanup(() => server.close())
  return { url: `http://127.0.0.1:${port}/hook?k=1`, received }
}

/** A receiver whose answer has a head and a body that never comes. */
const startHanging = async (status, ...lines) => {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    const head = [`HTTP/1.1 ${status} X`, "content-length: 10", ...lines].join("\r\n")
    socket.on("data", () => socket.writable && socket.write(`${head}\r\n\r\n`))
  })
  const port = await listen(server)
  addCleanup(() => server.close())
  return `http://127.0.0.1:${port}/hook`
}

const waitUntil = async (isDone, seconds = 12) => {
  for (let waited = 0; waited < seconds * 1000; waited += 50) {
    const answer = await isDone()
    if (answer) return answer
    await sleep(50)
  }
  return undefined
}

const server = await startServer({
  ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8",
  ANNOTARY_WEBHOOK_TIMEOUT_SECONDS: "2",
  ANNOTARY_WEBHOOK_LEASE_SECONDS: "30",
  ANNOTARY_WEBHOOK_WAITS: "1h,1h,1h",
})
const requestOk = async (method: string, path: string, body?: unknown) => {
  const answer = await server.request(method, path, body)
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
  return answer.json
}
await requestOk("PUT", "/user/webhooks/")

let datasets = 0
/** One event `dataset.created`. */
const makeEvent = () =>
  requestOk("POST", "/user/datasets/", { name: `d${datasets++}`, category: "other", task_type: "vector" })
const addEndpoint = async (fields) => {
  const { uuid } = await requestOk("POST", hooks, fields)
  return {
    path: `${hooks}${uuid}/`,
    shown: () => requestOk("GET", `${hooks}${uuid}/`),
    deliveries: () => requestOk("GET", `${hooks}${uuid}/deliveries/`),
    test: () => server.request("POST", `${hooks}${uuid}/test/`, {}),
    remove: () => requestOk("DELETE", `${hooks}${uuid}/`),
  }
}
const actOnDelivery = (id, action) => server.request("POST", `/user/webhooks/deliveries/${id}/${action}/`)
const readDetails = (id) => requestOk("GET", `/user/webhooks/deliveries/${id}/`)

const readPolicies = async () => {
  const { checkUrl, makeAddressPolicy } = await load("packages/webhooks/dist/index.js")
  const canTake = (url: string, allow: ReadonlyArray<string> = []) =>
    checkUrl(url, makeAddressPolicy({ allow }))._tag === "Right"
  const everything = ["0.0.0.0/0", "::/0"]
  return { takes: canTake, everything }
}

await run({
  "a test outside of the order": async () => {
    const { received, url } = await startReceiver((n) => (n === 1 ? 400 : 200))
    const hook = await addEndpoint({ url, fifo: true })
    await hook.test()
    await waitUntil(() => received.length > 0)
    await makeEvent()
    await makeEvent()
    await waitUntil(() => received.length >= 3)
    check(
      "a test that is answered with 400 does not block live events",
      received.length >= 3,
      `${received.length} requests`,
    )
    const [test] = (await hook.deliveries()).filter(({ origin }) => origin === "test")
    check("a test has one attempt", test?.state === "dead", test?.state)
    const shown = await hook.shown()
    check(
      "a test does not count towards the endpoint's health",
      shown.failing_since === null && shown.counts.last_24_hours.failed === 0,
      JSON.stringify([shown.failing_since, shown.counts.last_24_hours]),
    )
    const recoverable = await requestOk("POST", `${hook.path}recover/`, {
      since: "2026-01-01T00:00:00Z",
      dry_run: true,
    })
    check("a recovery takes up no test", recoverable.found_count === 0, recoverable.found_count)
    await hook.remove()
  },

  "a test where webhooks are off": async () => {
    const { url } = await startReceiver(() => 200)
    const hook = await addEndpoint({ url })
    await requestOk("DELETE", "/user/webhooks/").catch(() => {})
    const off = await hook.test()
    check(
      "a test is refused where the account's webhooks are off",
      off.status === 409 && off.json.code === "webhooks_off",
      `${off.status} ${off.json?.code ?? ""}`,
    )
    await requestOk("PUT", "/user/webhooks/")
    await requestOk("PATCH", hook.path, { enabled: false })
    const disabled = await hook.test()
    check(
      "a test is refused where the endpoint is disabled",
      disabled.status === 409 && disabled.json.code === "endpoint_disabled",
      disabled.status,
    )
    await hook.remove()
  },

  "a status whose body hangs": async () => {
    for (const status of [410, 429, 503]) {
      const hook = await addEndpoint({ url: await startHanging(status, "retry-after: 600") })
      await makeEvent()
      const ended = await waitUntil(async () => {
        const [first] = await hook.deliveries()
        return first?.attempts_count > 0 ? first : undefined
      })
      const shown = await hook.shown()
      const good = status === 410 ? shown.disabled_reason === "gone" : shown.paused_until !== null
      check(
        `${status} with a hanging body is taken as ${status}`,
        ended?.last_status === status && good,
        `${ended?.last_status} ${shown.disabled_reason ?? shown.paused_until}`,
      )
      await hook.remove()
    }
  },

  "held at once after a 410": async () => {
    const { url } = await startReceiver(async (n) => {
      await sleep(n === 1 ? 1500 : 4000)
      return n === 1 ? 410 : 200
    })
    const hook = await addEndpoint({ url })
    await Promise.all(Array.from({ length: 30 }, makeEvent))
    await waitUntil(async () => !(await hook.shown()).enabled)
    // Requests that were under way time out within two seconds; what they end is seen before anybody tidies up.
    let [late, most] = [0, 0]
    for (let n = 0; n < 60; n++) {
      const pending = (await hook.deliveries()).filter(({ state }) => state === "pending")
      late = Math.max(late, pending.filter(({ attempts_count }) => attempts_count > 0).length)
      if (n > 10) most = Math.max(most, pending.length)
      await sleep(25)
    }
    check(
      "after a 410 deliveries read held at once",
      late === 0 && most <= 8,
      `${late} that had ended and ${most} in all were pending`,
    )
    await hook.remove()
  },

  "an absurd Retry-After": async () => {
    const { url } = await startReceiver(() => [429, { "retry-after": "9".repeat(1000) }])
    const hook = await addEndpoint({ url })
    await makeEvent()
    const paused = await waitUntil(async () => (await hook.shown()).paused_until)
    const hours = (Date.parse(paused) - Date.now()) / 3_600_000
    check("a Retry-After of 1000 digits means the longest wait", hours > 20 && hours < 30, `${hours} h`)
    await hook.remove()
  },

  "a replay of what waits": async () => {
    const { received, url } = await startReceiver((n) => (n === 1 ? [503, { "retry-after": "86400" }] : 200))
    const hook = await addEndpoint({ url })
    await makeEvent()
    const waiting = await waitUntil(async () =>
      (await hook.deliveries()).find(({ attempts_count }) => attempts_count > 0),
    )
    const answer = await actOnDelivery(waiting.uuid, "replay")
    await waitUntil(() => received.length > 1, 5)
    check(
      "a replay of a waiting delivery sends now",
      answer.status === 202 && received.length === 2 && received[0]?.id === received[1]?.id,
      `${answer.status}, ${received.length} requests`,
    )
    await hook.remove()
  },

  "skip and cancel": async () => {
    const { received, url } = await startReceiver((n) => (n === 1 ? 500 : 200))
    const hook = await addEndpoint({ url, fifo: true })
    await makeEvent()
    const first = await waitUntil(async () =>
      (await hook.deliveries()).find(({ attempts_count }) => attempts_count > 0),
    )
    await makeEvent()
    await makeEvent()
    const [last] = await hook.deliveries()
    const cancelled = await actOnDelivery(last.uuid, "cancel")
    check("a delivery that waits is cancelled", cancelled.json?.state === "cancelled", cancelled.status)
    const skipped = await actOnDelivery(first.uuid, "skip")
    await waitUntil(() => received.length > 1, 5)
    check(
      "a delivery that blocks the order is skipped, and the next one is sent",
      skipped.json?.state === "dead" && received.length === 2,
      `${skipped.status}, ${received.length} requests`,
    )
    await hook.remove()
  },

  "many at once": async () => {
    const { received, url } = await startReceiver((n) => (n <= 5 ? 500 : 200))
    const hook = await addEndpoint({ url })
    for (let n = 0; n < 5; n++) await makeEvent()
    await waitUntil(() => received.length === 5)
    await waitUntil(async () => (await hook.deliveries()).every(({ attempts_count }) => attempts_count === 1))
    const runBulk = (body) =>
      server.request("POST", `${hook.path}deliveries/bulk/`, {
        states: ["pending"],
        event_types: ["dataset.created"],
        since: "2026-01-01T00:00:00Z",
        ...body,
      })
    const counted = await runBulk({ action: "replay", dry_run: true })
    check(
      "a dry run counts and changes nothing",
      counted.json?.matched_count === 5 && counted.json.changed_count === 0 && received.length === 5,
      counted.text,
    )
    const replayed = await runBulk({ action: "replay" })
    await waitUntil(() => received.length === 10, 5)
    check(
      "all that wait are replayed",
      replayed.json?.changed_count === 5 && received.length === 10,
      `${replayed.status}, ${received.length} requests`,
    )
    await hook.remove()
  },

  "the log of attempts": async () => {
    const { url } = await startReceiver(() => [200, { "x-request-id": "7" }])
    const hook = await addEndpoint({ url })
    await makeEvent()
    const sent = await waitUntil(async () =>
      (await hook.deliveries()).find(({ state }) => state === "delivered"),
    )
    const [attempt] = (await readDetails(sent.uuid)).attempts
    check("an attempt tells the URL that was tried", attempt.url === url, attempt.url)
    const header = attempt.response_headers?.find(({ name }) => name === "x-request-id")
    check(
      "an attempt tells the answer's headers",
      header?.value === "7",
      JSON.stringify(attempt.response_headers),
    )
    await hook.remove()
  },

  "addresses that stay shut": async () => {
    const { everything, takes } = await readPolicies()
    for (const address of [
      "[fd00:ec2::254]",
      "[fd20:ce::254]",
      "[fd00:c1::a9fe:a9fe]",
      "[fd00:42::42]",
      "169.254.42.42",
      "169.254.0.23",
      "[fe80::a9fe:a9fe]",
    ])
      check(`${address} is refused whatever range is allowed`, !takes(`https://${address}/`, everything))
    for (const address of ["[4000::1]", "[3fff:1000::1]", "[2420::1]", "[1::1]"])
      check(`${address}, unallocated, is not public`, !takes(`https://${address}/`))
    check("an allocated IPv6 address is public", takes("https://[2606:4700:4700::1111]/"))
  },

  "URLs and headers": async () => {
    for (const [what, body] of [
      ["a control character", { url: "https://exa\nmple.com/" }],
      ["an empty label", { url: "https://.example.com/" }],
      ["an empty label within", { url: "https://a..example.com/" }],
      ["an underscore at the start of a label", { url: "https://_hooks.example.com/" }],
      ["an underscore in the domain", { url: "https://hooks.exa_mple.com/" }],
    ]) {
      const { status } = await server.request("POST", hooks, body)
      check(`a URL with ${what} is refused`, status === 400, status)
    }
    const { status } = await server.request(
      "POST",
      hooks,
      '{"url": "https://example.com/", "headers": {"__proto__": "1"}}',
      { "Content-Type": "application/json" },
    )
    check("a header `__proto__` is refused, not dropped", status === 400, status)
  },

  "nothing secret leaves": async () => {
    const { createEngine } = await load("packages/core/dist/index.js")
    const { webhooks } = await load("packages/webhooks/dist/index.js")
    const { memory } = await load("packages/core/dist/memory.js")
    const engine = await createEngine({ storage: memory(), worker: false, extensions: [webhooks()] })
    await engine.users.create({ username: "ann" })
    await engine.as("ann").users.setWebhooks(true)
    const { deliveries, endpoints } = engine.webhooks.as("ann")
    const made = await endpoints.create({ url: "https://example.com/", headers: { "x-token": "a" } })
    const { id } = made.endpoint
    const since = new Date(0).toISOString().replace("Z", "000Z")
    const all = [
      made,
      await endpoints.list(),
      await endpoints.get(id),
      await endpoints.rotate(id),
      await endpoints.update(id, { description: "x" }),
      await deliveries.recover(id, { since, dryRun: true }),
      await deliveries.recover(id, { since }),
    ]
    check(
      "an endpoint that an embedder is given holds nothing sealed",
      !JSON.stringify(all).includes("sealed"),
      JSON.stringify(made.endpoint.secrets),
    )
    await engine.close()
  },

  "a lease that is too short": async () => {
    const folder = makeTemporaryFolder()
    const { code, stderr, stdout } = await runAnnotary(["serve"], {
      ANNOTARY_PORT: String(await findFreePort()),
      ANNOTARY_DATA_DIR: folder,
      ANNOTARY_DATABASE_URL: `sqlite:${folder}/annotary.db`,
      ANNOTARY_WEBHOOK_LEASE_SECONDS: "10",
    })
    const said = `${stdout}${stderr}`
    check(
      "a lease that is too short names its setting",
      code !== 0 && said.includes("ANNOTARY_WEBHOOK_LEASE_SECONDS"),
      said.trim().split("\n").at(-1),
    )
  },
})
