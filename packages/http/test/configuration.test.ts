/** Changes of a configuration over HTTP: previewed with counts, asked for as a job, one at a time. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
})
afterAll(() => fixture.close())

const before = { categories: [{ id: 1, name: "object" }] }
const after = { categories: [{ id: 2, name: "thing" }] }
const change = {
  configuration: after,
  config_version: 1,
  actions: [{ op: "rename_category", category_id: 1, to: 2 }],
}
const ask = (what: "preview" | "apply", body: unknown) =>
  fixture.call({ as: "owner", method: "POST", path: `${fixture.dataset}/configuration/${what}/`, body })

describe("the history of the configuration", () => {
  const path = "/datasets/owner/history/configuration/"
  const read = (rest: string) => fixture.call({ as: "owner", method: "GET", path: `${path}versions/${rest}` })

  it("lists every version and shows each as it was sent", async () => {
    const created = await fixture.call({
      as: "owner",
      method: "POST",
      path: "/user/datasets/",
      body: { name: "history", category: "other", task_type: "bboxes", task_attributes: before },
    })
    assert.strictEqual(created.status, 201)
    const configuration = '{"categories":[{"id":1,"name":"\\u00e9"}],"limit":1.0,"ns":1606123456789012345}'
    const put = { as: "owner", method: "PUT", path, body: `{"configuration":${configuration}}` } as const
    assert.strictEqual((await fixture.call(put)).status, 200)
    const list = await read("")
    const rows = JSON.parse(list.text)
    assert.deepStrictEqual(
      rows.map(({ config_version, created_by }: Record<string, unknown>) => [config_version, created_by]),
      [
        [2, "owner"],
        [1, "owner"],
      ],
    )
    const second = await read("2/")
    assert.include(second.text, `"configuration":${configuration}`)
    assert.deepStrictEqual(JSON.parse((await read("1/")).text), { ...rows[1], configuration: before })
  })

  it("comes in pages, each with a link to the next", async () => {
    const first = await read("?per_page=1")
    assert.strictEqual(first.headers.get("link"), `<${path}versions/?before=2&per_page=1>; rel="next"`)
    assert.deepStrictEqual(
      JSON.parse((await read("?before=2&per_page=5")).text).map(
        ({ config_version: n }: { config_version: number }) => n,
      ),
      [1],
    )
  })

  it("has no other version", async () => {
    const missing = await read("3/")
    assert.deepStrictEqual([missing.status, missing.at("code")], [404, "configuration_version_not_found"])
    assert.strictEqual((await read("0/")).status, 404)
    assert.strictEqual((await read("two/")).status, 404)
  })
})

describe("a change of the configuration", () => {
  it("is previewed with exact counts", async () => {
    const answer = await ask("preview", change)
    const json = JSON.parse(answer.text)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(Object.keys(json), ["labels", "affected", "effects"])
    const [effect] = json.effects
    assert.deepStrictEqual(Object.keys(effect), [
      "action",
      "kind",
      "scope",
      "category_id",
      "attribute",
      "value",
      "labels",
      "annotations",
      "examples",
    ])
    assert.deepInclude(effect, { action: 0, kind: "rename_category", scope: "object", category_id: 1 })
  })

  it("is refused with a pointer for each thing that is wrong, and when it was made from another number", async () => {
    const wrong = await ask("apply", { ...change, configuration: before })
    assert.strictEqual(wrong.status, 400)
    assert.deepStrictEqual(
      JSON.parse(wrong.text).errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/actions/0/to"],
    )
    assert.strictEqual((await ask("apply", { ...change, config_version: 7 })).status, 412)
    assert.strictEqual((await ask("preview", { ...change, actions: [{ op: "explode" }] })).status, 400)
    assert.strictEqual((await ask("preview", { configuration: after })).status, 400)
  })

  it("is a job, and until it has ended nobody else changes the configuration", async () => {
    const job = await ask("apply", change)
    assert.strictEqual(job.status, 202)
    assert.deepInclude(JSON.parse(job.text), {
      kind: "configuration",
      status: "PENDING",
      done: 0,
      total: null,
    })
    const again = await ask("apply", change)
    const put = await fixture.call({
      as: "owner",
      method: "PUT",
      path: `${fixture.dataset}/configuration/`,
      body: { configuration: after },
    })
    const patch = await fixture.call({
      as: "owner",
      method: "PATCH",
      path: `${fixture.dataset}/`,
      body: { task_attributes: after },
    })
    for (const answer of [again, put, patch])
      assert.deepStrictEqual([answer.status, answer.at("code")], [409, "configuration_changing"])
  })

  it("names the place of a mistake in its sentence as in its pointer", async () => {
    const answer = await fixture.call({
      as: "owner",
      method: "PATCH",
      path: `${fixture.dataset}/`,
      body: { task_attributes: { ...after, categories: [{ id: 1, name: 7 }] } },
    })
    assert.strictEqual(answer.status, 400)
    assert.include(answer.text, '"pointer":"/task_attributes/categories/0/name"')
    assert.match(answer.textAt("detail"), /^At \/task_attributes\/categories\/0\/name: /)
  })
})
