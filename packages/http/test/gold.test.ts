/** Gold samples over HTTP: managers make and read them, and no answer tells a labeler which samples they are. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { table } from "./matrix/table.ts"
import { isGet } from "./support/declared.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Caller } from "./support/world.ts"

const attributes = { annotations: [] }

let fixture: Fixture
/** Two samples that differ in nothing but their ids, names and times, and that one of them is a gold sample. */
let [first, twin, gold] = ["", "", ""]
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
  const { dataset } = fixture
  // So rarely that nobody's countdown is over.
  await fixture.ok({ method: "PATCH", path: `${dataset}/`, body: { gold_rate: 0.000_001 }, as: "owner" })
  // Whatever the fixture has waits no more.
  for (const sample of fixture.samples)
    await fixture.ok({
      method: "PATCH",
      path: `/samples/${sample}/`,
      body: { assigned_labeler: "manager" },
      as: "owner",
    })
  const make = async (name: string) =>
    (
      await fixture.ok({
        method: "POST",
        path: `${dataset}/samples/`,
        body: { name, attributes: { image: { url: "https://images.example/1.png" } } },
        as: "owner",
      })
    ).textAt("uuid")
  // The next sample, so that it is neither of the two.
  first = await make("first")
  twin = await make("twin")
  gold = await make("gild")
  await fixture.ok({ method: "PUT", path: `/samples/${gold}/gold/`, body: { attributes }, as: "manager" })
})
afterAll(() => fixture.close())

const post = (path: string, body: unknown, as: Caller) => fixture.ok({ method: "POST", path, body, as })

/** What may differ: ids, names and times. */
const mask = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/\b(twin|gild)\b/g, "NAME")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "AT")
    .replace(/"time":\d+/g, '"time":0')

/** The innermost objects of an answer that name a sample, without what may differ. */
const findMentions = (value: unknown, sample: string): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.values(value).flatMap((member) => findMentions(member, sample))
  if (inner.length > 0) return inner
  return Object.values(value).includes(sample) ? [mask(JSON.stringify(value))] : []
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text.split("\n")
  }
}

/** The answers to a labeler about one sample, and those about all. */
const listPaths = (sample: string) => [
  `/samples/${sample}/`,
  `/labels/${sample}/ground-truth/`,
  `/labels/${sample}/ground-truth/history/`,
  `/samples/${sample}/issues/`,
  `/samples/${sample}/overlap/`,
  `/samples/${sample}/gold/`,
  `/samples/${sample}/review_draw/`,
]
const commonPaths = () => [
  `${fixture.dataset}/samples/?labelset=ground-truth&include_full_label=1`,
  `${fixture.dataset}/samples/?filters=UNLABELED`,
  `${fixture.dataset}/workunits/`,
  `${fixture.dataset}/claims/`,
  "/claims/",
  `${fixture.dataset}/queue/labeling/?limit=1000`,
  `${fixture.dataset}/queue/labeling/explain/`,
  `${fixture.dataset}/statistics/`,
  `${fixture.dataset}/queue/throughput/`,
]

const compareAll = async (as: Caller) => {
  for (const [ofTwin, ofGold] of listPaths(twin).map(
    (path, index) => [path, listPaths(gold)[index] ?? ""] as const,
  )) {
    const [answer, other] = [
      await fixture.call({ method: "GET", path: ofTwin, as }),
      await fixture.call({ method: "GET", path: ofGold, as }),
    ]
    assert.strictEqual(other.status, answer.status, ofGold)
    if (!ofGold.endsWith("/gold/")) assert.strictEqual(mask(other.text), mask(answer.text), ofGold)
  }
  const reads = []
  for (const row of table.filter((one) => isGet(one) && !/^(assets|claims|gold)\./.test(one.endpoint)))
    reads.push(await row.call(fixture, as))
  const requests = [...reads, ...commonPaths().map((path) => ({ method: "GET" as const, path }))]
  let mentions = 0
  for (const request of requests) {
    const { text } = await fixture.call({ ...request, as })
    const value = readJson(text)
    const ofGold = findMentions(value, gold)
    assert.deepStrictEqual(ofGold, findMentions(value, twin), request.path)
    mentions += ofGold.length
  }
  return mentions
}

describe("a gold sample", () => {
  it("is like any other in all answers to labelers and reviewers, unclaimed and claimed", async () => {
    for (const as of ["labeler", "reviewer"] as const) assert.isAbove(await compareAll(as), 2)
    // The oldest claim is the one that `explain` names.
    await post(`${fixture.dataset}/queue/labeling/claim/${first}/`, {}, "labeler")
    const claims = []
    for (const sample of [twin, gold])
      claims.push(await post(`${fixture.dataset}/queue/labeling/claim/${sample}/`, {}, "labeler"))
    assert.strictEqual(mask(claims[1]?.text ?? ""), mask(claims[0]?.text ?? "-"))
    assert.isAbove(await compareAll("labeler"), 4)
    const answers = []
    for (const claim of claims)
      answers.push(
        await post(`/claims/${claim.textAt("claim_id")}/submit/`, { attributes, time: 1000 }, "labeler"),
      )
    assert.strictEqual(mask(answers[1]?.text ?? ""), mask(answers[0]?.text ?? "-"))
  })

  it("shows managers the results of people", async () => {
    const read = (path: string) => fixture.ok({ method: "GET", path, as: "manager" })
    const sample = await read(`/samples/${gold}/gold/`)
    assert.deepStrictEqual(
      [sample.at("answers.0.user"), sample.at("answers.0.score"), sample.at("answers.0.passed")],
      ["labeler", 1, true],
    )
    assert.isFalse(sample.at("answers.0.outdated"))
    assert.strictEqual(sample.at("answers.0.label_status"), "LABELED")
    assert.deepStrictEqual(sample.at("answers.0.attributes"), sample.at("attributes"))
    assert.isNull(sample.at("answers.0.comment"))
    const list = await read(`${fixture.dataset}/gold/?per_page=1`)
    assert.deepStrictEqual(list.at("0"), {
      sample_uuid: gold,
      name: list.at("0.name"),
      created_at: sample.at("created_at"),
      created_by: "manager",
      ...{ answers: 1, passed: 1, not_compared: 0, mean_score: 1 },
    })
    assert.strictEqual((await read(`${fixture.dataset}/gold/?after=${gold}`)).text.trim(), "[]")
    const people = await read(`${fixture.dataset}/gold/people/`)
    assert.deepInclude(people.at("0"), {
      ...{ user: "labeler", answers: 1, passed: 1, share: 1, share_high: 1 },
      counted: { answers: 1, passed: 1 },
    })
    assert.closeTo(Number(people.at("0.share_low")), 0.2065, 1e-4)
  })

  it("has outdated answers, which do not count, when its known label is set anew", async () => {
    const put = (body: object) =>
      fixture.ok({ method: "PUT", path: `/samples/${gold}/gold/`, body, as: "manager" })
    const before = await fixture.ok({ method: "GET", path: `/samples/${gold}/gold/`, as: "manager" })
    assert.strictEqual((await put({ attributes })).text, before.text, "the same label")
    const sample = await put({ attributes: { annotations: [], scene: "night" } })
    assert.deepInclude(sample.at("answers.0"), { user: "labeler", score: 1, passed: null, outdated: true })
    const [list, people] = [
      await fixture.ok({ method: "GET", path: `${fixture.dataset}/gold/`, as: "manager" }),
      await fixture.ok({ method: "GET", path: `${fixture.dataset}/gold/people/`, as: "manager" }),
    ]
    const figures = { answers: 0, passed: 0, not_compared: 1, mean_score: null }
    assert.deepInclude(list.at("0"), figures)
    assert.deepInclude(people.at("0"), { ...figures, share: null, counted: { answers: 0, passed: 0 } })
  })

  it("has answers that managers read in pages, by sample and by person", async () => {
    const read = (path: string) => fixture.ok({ method: "GET", path, as: "manager" })
    const answers = await read(`/samples/${gold}/gold/answers/?per_page=1`)
    assert.deepInclude(answers.at("0"), { user: "labeler", outdated: true, label_status: "LABELED" })
    assert.include(answers.headers.get("link"), `/gold/answers/?per_page=1&after=labeler>; rel="next"`)
    assert.strictEqual((await read(`/samples/${gold}/gold/answers/?after=labeler`)).text.trim(), "[]")
    const ofPerson = await read(`${fixture.dataset}/gold/people/labeler/answers/`)
    assert.deepInclude(ofPerson.at("0"), { sample_uuid: gold, name: "gild", outdated: true, counted: true })
    assert.isUndefined(ofPerson.at("1"))
  })

  it("is changed under the conditions of the request alone", async () => {
    const path = `/samples/${gold}/gold/`
    const change = (method: "DELETE" | "PUT", headers: Readonly<Record<string, string>>, scene: string) =>
      fixture.call({
        ...{ method, path, headers, as: "manager" as const },
        ...(method === "PUT" ? { body: { attributes: { annotations: [], scene } } } : {}),
      })
    const tag = (await fixture.ok({ method: "GET", path, as: "manager" })).headers.get("etag") ?? ""
    const changed = await change("PUT", { "if-match": tag }, "rain")
    assert.strictEqual(changed.status, 200)
    assert.notStrictEqual(changed.headers.get("etag"), tag)
    for (const headers of [{ "if-match": tag }, { "if-none-match": "*" }])
      assert.strictEqual((await change("PUT", headers, "snow")).status, 412)
    assert.strictEqual((await change("DELETE", { "if-match": tag }, "")).status, 412)
    assert.strictEqual((await change("PUT", { "if-none-match": tag }, "snow")).status, 400)
  })

  it("returns to the queue as any other sample", async () => {
    await fixture.ok({ method: "DELETE", path: `/samples/${gold}/gold/`, as: "manager" })
    const again = await fixture.call({ method: "DELETE", path: `/samples/${gold}/gold/`, as: "manager" })
    assert.deepStrictEqual([again.status, again.at("code")], [404, "gold_sample_not_found"])
    await post(`${fixture.dataset}/queue/labeling/claim/${gold}/`, {}, "labeler")
    const refused = await fixture.call({
      method: "PUT",
      path: `/samples/${gold}/gold/`,
      body: { attributes },
      as: "manager",
    })
    assert.deepStrictEqual([refused.status, refused.at("code")], [409, "gold_closed"])
  })
})
