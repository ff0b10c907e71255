/** Warnings over HTTP: checked, told, dismissed, come back. */
import { toJsonText } from "@annotary/core"
import { checkText } from "@annotary/core/check"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

const configuration = {
  categories: [
    { id: 1, name: "car", attributes: [{ name: "colour", input_type: "text", is_mandatory: true }] },
    { id: 2, name: "road" },
  ],
  warning_rules: [{ name: "intersecting-cuboids" }],
}

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
  await fixture.ok({ method: "PUT", path: `${fixture.dataset}/configuration/`, body: { configuration } })
})
afterAll(() => fixture.close())

const cuboid = (id: number, x: number, fields: object = {}) => ({
  id,
  category_id: 2,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 2, y: 2, z: 2 },
  yaw: 0,
  ...fields,
})
const twoAt = (x: number) => ({ annotations: [cuboid(1, 0), cuboid(2, x)] })
const sample = () => fixture.samples[2] ?? ""
const label = () => `/labels/${sample()}/ground-truth/`
const put = (attributes: object) => fixture.ok({ method: "PUT", path: label(), body: { attributes } })
const check = (body: object = {}) => fixture.ok({ method: "POST", path: `/samples/${sample()}/check/`, body })
const list = () => fixture.ok({ method: "GET", path: `${label()}warnings/` })
const totals = () => fixture.ok({ method: "GET", path: `${fixture.dataset}/warnings/` })
const dismissPath = (id: string) => `${label()}warnings/${id}/dismiss/`

describe("a label's warnings", () => {
  beforeEach(async () => {
    await fixture.call({ method: "DELETE", path: label() })
    await put(twoAt(1))
  })

  it("are told when it is checked, and kept", async () => {
    assert.isTrue((await list()).at("current"))
    const checked = await check()
    assert.deepInclude(checked.body, { truncated: false, counts: { "intersecting-cuboids": 1 } })
    assert.deepInclude(checked.at("warnings.0"), {
      rule: "intersecting-cuboids",
      rule_index: 0,
      message: "Cuboids 1 and 2 intersect.",
      frame: null,
      sensor: null,
      annotation_ids: [1, 2],
      track_ids: [],
      attribute: null,
      dismissed: null,
    })
    const kept = await list()
    assert.deepStrictEqual(kept.at("warnings"), checked.at("warnings"))
    assert.isTrue(kept.at("current"))
    assert.deepInclude((await totals()).at("rules"), {
      "intersecting-cuboids": { warnings: 1, dismissed: 0, labels: 1 },
    })
  })

  it("are of what was checked, and not current once that is changed", async () => {
    await check()
    await put(twoAt(9))
    assert.deepInclude((await list()).body, { current: true, warnings: [] })
    assert.deepInclude((await check()).body, { warnings: [], counts: {} })
    assert.isTrue((await list()).at("current"))
    assert.deepStrictEqual((await totals()).at("rules"), {})
  })

  it("of work that is not saved are told and not kept", async () => {
    const before = (await list()).at("warnings")
    const checked = await check({ attributes: { annotations: [cuboid(1, 0, { category_id: 1 })] } })
    assert.deepInclude(checked.at("warnings.0"), { rule: "mandatory-attribute", attribute: "colour" })
    assert.deepStrictEqual((await list()).at("warnings"), before)
  })

  it("go when the label goes", async () => {
    await check()
    await fixture.ok({ method: "DELETE", path: label() })
    assert.deepStrictEqual((await totals()).at("rules"), {})
    assert.strictEqual((await fixture.call({ method: "GET", path: `${label()}warnings/` })).status, 404)
    assert.strictEqual(
      (await fixture.call({ method: "POST", path: `/samples/${sample()}/check/`, body: {} })).status,
      404,
    )
  })

  it("that are dismissed stay so, and come back when a cuboid of theirs is moved", async () => {
    const id = (await check()).textAt("warnings.0.id")
    const dismissed = await fixture.ok({
      method: "POST",
      path: dismissPath(id),
      body: { reason: "a trailer" },
      as: "labeler",
    })
    assert.deepInclude(dismissed.at("dismissed"), { reason: "a trailer", by: "labeler" })
    assert.deepInclude((await totals()).at("rules"), {
      "intersecting-cuboids": { warnings: 1, dismissed: 1, labels: 1 },
    })
    const { content, ...dismissal } = (await list()).at("dismissals.0") as { readonly content: string }
    assert.deepInclude(dismissal, { warning: id, reason: "a trailer", by: "labeler" })
    // A page that checks unsaved work finds it by the digest.
    const checkedBeside = checkText({
      label: toJsonText(twoAt(1)),
      configuration: toJsonText(configuration),
      taskType: "pointcloud-cuboid",
      maxWarnings: 1,
    })
    assert.isTrue(checkedBeside._tag === "Checked")
    const [same] = checkedBeside._tag === "Checked" ? checkedBeside.result.warnings : []
    assert.deepStrictEqual([String(same?.id), same?.content], [id, content])
    await put({ annotations: [...twoAt(1).annotations, cuboid(3, 50)] })
    assert.deepInclude((await check()).at("warnings.0.dismissed"), { reason: "a trailer" })
    await put(twoAt(0.5))
    const back = await check()
    assert.strictEqual(back.at("warnings.0.id"), id)
    assert.isNull(back.at("warnings.0.dismissed"))
    assert.strictEqual((await list()).at("dismissals.0.content"), content)
    await put(twoAt(1))
    assert.deepInclude((await check()).at("warnings.0.dismissed"), { reason: "a trailer" })
    await fixture.ok({ method: "DELETE", path: dismissPath(id) })
    await fixture.ok({ method: "DELETE", path: dismissPath(id) })
    assert.isNull((await list()).at("warnings.0.dismissed"))
    assert.deepStrictEqual((await list()).at("dismissals"), [])
    assert.deepInclude((await totals()).at("rules"), {
      "intersecting-cuboids": { warnings: 1, dismissed: 0, labels: 1 },
    })
  })

  it("are dismissed for a reason, and only where they are", async () => {
    const id = (await check()).textAt("warnings.0.id")
    const dismiss = (path: string, reason: string) => fixture.call({ method: "POST", path, body: { reason } })
    assert.strictEqual((await dismiss(dismissPath(id), " ")).status, 400)
    const missing = await dismiss(dismissPath("01900000-0000-8000-a000-000000000000"), "why not")
    assert.deepStrictEqual([missing.status, missing.at("code")], [404, "warning_not_found"])
    assert.strictEqual((await dismiss(dismissPath("12345"), "why not")).status, 404)
  })

  it("are not more than can be checked: beyond that the check is a 422 that says so", async () => {
    const frames = Array.from({ length: 10_001 }, () => ({ annotations: [] }))
    const answer = await fixture.call({
      method: "POST",
      path: `/samples/${sample()}/check/`,
      body: { attributes: { frames } },
    })
    assert.deepStrictEqual([answer.status, answer.at("code")], [422, "label_too_large"])
    assert.match(answer.textAt("detail"), /10000 frames/)
  })
})

describe("handing in", () => {
  const submit = async (attributes: object) => {
    const path = `${fixture.dataset}/queue/labeling/claim/`
    const claims = await fixture.ok({ method: "POST", path, body: {}, as: "labeler" })
    const id = claims.textAt("0.claim_id")
    const body = { attributes }
    const ask = { method: "POST", path: `/claims/${id}/submit/`, body, as: "labeler" as const }
    return {
      answer: await fixture.ok(ask),
      again: await fixture.ok(ask),
      sample: claims.textAt("0.sample_uuid"),
    }
  }

  it("answers with the warnings, again when it is repeated, and keeps them", async () => {
    const { again, answer, sample: id } = await submit(twoAt(1))
    assert.strictEqual(answer.at("warnings.0.rule"), "intersecting-cuboids")
    assert.isUndefined(answer.at("warnings_error"))
    assert.strictEqual(again.text, answer.text)
    const kept = await fixture.ok({ method: "GET", path: `/labels/${id}/ground-truth/warnings/` })
    assert.deepStrictEqual(kept.at("warnings"), answer.at("warnings"))
    assert.strictEqual(kept.at("version"), answer.at("label.version"))
  })

  it("takes a label that is too large to be checked, and says so", async () => {
    const { answer } = await submit({ frames: Array.from({ length: 10_001 }, () => ({ annotations: [] })) })
    assert.isNull(answer.at("warnings"))
    assert.match(answer.textAt("warnings_error"), /more than 10000 frames/)
    assert.strictEqual(answer.at("label.label_status"), "LABELED")
  })
})

describe("the check of a dataset", () => {
  it("tells each warning, how far it is, and the sums", async () => {
    await put(twoAt(1))
    const tooMany = { attributes: { frames: Array.from({ length: 10_001 }, () => ({ annotations: [] })) } }
    const path = `/labels/${fixture.samples[3]}/ground-truth/`
    await fixture.ok({ method: "PUT", path, body: tooMany })
    const answer = await fixture.ok({ method: "POST", path: `${fixture.dataset}/check/`, body: {} })
    assert.strictEqual(answer.headers.get("content-type"), "application/x-ndjson")
    const lines = answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const ofSample = lines.filter((line) => line.type === "warning" && line.sample_uuid === sample())
    assert.lengthOf(ofSample, 1)
    assert.deepInclude(ofSample[0], { rule: "intersecting-cuboids", sample_name: "s3", dismissed: null })
    assert.deepInclude(
      lines.find((line) => line.type === "progress"),
      { samples: 4, total: 4 },
    )
    assert.lengthOf(
      lines.filter((line) => line.type === "refused"),
      1,
    )
    assert.deepInclude(lines.at(-1), {
      type: "summary",
      samples: 4,
      labels: 3,
      refused: 1,
      truncated: 0,
      counts: { "intersecting-cuboids": 2 },
    })
    assert.isTrue((await list()).at("current"))
  })

  it("of a labelset that is not there is not found", async () => {
    const path = `${fixture.dataset}/check/`
    const answer = await fixture.call({ method: "POST", path, body: { labelset: "none" } })
    assert.strictEqual(answer.status, 404)
  })
})

describe("an import of lines with labels", () => {
  const send = (lines: ReadonlyArray<object>, query: string) =>
    fixture.ok({
      method: "POST",
      path: `${fixture.dataset}/samples_bulk/${query}`,
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      headers: { "content-type": "application/x-ndjson" },
    })
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it("writes them with the samples that it makes, and checks them when asked to", async () => {
    const stats = async () =>
      (await fixture.ok({ method: "GET", path: `${fixture.dataset}/` })).at("label_stats")
    const before = (await stats()) as Record<string, number>
    const answer = await send(
      [
        { name: "i1", label: { label_status: "LABELED", attributes: twoAt(1) } },
        { name: "i2", label: { labelset: "model", attributes: twoAt(9), score: 0.5 } },
        { name: "i3" },
        { name: "s1", label: { attributes: twoAt(1) } },
        { name: "i4", label: { label_status: "DONE", attributes: 5 } },
        { name: "i5", label: { labelset: "none" } },
        {
          name: "i6",
          label: { attributes: { frames: Array.from({ length: 10_001 }, () => ({ annotations: [] })) } },
        },
      ],
      "?check=1",
    )
    const [one, two, three, existing, wrong, unknown, large, sums] = linesOf(answer.text)
    assert.deepInclude(one, { status: "created", warning_counts: { "intersecting-cuboids": 1 } })
    const told = (one?.warnings ?? []) as ReadonlyArray<object>
    assert.deepInclude(told[0], { rule: "intersecting-cuboids" })
    assert.deepInclude(two, { status: "created", warnings: [], warning_counts: {} })
    assert.notProperty(three, "warnings")
    assert.deepInclude(existing, { status: "existing" })
    assert.notProperty(existing, "warnings")
    const pointers = (line: Record<string, unknown> | undefined) =>
      ((line?.errors ?? []) as ReadonlyArray<{ pointer: string }>).map(({ pointer }) => pointer)
    assert.sameMembers(pointers(wrong), ["/label/label_status", "/label/attributes"])
    assert.deepStrictEqual(pointers(unknown), ["/label/labelset"])
    assert.deepInclude(large, { status: "created", warnings: null })
    assert.match(String(large?.warnings_error), /10000 frames/)
    assert.deepInclude(sums, { created: 4, existing: 1, failed: 2 })

    const labelOf = (line: Record<string, unknown> | undefined, labelset: string) =>
      fixture.ok({ method: "GET", path: `/labels/${line?.uuid}/${labelset}/` })
    assert.deepInclude((await labelOf(one, "ground-truth")).body, { label_status: "LABELED", score: null })
    assert.deepInclude((await labelOf(two, "model")).body, { label_status: "PRELABELED", score: 0.5 })
    const kept = await fixture.ok({ method: "GET", path: `/labels/${one?.uuid}/ground-truth/warnings/` })
    assert.deepStrictEqual(kept.at("warnings"), one?.warnings)
    assert.isTrue(kept.at("current"))
    const after = (await stats()) as Record<string, number>
    const more = (status: string) => (after[status] ?? 0) - (before[status] ?? 0)
    assert.deepStrictEqual(["TOTAL", "LABELED", "PRELABELED", "UNLABELED"].map(more), [4, 1, 1, 2])
  })

  it("says nothing of warnings when it is not asked", async () => {
    const answer = await send([{ name: "j1", label: { attributes: twoAt(1) } }], "")
    const [line] = linesOf(answer.text)
    assert.deepStrictEqual(Object.keys(line ?? {}), ["line", "status", "uuid", "name"])
    const kept = await fixture.ok({ method: "GET", path: `/labels/${line?.uuid}/ground-truth/warnings/` })
    assert.isNull(kept.at("judged_at"))
  })
})
