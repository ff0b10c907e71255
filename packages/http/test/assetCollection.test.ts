/** The collection of unnamed assets over REST. The collection itself is tested in core. */
import { afterEach, assert, describe, it } from "vitest"
import { assetOf, pathOf } from "./support/fixture.ts"
import { type Caller, makeWorld, type World } from "./support/world.ts"

let world: World
afterEach(() => world.close())

/** The URL of an uploaded file. */
const uploaded = async (): Promise<string> => {
  const made = await world.ok({ method: "POST", path: "/assets/", body: { filename: "a.png" } })
  const { form, upload } = assetOf(made)
  await world.ok({ method: "POST", path: upload, body: form(), as: "nobody" })
  return made.textAt("url")
}

const collect = (body: object, as: Caller = "root") =>
  world.call({ method: "POST", path: "/assets/collection/", body, as })

const linesOf = ({ text }: { readonly text: string }) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

const statusOf = async (url: string) =>
  (await world.call({ method: "GET", path: pathOf(url), as: "nobody" })).status

describe("the collection of assets", () => {
  it("lists what nothing names in a dry run, deletes it otherwise, and is audited", async () => {
    // Kept for no time: what a scan finds unnamed, the next one deletes.
    world = await makeWorld({ worker: false, settings: { keepAssetsMillis: 0 } })
    const dataset = { name: "cars", category: "other", task_type: "vector" }
    await world.ok({ method: "POST", path: "/user/datasets/", body: dataset })
    const [named, unnamed] = [await uploaded(), await uploaded()]
    const sample = { name: "a", attributes: { image: { url: named } } }
    await world.ok({ method: "POST", path: "/datasets/owner/cars/samples/", body: sample })
    const first = await collect({ dry_run: true })
    assert.strictEqual(first.headers.get("content-type"), "application/x-ndjson")
    assert.deepStrictEqual(linesOf(first), [
      { type: "progress", datasets: 1, total: 1 },
      { type: "summary", dry_run: true, assets: 0, bytes: 0 },
    ])
    const [, asset, summary] = linesOf(await collect({ dry_run: true }))
    assert.include(asset, { type: "asset", filename: "a.png", created_by: "owner" })
    assert.include(unnamed, asset.uuid)
    assert.deepInclude(summary, { dry_run: true, assets: 1, bytes: asset.size_bytes })
    assert.deepStrictEqual([await statusOf(named), await statusOf(unnamed)], [200, 200])
    assert.deepInclude(linesOf(await collect({})).at(-1), { dry_run: false, assets: 1 })
    assert.deepStrictEqual([await statusOf(named), await statusOf(unnamed)], [200, 404])
    const audit = await world.ok({ method: "GET", path: "/audit/", as: "root" })
    assert.deepStrictEqual(
      audit.list.filter((entry) => JSON.stringify(entry).includes("assets.collected")).length,
      1,
    )
  })

  it("needs a time when the server keeps assets for ever", async () => {
    world = await makeWorld({ worker: false, settings: { keepAssetsMillis: null } })
    const refused = await collect({})
    assert.strictEqual(refused.status, 400)
    assert.strictEqual(refused.at("errors.0.pointer"), "/keep_hours")
    assert.strictEqual((await collect({ keep_hours: 0 })).status, 400)
    assert.strictEqual((await collect({ keep_hours: 24, dry_run: true })).status, 200)
    assert.strictEqual((await collect({ keep_hours: 24, dry_run: true }, "owner")).status, 403)
  })
})
