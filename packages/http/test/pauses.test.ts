/** Pauses over HTTP: the claim of a paused person says why, in words that choose no exception of the SDK. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

const dataset = "/datasets/owner/cars"
const reason = "Labels of trams were not found; “does not exist” is no answer."

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const fields = { name: "cars", category: "other", task_type: "vector" }
  await world.ok({ method: "POST", path: "/user/datasets/", body: fields, as: "owner" })
  for (const user of ["labeler", "manager"]) {
    const body = { user, role: user }
    await world.ok({ method: "POST", path: `${dataset}/collaborators/`, body, as: "owner" })
  }
  await world.ok({ method: "POST", path: `${dataset}/samples/`, body: { name: "a" }, as: "owner" })
})
afterAll(() => world.close())

const path = `${dataset}/pauses/labeler/`
const claim = () =>
  world.call({ method: "POST", path: `${dataset}/queue/labeling/claim/`, body: {}, as: "labeler" })
const list = async () => (await world.ok({ method: "GET", path: `${dataset}/pauses/`, as: "manager" })).body

describe("a pause", () => {
  it("begins with a reason, refuses claims with it, and ends", async () => {
    const begun = await world.ok({ method: "PUT", path, body: { reason }, as: "manager" })
    const at = begun.textAt("paused_at")
    assert.deepStrictEqual(begun.body, { user: "labeler", reason, paused_at: at, paused_by: "manager" })
    assert.deepStrictEqual(await list(), [begun.body])
    const refused = await claim()
    assert.strictEqual(refused.status, 409)
    assert.strictEqual(refused.at("code"), "person_paused")
    assert.strictEqual(refused.at("pause_reason"), reason)
    assert.notMatch(refused.text, /not found|does not exist/)
    assert.strictEqual((await world.call({ method: "DELETE", path, as: "manager" })).status, 204)
    assert.deepStrictEqual(await list(), [])
    assert.strictEqual((await claim()).list.length, 1)
    assert.strictEqual((await world.call({ method: "DELETE", path, as: "manager" })).status, 404)
  })

  it("needs a reason", async () => {
    for (const body of [{}, { reason: "" }, { reason: "x".repeat(1001) }, { reason: 1 }]) {
      const answer = await world.call({ method: "PUT", path, body, as: "manager" })
      assert.deepStrictEqual([answer.status, answer.at("errors.0.pointer")], [400, "/reason"])
    }
  })
})
