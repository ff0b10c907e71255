/** Models label samples before people do, through HTTP. */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

const dataset = "/datasets/owner/cars"
const label = { annotations: [], note: 1.0 }

let world: World
let key = ""
beforeEach(async () => {
  world = await makeWorld()
  const send = (method: string, path: string, body: unknown) => world.ok({ method, path, body, as: "owner" })
  await send("POST", "/organizations/", { username: "acme" })
  await send("POST", "/users/acme/models/", { username: "net" })
  await send("POST", "/models/net/versions/", { name: "v1" })
  key = (await send("POST", "/models/net/api_keys/", {})).textAt("key")
  await send("POST", "/user/datasets/", {
    name: "cars",
    category: "other",
    task_type: "vector",
    enable_prelabeling: true,
  })
  await send("POST", `${dataset}/collaborators/`, { user: "net", role: "model" })
  await send("POST", `${dataset}/samples_bulk/`, [{ name: "a" }, { name: "b" }])
})
afterEach(() => world.close())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  world.call({ method, path, body, headers, key })

describe("a model over HTTP", () => {
  it("claims, labels, declines, and sees its answers", async () => {
    const repeated = { "idempotency-key": "one" }
    const claims = await call("POST", `${dataset}/queue/prelabeling/claim/`, { count: 2 }, repeated)
    assert.deepStrictEqual([claims.status, claims.list.length], [200, 2])
    assert.strictEqual(
      (await call("POST", `${dataset}/queue/prelabeling/claim/`, { count: 2 }, repeated)).text,
      claims.text,
    )
    const [first, second] = [claims.textAt("0.claim_id"), claims.textAt("1.claim_id")]
    const body = { model_version: "v1", attributes: label, score: 0.5 }
    const done = await call("POST", `/claims/${first}/prelabel/`, body)
    assert.deepStrictEqual(
      [
        done.status,
        done.at("label.label_status"),
        done.at("label.score"),
        done.at("prediction.model_version"),
      ],
      [200, "PRELABELED", 0.5, "v1"],
    )
    assert.strictEqual((await call("POST", `/claims/${first}/prelabel/`, body)).text, done.text)
    const declined = await call("POST", `/claims/${second}/decline/`, { model_version: "v1", reason: "dark" })
    assert.deepStrictEqual([declined.status, declined.at("prediction.reason")], [200, "dark"])
    const page = await call("GET", `${dataset}/predictions/?per_page=1`)
    assert.strictEqual(page.at("0.claim_id"), second)
    assert.include(page.headers.get("link") ?? "", `before=${second}`)
    const rest = await world.ok({
      method: "GET",
      path: `${dataset}/predictions/?before=${second}`,
      as: "owner",
    })
    assert.deepStrictEqual([rest.list.length, rest.at("0.label_version")], [1, done.at("label.version")])
    assert.deepStrictEqual((await call("GET", `${dataset}/predictions/counts/`)).body, [
      { model: "net", model_version: "v1", outcome: "declined", count: 1 },
      { model: "net", model_version: "v1", outcome: "prelabeled", count: 1 },
    ])
  })

  it("gets samples again on request, of which a dry run tells the number and the first ones", async () => {
    const request = (body: unknown) =>
      world.call({ method: "POST", path: `${dataset}/predictions/requests/`, body, as: "owner" })
    const [claim, other] = (await call("POST", `${dataset}/queue/prelabeling/claim/`, { count: 2 })).list
    assert.isDefined(other)
    const { claim_id, sample } = claim as { claim_id: string; sample: { uuid: string } }
    await call("POST", `/claims/${claim_id}/prelabel/`, { model_version: "v1", attributes: label })
    const left = { touched_by_person: 0, already_requested: 1, several_people: 0, same_version: 0 }
    const done = { requested_count: 1, examples: [sample.uuid], left_out: left, next: null }
    const unless = (version: string) => ({ filters: {}, unless_version: { model: "net", version } })
    assert.deepStrictEqual((await request({ filters: {}, dry_run: true })).body, done)
    assert.deepStrictEqual((await request(unless("v1"))).body, {
      ...done,
      requested_count: 0,
      examples: [],
      left_out: { ...left, same_version: 1 },
    })
    assert.deepStrictEqual((await request({ uuids: [sample.uuid, "unknown"] })).body, {
      ...done,
      left_out: { ...left, already_requested: 0 },
    })
    const [again] = (await call("POST", `${dataset}/queue/prelabeling/claim/`, { count: 9 })).list as Array<{
      step: number
      sample: { uuid: string }
    }>
    assert.isDefined(again)
    for (const [body, pointer] of [
      [unless("v9"), "/unless_version"],
      [{}, ""],
      [{ filters: {}, uuids: [sample.uuid] }, ""],
      [{ filters: { unknown: 1 } }, "/filters/unknown"],
    ] as const) {
      const refused = await request(body)
      assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, pointer])
    }
  })

  it("is created once by repeated requests of its managers alone", async () => {
    const create = (as: "owner" | "labeler") =>
      world.call({
        method: "POST",
        path: "/users/acme/models/",
        body: { username: "net2" },
        headers: { "idempotency-key": "net2" },
        as,
      })
    const first = await create("owner")
    assert.deepStrictEqual([first.status, (await create("owner")).text], [201, first.text])
    assert.strictEqual((await create("labeler")).status, 403)
  })

  it("is told what is wrong by the names of the API", async () => {
    const claims = await call("POST", `${dataset}/queue/prelabeling/claim/`, {})
    const path = `/claims/${claims.textAt("0.claim_id")}/prelabel/`
    const pointers = async (body: unknown) => {
      const answer = await call("POST", path, body)
      return [answer.status, answer.at("errors.0.pointer")]
    }
    assert.deepStrictEqual(await pointers({ attributes: label }), [400, "/model_version"])
    assert.deepStrictEqual(await pointers({ model_version: "v2", attributes: label }), [
      400,
      "/model_version",
    ])
    assert.deepStrictEqual(await pointers({ model_version: "v1", attributes: [] }), [400, "/attributes"])
    assert.deepStrictEqual(await pointers({ model_version: "v1", attributes: { annotations: 1 } }), [
      400,
      "/attributes/annotations",
    ])
    const written = await call("PUT", `/labels/${claims.textAt("0.sample.uuid")}/ground-truth/`, {
      attributes: label,
    })
    assert.strictEqual(written.status, 403)
  })
})
