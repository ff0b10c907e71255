/** Writes of labels: what is refused, in every path, and what the answers say of what was written. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Answer, Call } from "./support/world.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
  await fixture.ok({ method: "PATCH", path: `${fixture.dataset}/`, body: { enable_save_button: true } })
})
afterAll(() => fixture.close())

const cuboid = {
  id: 1,
  category_id: 1,
  type: "cuboid",
  position: { x: 0, y: 0, z: 0 },
  dimensions: { x: 1, y: 1, z: 1 },
  yaw: 0,
}
const sound = { annotations: [cuboid] }
const broken = { annotations: [{ ...cuboid, yaw: "north" }] }
const unknown = {
  annotations: [
    { ...cuboid, category_id: 9 },
    { ...cuboid, id: 2 },
  ],
}

const path = () => `/labels/${fixture.samples[2]}/ground-truth/`
const put = (body: unknown) => fixture.call({ method: "PUT", path: path(), body })
const pointersIn = (answer: Answer) =>
  (answer.at("errors") as ReadonlyArray<{ readonly pointer: string }>).map(({ pointer }) => pointer)

let serial = 0
/** Every path by which attributes come in, each for a new sample. */
const paths: Readonly<Record<string, (attributes: unknown) => Promise<Call>>> = {
  PUT: async (attributes) => ({ method: "PUT", path: path(), body: { attributes } }),
  PATCH: async (attributes) => {
    await fixture.ok({ method: "PUT", path: path(), body: { attributes: null } })
    return { method: "PATCH", path: path(), body: { attributes } }
  },
  submit: async (attributes) => ({
    method: "POST",
    path: await claimed("submit"),
    body: { attributes },
    as: "labeler",
  }),
  save: async (attributes) => ({
    method: "POST",
    path: await claimed("save"),
    body: { attributes },
    as: "labeler",
  }),
  "POST of a sample": async (attributes) => ({
    method: "POST",
    path: `${fixture.dataset}/samples/`,
    body: { name: `n${serial++}`, label: { attributes } },
  }),
  "POST of samples": async (attributes) => ({
    method: "POST",
    path: `${fixture.dataset}/samples_bulk/`,
    body: [{ name: `n${serial++}` }, { name: `n${serial++}`, label: { attributes, labelset: "model" } }],
  }),
}
const callOf = async (name: string, attributes: unknown): Promise<Call> =>
  paths[name]?.(attributes) ?? assert.fail(name)

const claimed = async (action: string): Promise<string> => {
  const ask = {
    method: "POST",
    path: `${fixture.dataset}/queue/labeling/claim/`,
    body: {},
    as: "labeler",
  } as const
  return `/claims/${(await fixture.ok(ask)).textAt("0.claim_id")}/${action}/`
}

const imported = async (attributes: unknown): Promise<Record<string, unknown>> => {
  const answer = await fixture.ok({
    method: "POST",
    path: `${fixture.dataset}/samples_bulk/`,
    body: `${JSON.stringify({ name: `n${serial++}`, label: { attributes } })}\n`,
    headers: { "content-type": "application/x-ndjson" },
  })
  return JSON.parse(answer.text.split("\n")[0] ?? "") as Record<string, unknown>
}

describe("a label that no client could read", () => {
  it.each(Object.keys(paths))("is refused by %s, with pointers", async (name) => {
    const answer = await fixture.call(await callOf(name, broken))
    assert.deepStrictEqual([answer.status, answer.at("code")], [400, "invalid"])
    assert.match(pointersIn(answer).join(), /^(\/1)?(\/label)?\/attributes\/annotations\/0\/yaw$/)
  })

  it("is refused in a line of NDJSON, and nothing is made of the line", async () => {
    const line = await imported(broken)
    assert.deepInclude(line, { status: "error", uuid: null })
    assert.deepStrictEqual(line.errors, [
      { pointer: "/label/attributes/annotations/0/yaw", message: "must be a finite number" },
    ])
  })
})

describe("a body without content", () => {
  it("changes nothing", async () => {
    const before = await put({ label_status: "REVIEWED", attributes: sound, score: 0.5 })
    for (const ask of [
      { method: "PUT", path: path() },
      { method: "PATCH", path: path() },
      { method: "PUT", path: path(), body: {} },
      { method: "PUT", path: path(), body: { score: 1 } },
      { method: "PUT", path: path(), body: { label_status: null } },
    ])
      assert.strictEqual((await fixture.call(ask)).status, 400, JSON.stringify(ask))
    const same = await fixture.ok({ method: "PATCH", path: path(), body: {} })
    assert.strictEqual(same.headers.get("etag"), before.headers.get("etag"))
    const after = await fixture.ok({ method: "GET", path: path() })
    assert.deepInclude(after.body, { label_status: "REVIEWED", score: 0.5 })
  })
})

describe("NaN and Infinity", () => {
  it("are null as score and rating, and refused with a pointer elsewhere", async () => {
    const answer = await put('{"label_status":"LABELED","score":NaN,"rating":-Infinity}')
    assert.deepInclude(answer.body, { score: null, rating: null })
    const refused = await put('{"attributes":{"annotations":[{"yaw":[1,Infinity]}]}}')
    assert.deepStrictEqual(pointersIn(refused), ["/attributes/annotations/0/yaw/1"])
    assert.strictEqual((await put(`{"attributes":{"annotations":[],"n":${"1".repeat(1001)}}}`)).status, 400)
  })
})

describe("the answer to a write", () => {
  it("says what the configuration objects to", async () => {
    const rules = (answer: Answer) =>
      (answer.at("warnings") as ReadonlyArray<{ readonly rule: string }>).map(({ rule }) => rule)
    for (const name of ["PUT", "PATCH", "save", "submit"])
      assert.deepStrictEqual(rules(await fixture.ok(await callOf(name, unknown))), ["unknown-category"])
    const kept = await fixture.ok({ method: "GET", path: `${path()}warnings/` })
    assert.isTrue(kept.at("current"))
    assert.notProperty(
      (await fixture.ok({ method: "PATCH", path: path(), body: { score: 1 } })).body,
      "warnings",
    )
  })

  it("holds the label that came with a sample", async () => {
    const body = { name: `n${serial++}`, label: { label_status: "LABELED", attributes: sound, score: 0.5 } }
    const answer = await fixture.ok({ method: "POST", path: `${fixture.dataset}/samples/`, body })
    assert.deepInclude(answer.at("label"), { label_status: "LABELED", score: 0.5 })
    assert.deepStrictEqual(answer.at("label.attributes"), sound)
    const wrong = { name: `n${serial++}`, label: { label_status: "DONE" } }
    assert.deepStrictEqual(
      pointersIn(await fixture.call({ method: "POST", path: `${fixture.dataset}/samples/`, body: wrong })),
      ["/label/label_status"],
    )
  })
})

describe("a dataset that rejects labels with warnings", () => {
  const reject = (rules: ReadonlyArray<string>) =>
    fixture.call({ method: "PATCH", path: `${fixture.dataset}/`, body: { reject_on_warnings: rules } })

  it("names kinds of warnings, and shows them", async () => {
    assert.strictEqual((await reject(["no-such-rule"])).status, 400)
    const answer = await reject(["unknown-category", "duplicate-annotation-id"])
    assert.deepStrictEqual(answer.at("reject_on_warnings"), ["unknown-category", "duplicate-annotation-id"])
    const again = await reject(["unknown-category", "duplicate-annotation-id"])
    assert.strictEqual(again.headers.get("etag"), answer.headers.get("etag"))
  })

  it.each(Object.keys(paths))("refuses them by %s, with the warnings", async (name) => {
    const answer = await fixture.call(await callOf(name, unknown))
    assert.deepStrictEqual([answer.status, answer.at("code")], [400, "warnings_refused"])
    assert.deepInclude(answer.at("warnings.0"), { rule: "unknown-category", annotation_ids: [1] })
    assert.match(pointersIn(answer).join(), /\/attributes$/)
  })

  it("refuses them in NDJSON", async () => {
    const line = await imported(unknown)
    assert.deepInclude(line, { status: "error", uuid: null, warning_counts: { "unknown-category": 1 } })
  })

  it("refuses what could not be checked to its end", async () => {
    const frames = Array.from({ length: 10_001 }, () => ({ annotations: [] }))
    assert.match((await put({ attributes: { frames } })).text, /could not be checked to the end/)
  })

  it("takes all others, and a status without attributes", async () => {
    assert.isBelow((await put({ attributes: sound })).status, 300)
    assert.deepInclude(await imported(sound), { status: "created" })
    assert.strictEqual((await reject([])).status, 200)
    assert.isBelow((await put({ attributes: unknown })).status, 300)
    assert.strictEqual((await reject(["unknown-category"])).status, 200)
    const body = { label_status: "REVIEWED" }
    assert.strictEqual((await fixture.call({ method: "PATCH", path: path(), body })).status, 200)
    const kept = await fixture.ok({ method: "GET", path: `${path()}warnings/` })
    const dismiss = `${path()}warnings/${kept.textAt("warnings.0.id")}/dismiss/`
    await fixture.ok({ method: "POST", path: dismiss, body: { reason: "a new kind of car" } })
    assert.isBelow((await put({ attributes: unknown })).status, 300)
  })
})

describe("the anchor of an issue", () => {
  it("is one that the SDK can read", async () => {
    const open = (anchor: unknown) =>
      fixture.call({
        method: "POST",
        path: `/samples/${fixture.samples[0]}/issues/`,
        body: { description: "here", anchor },
      })
    assert.deepStrictEqual(pointersIn(await open({})), ["/anchor/type"])
    assert.deepStrictEqual(pointersIn(await open({ type: "location", location: { type: "3d", x: 1 } })), [
      "/anchor/location/y",
      "/anchor/location/z",
    ])
    assert.strictEqual((await open({ type: "track", trackNumber: 3, sensor: "none of them" })).status, 201)
  })
})
