/** Audits of releases over HTTP: an auditor claims a sample, says what is wrong with it, and learns the bound and nobody's name. */
import { createHash } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

let fixture: Fixture
let audits: string
beforeAll(async () => {
  fixture = await makeFixture({ jobs: "releases" })
  audits = `${fixture.dataset}/releases/v1/audits/`
})
afterAll(() => fixture.close())

const begin = async (body: object = {}, of = audits) => {
  const begun = await fixture.ok({ method: "POST", path: of, body })
  assert.strictEqual(begun.status, 202)
  assert.include(begun.body, { state: "preparing", plan: null, population: 0, nonce: null })
  const path = `${of}${begun.textAt("uuid")}/`
  for (let tries = 0; tries < 1000; tries++) {
    const audit = await fixture.ok({ method: "GET", path })
    if (audit.at("state") !== "preparing") return { audit, path }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error("The audit was not prepared.")
}

describe("an audit over HTTP", () => {
  it("gives an auditor the sample and the label of the release without names, and bounds the errors", async () => {
    const { audit, path } = await begin({ goal: 0.5 })
    assert.include(audit.body, { state: "open", population: 1, audited: 0, lower: 0, upper: 1, nonce: null })
    const { body: dataset } = await fixture.ok({ method: "GET", path: `${fixture.dataset}/` })
    assert.deepStrictEqual(audit.at("task_attributes"), Reflect.get(Object(dataset), "task_attributes"))
    const work = await fixture.ok({ method: "POST", path: `${path}claim/`, as: "reviewer" })
    assert.deepInclude(work.list[0], {
      number: 1,
      object: null,
      sample_uuid: fixture.samples[0],
      sample_name: "s1",
      attributes: { image: { url: "https://example.org/a.jpg" } },
      label_attributes: { annotations: [] },
    })
    assert.notInclude(work.text, '"owner"')
    const body = { errors: [{ type: "missing" }] }
    const submit = () => fixture.ok({ method: "PUT", path: `${path}draws/1/`, body, as: "reviewer" })
    const checked = await submit()
    assert.include(checked.body, { audited: 1, errors: 1, lower: 1, upper: 1, state: "exhausted" })
    assert.deepStrictEqual((await submit()).body, checked.body)
    const none = await fixture.call({ method: "POST", path: `${path}claim/`, as: "reviewer" })
    assert.strictEqual(none.at("code"), "audit_closed")
    const draws = await fixture.ok({ method: "GET", path: `${path}draws/`, as: "manager" })
    assert.deepInclude(draws.list[0], {
      holder: "reviewer",
      errors: [{ type: "missing", annotation: null, value: null }],
    })
  })

  it("of objects fails where no label has one, and refuses units that there are not", async () => {
    const { audit } = await begin({ unit: "objects" })
    assert.include(audit.body, {
      ...{ unit: "objects", state: "failed" },
      failure: "The release has no finished label with objects in this labelset.",
    })
    const wrong = await fixture.call({ method: "POST", path: audits, body: { unit: "tracks" } })
    assert.strictEqual(wrong.status, 400)
    assert.strictEqual(wrong.at("errors.0.pointer"), "/unit")
  })

  it("gives nobody their own label", async () => {
    const { path } = await begin()
    assert.deepStrictEqual((await fixture.ok({ method: "POST", path: `${path}claim/` })).list, [])
  })

  it("closes a sample that nobody can check, for a manager and with a reason", async () => {
    const { path } = await begin()
    const body = { reason: "The picture is gone." }
    const closed = await fixture.ok({ method: "POST", path: `${path}draws/1/close/`, body, as: "manager" })
    assert.include(closed.body, {
      ...{ state: "exhausted", draws: 1, audited: 1, errors: 0, not_checked: 1, lower: 0, upper: 1 },
    })
    const draws = await fixture.ok({ method: "GET", path: `${path}draws/`, as: "manager" })
    assert.deepInclude(draws.list[0], { holder: "manager", errors: null, not_checked: body.reason })
  })

  it("lists its draws in pages, each with a link to the next one", async () => {
    const { path } = await begin()
    const first = await fixture.ok({ method: "GET", path: `${path}draws/?per_page=1`, as: "manager" })
    assert.lengthOf(first.list, 1)
    const link = first.headers.get("link") ?? ""
    assert.match(link, /^<[^>]*\/draws\/\?per_page=1&after=1>; rel="next"$/)
    const rest = await fixture.ok({ method: "GET", path: `${path}draws/?per_page=1&after=1`, as: "manager" })
    assert.deepStrictEqual([rest.list, rest.headers.get("link")], [[], null])
  })

  it("of objects gives an auditor one object of the label, with all digits of its id", async () => {
    const id = "9007199254740993"
    const vector = `{"x":1,"y":1,"z":1}`
    const box = `"category_id":1,"type":"cuboid","position":${vector},"dimensions":${vector},"yaw":0`
    await fixture.ok({
      method: "PUT",
      path: `/labels/${fixture.samples[0]}/ground-truth/`,
      headers: { "content-type": "application/json" },
      body: `{"label_status":"LABELED","attributes":{"annotations":[{"id":${id},${box}}]}}`,
    })
    const releases = `${fixture.dataset}/releases/`
    await fixture.ok({ method: "POST", path: releases, body: { name: "boxes", description: "" } })
    for (let tries = 0; tries < 1000; tries++) {
      const { body } = await fixture.ok({ method: "GET", path: `${releases}boxes/` })
      if (Reflect.get(Object(body), "status") === "SUCCEEDED") break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const { audit, path } = await begin({ unit: "objects" }, `${releases}boxes/audits/`)
    assert.include(audit.body, { unit: "objects", population: 1, draws: 1 })
    const work = await fixture.ok({ method: "POST", path: `${path}claim/`, as: "reviewer" })
    const object = {
      ...{ key: `${fixture.samples[0]}/annotation:${id}`, pointer: "/annotations/0" },
      ...{ sensor: null, frame: null, track: null, annotation: id, category: "object" },
    }
    assert.deepInclude(work.list[0], { sample_uuid: fixture.samples[0], object })
    const submit = (type: string) =>
      fixture.call({
        ...{ method: "PUT", path: `${path}draws/1/`, as: "reviewer" },
        body: { errors: [{ type }] },
      })
    assert.strictEqual((await submit("missing")).at("errors.0.pointer"), "/errors/0/type")
    assert.include((await submit("spurious")).body, { audited: 1, errors: 1, upper: 1 })
    const draws = await fixture.ok({ method: "GET", path: `${path}draws/`, as: "manager" })
    assert.deepInclude(draws.list[0], { object })
  })

  it("reveals the nonce when it is finished, and then refuses every change", async () => {
    const { audit, path } = await begin()
    const finished = await fixture.ok({ method: "POST", path: `${path}finish/` })
    const nonce = finished.textAt("nonce")
    assert.strictEqual(createHash("sha256").update(nonce).digest("hex"), audit.textAt("commitment"))
    const again = await fixture.call({ method: "POST", path: `${path}finish/` })
    assert.strictEqual(again.status, 409)
    assert.strictEqual(again.at("code"), "audit_closed")
  })

  it("shows the strata of people to managers alone, and joint bounds on request", async () => {
    const { path } = await begin()
    const read = (as: "manager" | "reviewer", query = "") =>
      fixture.ok({ method: "GET", path: `${path}${query}`, as })
    const strata = (await read("manager")).at("strata") as ReadonlyArray<{ readonly kind: string }>
    assert.deepInclude(strata, {
      ...{ kind: "labeler", name: "", user: "owner", population: 1, audited: 0, errors: 0, not_checked: 0 },
      ...{ lower: 0, upper: 1 },
    })
    assert.deepStrictEqual((await read("reviewer")).at("strata"), [])
    assert.strictEqual((await read("reviewer", "?joint=1")).at("upper"), 1)
  })

  it("refuses values that a parameter cannot mean, by its name", async () => {
    const { path } = await begin()
    for (const [query, pointer] of [
      ["?joint=perhaps", "/joint"],
      ["draws/?per_page=ten", "/per_page"],
      ["draws/?after=0x1", "/after"],
    ] as const) {
      const answer = await fixture.call({ method: "GET", path: `${path}${query}` })
      assert.strictEqual(answer.status, 400, query)
      assert.strictEqual(answer.at("errors.0.pointer"), pointer)
    }
    const wrong = await fixture.call({ method: "POST", path: audits, body: { goal: 2 } })
    assert.strictEqual(wrong.at("errors.0.pointer"), "/goal")
  })
})
