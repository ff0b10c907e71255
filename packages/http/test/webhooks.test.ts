/** Webhooks through HTTP: endpoints, their secrets, deliveries of real changes, replays and recoveries. */
import { fromMillis } from "@annotary/core"
import { DeliveryStore } from "@annotary/core/effect"
import { Effect } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

let fixture: Fixture

const start = async () => {
  fixture = await makeFixture({ jobs: false })
  await fixture.ok({ method: "PUT", path: "/user/webhooks/" })
  return fixture
}

afterEach(() => fixture.close())

const base = "/user/webhooks/endpoints/"
const add = (fields: object = {}) =>
  fixture.ok({ method: "POST", path: base, body: { url: "https://example.com/hooks", ...fields } })

const setLabel = (status: string) =>
  fixture.ok({
    method: "PATCH",
    path: `/labels/${fixture.samples[0]}/ground-truth/`,
    body: { label_status: status },
  })

/** What a dispatcher would do, with every answer the same. */
const endAll = (state: "Delivered" | "Dead") =>
  fixture.engine.runtime.runPromise(
    Effect.gen(function* () {
      // The port is in the runtime, whose type does not say so.
      const found = yield* Effect.serviceOption(DeliveryStore)
      if (found._tag === "None") return 0
      const store = found.value
      const { requests } = yield* store.claim({
        worker: "t",
        limit: 64,
        leaseMillis: 30_000,
        inFlight: 100,
        wellOnly: false,
        after: null,
      })
      const at = fromMillis(Date.now())
      const completions = requests.map((request) => ({
        request,
        attempt: {
          at,
          durationMillis: 1,
          url: request.endpoint.url,
          status: state === "Dead" ? 500 : 200,
          error: null,
          responseHeaders: [{ name: "x-request-id", value: "7" }],
          responseBody: "no",
          responseCut: false,
        },
        next: new Map(request.deliveries.map(({ delivery }) => [delivery.id, { _tag: state }] as const)),
        pauseMillis: null,
        gone: false,
      }))
      yield* store.complete({ completions, policy: { disableAfterMillis: 1e9, spreadMillis: 1e9 } })
      return requests.length
    }),
  )

describe("an endpoint", () => {
  it("is shown as it was given, without its secret and the values of its headers", async () => {
    await start()
    const made = await add({
      version: 3,
      description: "ours",
      event_types: ["label.updated"],
      datasets: ["owner/cars"],
      rate_limit: 5,
      headers: { "X-Token": "tell nobody" },
      fifo: true,
      batch: 10,
      retry_schedule: [1, 60],
      timeout_seconds: 5,
      time_to_live_seconds: 3600,
    })
    assert.strictEqual(made.status, 201)
    assert.deepStrictEqual(made.at("retry_schedule"), [1, 60])
    assert.deepStrictEqual([made.at("timeout_seconds"), made.at("time_to_live_seconds")], [5, 3600])
    assert.deepStrictEqual(made.at("headers"), { "x-token": "***" })
    assert.deepStrictEqual(made.at("datasets"), ["owner/cars"])
    assert.deepStrictEqual(made.at("counts.last_7_days"), { delivered: 0, failed: 0, dead: 0 })
    const secret = (
      await fixture.ok({ method: "GET", path: `${base}${made.textAt("uuid")}/secret/` })
    ).textAt("secret")
    assert.match(secret, /^whsec_/)
    const list = await fixture.ok({ method: "GET", path: base })
    assert.deepStrictEqual(list.list, [made.body])
    for (const hidden of ["tell nobody", secret]) assert.notInclude(list.text + made.text, hidden)
  })

  it("is refused with every violation, and never repeats what was sent", async () => {
    await start()
    const answer = await fixture.call({
      method: "POST",
      path: base,
      body: { url: "https://127.0.0.1/x", headers: { Host: "a" }, secret: "whpk_AAAA" },
    })
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual(
      (answer.at("errors") as ReadonlyArray<{ readonly pointer: string }>).map(({ pointer }) => pointer),
      ["/url", "/headers", "/secret"],
    )
    const foreign = await fixture.call({
      method: "POST",
      path: base,
      body: { url: "https://example.com", datasets: ["owner/nothing"] },
    })
    assert.strictEqual(foreign.at("errors.0.pointer"), "/datasets/0")
  })

  it("is refused with a header called `__proto__`, which would be lost without a word", async () => {
    await start()
    const answer = await fixture.call({
      method: "POST",
      path: base,
      body: JSON.parse('{"url": "https://example.com/hooks", "headers": {"__proto__": "1", "x-a": "2"}}'),
    })
    assert.strictEqual(answer.status, 400)
    assert.deepStrictEqual(answer.at("errors"), [
      {
        pointer: "/headers",
        message: "must be an object of header names and values, and none of them `__proto__`",
      },
    ])
  })

  it("is sent to as it asks: its own schedule, timeout and time to live, or none again", async () => {
    await start()
    const path = `${base}${(await add({ retry_schedule: [] })).textAt("uuid")}/`
    const times = { retry_schedule: null, timeout_seconds: null, time_to_live_seconds: null }
    assert.deepInclude((await fixture.ok({ method: "PATCH", path, body: times })).body as object, times)
    const bad: ReadonlyArray<readonly [object, string]> = [
      [{ retry_schedule: [5, 0] }, "/retry_schedule/1"],
      [{ retry_schedule: Array(51).fill(1) }, "/retry_schedule"],
      [{ timeout_seconds: 25 }, "/timeout_seconds"],
      [{ timeout_seconds: 0 }, "/timeout_seconds"],
      [{ time_to_live_seconds: 2_592_001 }, "/time_to_live_seconds"],
    ]
    for (const [body, pointer] of bad) {
      const refused = await fixture.call({ method: "PATCH", path, body })
      assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, pointer])
    }
  })

  it("is not found for others, and neither are its deliveries", async () => {
    await start()
    const endpoint = `${base}${(await add()).textAt("uuid")}/`
    const test = await fixture.ok({
      method: "POST",
      path: `${endpoint}test/`,
      body: { event_type: "release.created" },
    })
    const delivery = `/user/webhooks/deliveries/${test.textAt("uuid")}/`
    for (const path of [endpoint, `${endpoint}secret/`, `${endpoint}deliveries/`, delivery])
      assert.strictEqual((await fixture.call({ method: "GET", path, as: "stranger" })).status, 404)
    assert.strictEqual(
      (await fixture.ok({ method: "GET", path: delivery })).at("payload.event_type"),
      "release.created",
    )
    const malformed = await fixture.call({ method: "GET", path: `${base}x/` })
    assert.strictEqual(malformed.status, 404)
  })

  it("is sent a test at once, or told why not", async () => {
    await start()
    const endpoint = `${base}${(await add()).textAt("uuid")}/`
    const test = () => fixture.call({ method: "POST", path: `${endpoint}test/`, body: {} })
    for (let n = 0; n < 10; n++) assert.strictEqual((await test()).status, 202)
    const flood = await test()
    assert.deepStrictEqual([flood.status, flood.at("code")], [409, "too_many_tests"])
    await fixture.ok({ method: "PATCH", path: endpoint, body: { enabled: false } })
    const disabled = await test()
    assert.deepStrictEqual([disabled.status, disabled.at("code")], [409, "endpoint_disabled"])
    await fixture.ok({ method: "DELETE", path: "/user/webhooks/" })
    const off = await test()
    assert.deepStrictEqual([off.status, off.at("code")], [409, "webhooks_off"])
  })

  it("signs with a new secret after a rotation, and beside it with the old one for a while", async () => {
    await start()
    const made = await add()
    const path = `${base}${made.textAt("uuid")}/secret/`
    const before = (await fixture.ok({ method: "GET", path })).textAt("secret")
    const rotated = await fixture.ok({
      method: "POST",
      path: `${path}rotate/`,
      body: { overlap_seconds: 60, secret_kind: "v1a" },
    })
    assert.strictEqual((rotated.at("secrets") as ReadonlyArray<unknown>).length, 2)
    assert.isNull(rotated.at("secrets.0.expires_at"))
    assert.isString(rotated.at("secrets.1.expires_at"))
    const after = (await fixture.ok({ method: "GET", path })).textAt("secret")
    assert.match(after, /^whpk_/)
    assert.notStrictEqual(after, before)
    const leaked = await fixture.ok({ method: "POST", path: `${path}rotate/`, body: { overlap_seconds: 0 } })
    assert.strictEqual((leaked.at("secrets") as ReadonlyArray<unknown>).length, 1)
    for (const [n] of Array.from({ length: 9 }).entries())
      await fixture.ok({ method: "POST", path: `${path}rotate/`, body: { overlap_seconds: 600 + n } })
    const full = await fixture.call({ method: "POST", path: `${path}rotate/`, body: {} })
    assert.deepStrictEqual([full.status, full.at("code")], [409, "too_many_secrets"])
  })
})

describe("a key set", () => {
  it("holds the public keys of an account that sign now, for everybody who has its address, and tells no name", async () => {
    await start()
    assert.isNull((await add()).at("jwks_url"))
    const made = await add({ secret_kind: "v1a" })
    const path = new URL(made.textAt("jwks_url")).pathname
    assert.match(path, /^\/users\/[\w-]{43}\/webhooks\/jwks\.json$/)
    const secret = `${base}${made.textAt("uuid")}/secret/`
    const known = async () => {
      const { body, status } = await fixture.ok({ method: "GET", path, as: "nobody" })
      assert.strictEqual(status, 200)
      return (body as { readonly keys: ReadonlyArray<Record<string, string>> }).keys
    }
    const publicKey = async () => (await fixture.ok({ method: "GET", path: secret })).textAt("secret")
    const xOf = (key: string) => Buffer.from(key.slice(5), "base64").toString("base64url")
    const first = await publicKey()
    const [key] = await known()
    assert.deepInclude(key, { kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", x: xOf(first) })
    assert.match(key?.kid ?? "", /^[\w-]{43}$/)
    await fixture.ok({ method: "POST", path: `${secret}rotate/`, body: { overlap_seconds: 60 } })
    assert.deepStrictEqual(
      (await known()).map(({ x }) => x),
      [xOf(await publicKey()), xOf(first)],
    )
    await fixture.ok({
      method: "POST",
      path: `${secret}rotate/`,
      body: { overlap_seconds: 0, secret_kind: "v1" },
    })
    assert.deepStrictEqual(await known(), [])
    const again = await add({ secret_kind: "v1a" })
    assert.strictEqual(new URL(again.textAt("jwks_url")).pathname, path)
    assert.notMatch(path, /owner/)
  })

  it("is not found under a name, or under an id that nobody has", async () => {
    await start()
    await add({ secret_kind: "v1a" })
    for (const id of ["owner", "k".repeat(43)]) {
      const answer = await fixture.call({
        method: "GET",
        path: `/users/${id}/webhooks/jwks.json`,
        as: "nobody",
      })
      assert.strictEqual(answer.status, 404)
    }
  })
})

describe("a delivery", () => {
  it("is there for every change, tells what came of it, and can be sent again", async () => {
    await start()
    const endpoint = `${base}${(await add({ event_types: ["label.updated"] })).textAt("uuid")}/`
    await setLabel("REVIEWED")
    await setLabel("LABELED")
    const waiting = await fixture.ok({ method: "GET", path: `${endpoint}deliveries/?per_page=1` })
    assert.strictEqual(waiting.list.length, 1)
    assert.strictEqual(waiting.at("0.state"), "pending")
    const next = /<([^>]+)>; rel="next"/.exec(waiting.headers.get("link") ?? "")?.[1] ?? ""
    const rest = await fixture.ok({ method: "GET", path: next })
    assert.strictEqual(rest.list.length, 1)
    assert.isNull(rest.headers.get("link"))
    assert.strictEqual(await endAll("Dead"), 2)
    const dead = await fixture.ok({
      method: "GET",
      path: `${endpoint}deliveries/?state=dead,held&status=5xx&dataset=owner/cars`,
    })
    assert.strictEqual(dead.list.length, 2)
    const query = "?state=dead,held&status=5xx&dataset=owner/cars"
    const all = await fixture.ok({ method: "GET", path: `/user/webhooks/deliveries/${query}` })
    assert.deepStrictEqual(all.body, dead.body)
    const path = `/user/webhooks/deliveries/${dead.textAt("0.uuid")}/`
    const found = await fixture.ok({ method: "GET", path })
    assert.strictEqual(found.at("payload.object.label_status"), "LABELED")
    assert.strictEqual(found.at("attempts.0.outcome"), "failed")
    assert.strictEqual(found.at("attempts.0.response_body"), "no")
    const again = await fixture.ok({ method: "POST", path: `${path}replay/` })
    const twice = await fixture.ok({ method: "POST", path: `${path}replay/` })
    assert.deepStrictEqual([again.status, again.at("state"), twice.body], [202, "pending", again.body])
    assert.strictEqual(await endAll("Delivered"), 1)
    const shown = await fixture.ok({ method: "GET", path: endpoint })
    assert.deepStrictEqual(shown.at("counts.last_24_hours"), { delivered: 1, failed: 2, dead: 2 })
  })

  it("that waits is skipped or cancelled, one or all that fit, counted first when asked", async () => {
    await start()
    const endpoint = `${base}${(await add({ event_types: ["label.updated"], fifo: true })).textAt("uuid")}/`
    for (const status of ["REVIEWED", "LABELED", "REVIEWED", "LABELED"]) await setLabel(status)
    const found = await fixture.ok({ method: "GET", path: `${endpoint}deliveries/` })
    assert.strictEqual(found.list.length, 4)
    const act = (n: number, action: string) =>
      fixture.call({
        method: "POST",
        path: `/user/webhooks/deliveries/${found.textAt(`${n}.uuid`)}/${action}/`,
      })
    const skipped = await act(3, "skip")
    assert.deepStrictEqual([skipped.status, skipped.at("state")], [200, "dead"])
    const cancelled = await act(2, "cancel")
    assert.deepStrictEqual([cancelled.status, cancelled.at("state")], [200, "cancelled"])
    const again = await act(2, "cancel")
    assert.deepStrictEqual([again.status, again.at("code")], [409, "delivery_ended"])
    const bulk = (body: object) => fixture.call({ method: "POST", path: `${endpoint}deliveries/bulk/`, body })
    const filter = { event_types: ["label.updated"], dataset: "owner/cars", since: "2026-01-01T00:00:00Z" }
    const counted = await bulk({ action: "cancel", dry_run: true, ...filter })
    assert.deepStrictEqual(counted.body, { action: "cancel", matched_count: 2, changed_count: 0, next: null })
    assert.strictEqual((await bulk({ action: "cancel", ...filter })).at("changed_count"), 2)
    assert.strictEqual((await bulk({ action: "cancel", ...filter })).at("matched_count"), 0)
    assert.strictEqual((await bulk({ action: "replay", dry_run: true })).at("matched_count"), 1)
    const all = { action: "replay", states: ["dead", "cancelled"] }
    assert.strictEqual((await bulk(all)).at("changed_count"), 4)
    const wrong = await bulk({ action: "skip", states: ["dead"] })
    assert.deepStrictEqual([wrong.status, wrong.at("errors.0.pointer")], [400, "/states"])
    await fixture.ok({ method: "DELETE", path: "/user/webhooks/" })
    for (const refused of [await bulk(all), await act(0, "replay")])
      assert.deepStrictEqual([refused.status, refused.at("code")], [409, "webhooks_off"])
  })

  it("is recovered with all others of a time, counted first when asked", async () => {
    await start()
    await setLabel("REVIEWED")
    const endpoint = `${base}${(await add({ event_types: ["label.updated"] })).textAt("uuid")}/`
    await setLabel("LABELED")
    await endAll("Dead")
    const ask = { since: "2026-01-01T00:00:00Z", missing: true, dry_run: true }
    const counted = await fixture.ok({ method: "POST", path: `${endpoint}recover/`, body: ask })
    assert.deepStrictEqual(
      [counted.status, counted.at("found_count"), counted.at("missing_count")],
      [200, 1, 1],
    )
    assert.strictEqual((await fixture.ok({ method: "GET", path: `${endpoint}recoveries/` })).list.length, 0)
    const begun = await fixture.ok({
      method: "POST",
      path: `${endpoint}recover/`,
      body: { ...ask, dry_run: false },
    })
    assert.strictEqual(begun.status, 202)
    const twice = await fixture.call({
      method: "POST",
      path: `${endpoint}recover/`,
      body: { ...ask, dry_run: false },
    })
    assert.deepStrictEqual([twice.status, twice.at("code")], [409, "recovery_running"])
  })

  it("is not made while the account has webhooks switched off, and held while the endpoint is disabled", async () => {
    await start()
    const endpoint = `${base}${(await add()).textAt("uuid")}/`
    await fixture.ok({ method: "PATCH", path: endpoint, body: { enabled: false } })
    await setLabel("REVIEWED")
    const held = await fixture.ok({ method: "GET", path: `${endpoint}deliveries/` })
    assert.deepStrictEqual(
      held.list.map((_, n) => held.at(`${n}.state`)),
      ["held"],
    )
    const refused = await fixture.call({
      method: "POST",
      path: `/user/webhooks/deliveries/${held.textAt("0.uuid")}/replay/`,
    })
    assert.deepStrictEqual([refused.status, refused.at("code")], [409, "endpoint_disabled"])
    await fixture.ok({ method: "DELETE", path: "/user/webhooks/" })
    await setLabel("LABELED")
    assert.strictEqual((await fixture.ok({ method: "GET", path: `${endpoint}deliveries/` })).list.length, 1)
  })
})

describe("event types", () => {
  it("are thirteen about datasets, and those about transfers, audits, people and deliveries, each with a schema and an example", async () => {
    await start()
    const { list } = await fixture.ok({ method: "GET", path: "/webhooks/event-types/" })
    assert.strictEqual(list.length, 24)
  })

  it("are asked for by patterns, too, which are shown as they were given", async () => {
    await start()
    const samples = await add({ event_types: ["sample.*", "issue.created"] })
    assert.deepStrictEqual(samples.at("event_types"), ["sample.*", "issue.created"])
    const labels = await add({ event_types: ["label.*"] })
    await setLabel("REVIEWED")
    const count = async (uuid: string) =>
      (await fixture.ok({ method: "GET", path: `${base}${uuid}/deliveries/` })).list.length
    assert.strictEqual(await count(samples.textAt("uuid")), 0)
    assert.strictEqual(await count(labels.textAt("uuid")), 1)
    for (const pattern of ["*", "sample.", "samples.*", "sample.*.*", "cat.*"]) {
      const body = { url: "https://example.com/hooks", event_types: [pattern] }
      const refused = await fixture.call({ method: "POST", path: base, body })
      assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, "/event_types/0"])
    }
  })
})
