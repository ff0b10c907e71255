/** The labeling guide over HTTP: it is read, acknowledged and listed, and what is refused says why. */
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { type Caller, makeWorld, type World } from "./support/world.ts"

const text = "# Cars\n\nMirrors belong to the car."
const unknownVersion = "0123456789abcdef"
const dataset = "/datasets/owner/cars"

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const fields = { name: "cars", category: "other", task_type: "vector" }
  await world.ok({ method: "POST", path: "/user/datasets/", body: fields, as: "owner" })
  for (const user of ["labeler", "manager"]) {
    const body = { user, role: user }
    await world.ok({ method: "POST", path: `${dataset}/collaborators/`, body, as: "owner" })
  }
})
beforeEach(() => change({ archived: false }).then(() => change({ guide: text })))
afterAll(() => world.close())

const change = (body: object) => world.ok({ method: "PATCH", path: `${dataset}/`, body, as: "owner" })
const read = (as: Caller = "labeler") => world.ok({ method: "GET", path: `${dataset}/guide/`, as })
const acknowledge = (version: string, as: Caller = "labeler") =>
  world.call({ method: "PUT", path: `${dataset}/guide/acknowledgement/`, body: { version }, as })
const list = async () =>
  (await world.ok({ method: "GET", path: `${dataset}/guide/acknowledgements/`, as: "manager" })).body

const acknowledgeRefused = async (version: string) => {
  const answer = await acknowledge(version)
  return [answer.status, answer.textAt("code")]
}

describe("the labeling guide", () => {
  it("is read with its version, acknowledged once, and listed with those who have", async () => {
    const unread = await read()
    const version = unread.textAt("version")
    assert.match(version, /^[0-9a-f]{16}$/)
    assert.deepStrictEqual(unread.body, { guide: text, version, acknowledged_at: null })
    assert.deepStrictEqual(await list(), [])
    const answer = await acknowledge(version)
    assert.strictEqual(answer.status, 200)
    const at = answer.textAt("acknowledged_at")
    assert.deepStrictEqual(answer.body, { guide: text, version, acknowledged_at: at })
    assert.deepStrictEqual((await acknowledge(version)).body, answer.body)
    assert.deepStrictEqual((await read()).body, answer.body)
    assert.strictEqual((await read("manager")).at("acknowledged_at"), null)
    assert.deepStrictEqual(await list(), [{ user: "labeler", version, acknowledged_at: at }])
  })

  it("is not acknowledged in a version that is not the current one", async () => {
    const version = (await read()).textAt("version")
    await change({ guide: `${text} Wheels, too.` })
    for (const old of [version, unknownVersion])
      assert.deepStrictEqual(await acknowledgeRefused(old), [409, "guide_changed"])
    assert.deepStrictEqual(await list(), [])
  })

  it("is not acknowledged without a text", async () => {
    await change({ guide: " \n" })
    assert.deepStrictEqual((await read()).body, { guide: " \n", version: null, acknowledged_at: null })
    assert.deepStrictEqual(await acknowledgeRefused(unknownVersion), [404, "labeling_guide_not_found"])
  })

  it("is not acknowledged in an archived dataset, and is read there", async () => {
    const version = (await read()).textAt("version")
    await change({ archived: true })
    assert.deepStrictEqual(await acknowledgeRefused(version), [409, "dataset_archived"])
    assert.strictEqual((await read()).textAt("guide"), text)
  })
})
