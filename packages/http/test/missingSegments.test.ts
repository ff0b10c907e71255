/** Addresses with a name left out: what follows is read as the name, and nothing of that name exists. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeWorld, type World } from "./support/world.ts"

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const statusOf = async (path: string): Promise<number> => (await world.call({ method: "GET", path })).status

describe("an address without a name", () => {
  it.each([
    "/datasets/owner/samples/",
    "/datasets/owner/releases/",
    "/datasets/owner/labelsets/",
    "/users/datasets",
    "/organizations/members/",
  ])("%s is not found, with parameters of what was meant and without", async (path) => {
    assert.strictEqual(await statusOf(path), 404)
    assert.strictEqual(await statusOf(`${path}?per_page=1000&page=1&sort=name`), 404)
  })

  it("is that of a dataset where there is one of that name", async () => {
    const body = { name: "samples", category: "other", task_type: "vector" }
    await world.ok({ method: "POST", path: "/user/datasets/", body })
    assert.strictEqual(await statusOf("/datasets/owner/samples/?per_page=1000"), 200)
  })

  it("leaves unknown parameters of other addresses refused", async () => {
    assert.strictEqual(await statusOf("/datasets/owner/nothing/?per_page=1000"), 400)
  })
})
