/** Two processes check the labels of one dataset: what one has said, kept or configured, the other one goes by. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { type Api, apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startServer } from "./support/childServer.ts"
import { cuboid } from "./support/cuboid.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"

const adminKey = `ann_judgetst_${"J".repeat(43)}`
let folder: string

beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-checking-"))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const configuration = (name: string) => ({
  configuration: { categories: [{ id: 1, name: "car" }], warning_rules: name === "" ? [] : [{ name }] },
})
const together = { attributes: { annotations: [cuboid(1, 0), cuboid(2, 1)] } }
const apart = { attributes: { annotations: [cuboid(1, 0), cuboid(2, 9)] } }

const dataset = "/datasets/admin/street"

/** Makes a dataset of so many samples and gives their ids. */
const prepare = async (api: Api, count: number): Promise<ReadonlyArray<string>> => {
  const body = { name: "street", category: "street_scenery", task_type: "pointcloud-cuboid" }
  expectStatus(await api.call("POST", "/user/datasets/", body), 201)
  expectStatus(await api.call("PUT", `${dataset}/configuration/`, configuration("intersecting-cuboids")), 200)
  const ids: Array<string> = []
  for (let i = 0; i < count; i++) {
    const attributes = { pcd: { url: `https://example.com/${i}.pcd`, type: "pcd" } }
    const made = await api.call("POST", `${dataset}/samples/`, { name: `sample ${i}`, attributes })
    ids.push(textMember(expectStatus(made, 200, 201).json(), "uuid"))
  }
  return ids
}

const label = (sample: string) => `/labels/${sample}/ground-truth/`
const put = async (api: Api, sample: string, body: unknown) =>
  expectStatus(await api.call("PUT", label(sample), body), 200, 201)
const check = async (api: Api, sample: string) =>
  expectStatus(await api.call("POST", `/samples/${sample}/check/`, {}), 200).json()
const kept = async (api: Api, sample: string) =>
  expectStatus(await api.call("GET", `${label(sample)}warnings/`), 200).json()
const totals = async (api: Api) =>
  member(expectStatus(await api.call("GET", `${dataset}/warnings/`), 200).json(), "rules")

const places: Readonly<Record<string, () => Promise<Place>>> = {
  SQLite: async () => onSqlite(join(folder, "shared")),
  Postgres: () => onPostgres(inject("postgresUrl")),
}

describe.each(Object.keys(places))("two processes that check labels on %s", (name) => {
  let place: Place
  let servers: ReadonlyArray<ChildServer> = []
  let one: Api
  let other: Api
  let samples: ReadonlyArray<string>

  beforeAll(async () => {
    place = await (places[name] ?? (() => Promise.reject(new Error(name))))()
    const environment = { ...place.environment, ANNOTARY_ADMIN_API_KEY: adminKey }
    const first = await startServer(environment)
    const second = await startServer(environment)
    servers = [first, second]
    one = apiOf(first.url, adminKey)
    other = apiOf(second.url, adminKey)
    samples = await prepare(one, 6)
  }, 60_000)
  afterAll(async () => {
    for (const { process } of servers) process.kill("SIGKILL")
    await place.remove()
  })

  it("give the same check result, and each shows what the other has kept or dismissed", async () => {
    const [sample = ""] = samples
    await put(one, sample, together)
    const checkResult = await check(other, sample)
    assert.deepStrictEqual(member(checkResult, "counts"), { "intersecting-cuboids": 1 })
    assert.deepStrictEqual(member(await kept(one, sample), "warnings"), member(checkResult, "warnings"))
    const id = textMember(items(member(checkResult, "warnings"))[0], "id")
    expectStatus(
      await one.call("POST", `${label(sample)}warnings/${id}/dismiss/`, { reason: "a trailer" }),
      200,
    )
    const [again] = items(member(await check(other, sample), "warnings"))
    assert.strictEqual(textMember(member(again, "dismissed"), "reason"), "a trailer")
    await put(other, sample, apart)
    assert.deepStrictEqual(member(await kept(one, sample), "warnings"), [])
  }, 60_000)

  it("go by a configuration from the moment the other one has changed it", async () => {
    const [, sample = ""] = samples
    await put(one, sample, together)
    assert.lengthOf(items(member(await check(other, sample), "warnings")), 1)
    expectStatus(await one.call("PUT", `${dataset}/configuration/`, configuration("")), 200)
    assert.lengthOf(items(member(await check(other, sample), "warnings")), 0)
    const back = await other.call("PUT", `${dataset}/configuration/`, configuration("intersecting-cuboids"))
    expectStatus(back, 200)
    assert.lengthOf(items(member(await check(one, sample), "warnings")), 1)
  }, 60_000)

  it("keep a check result of what is there, and count each label once, when both write and check at once", async () => {
    const turns = samples.slice(2).flatMap((sample) =>
      [one, other].map(async (api, side) => {
        for (let turn = 0; turn < 12; turn++) {
          await put(api, sample, (turn + side) % 2 === 0 ? together : apart)
          await check(api, sample)
        }
      }),
    )
    await Promise.all(turns)
    let expected = 0
    for (const sample of samples) {
      const written = expectStatus(await one.call("GET", label(sample)), 200).json()
      const touching = JSON.stringify(member(written, "attributes")).includes('"x":1,')
      const checkResult = await kept(other, sample)
      if (member(checkResult, "current") === false) await check(other, sample)
      assert.lengthOf(items(member(await kept(one, sample), "warnings")), touching ? 1 : 0, sample)
      expected += touching ? 1 : 0
    }
    const counted = { warnings: expected, dismissed: 0, labels: expected }
    assert.deepStrictEqual(await totals(one), expected === 0 ? {} : { "intersecting-cuboids": counted })
    assert.deepStrictEqual(await totals(other), await totals(one))
  }, 60_000)
})
