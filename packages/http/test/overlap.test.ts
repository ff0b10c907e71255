/** Several people label a sample over HTTP: none of them learns anything of the others' labels, from any answer, until it is decided. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { table } from "./matrix/table.ts"
import { isGet } from "./support/declared.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Answer, Caller } from "./support/world.ts"

/** Texts that only the labeler's label and comment contain. */
const secrets = ["unseen-attribute", "unseen-comment"]
/** The description of an issue that the labeler opens. */
const issueText = "unseen-issue"
const attributes = { annotations: [], task_attributes: { note: secrets[0] } }

let fixture: Fixture
let sample: string
let claim: string
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
  sample = fixture.samples[2] ?? ""
  await fixture.ok({
    method: "PUT",
    path: `/samples/${sample}/overlap/`,
    body: { overlap: 2 },
    as: "manager",
  })
  claim = (await claimSample("labeler")).textAt("claim_id")
  await post(`/claims/${claim}/save/`, { attributes }, "labeler")
})
afterAll(() => fixture.close())

const post = (path: string, body: unknown, as: Caller) => fixture.ok({ method: "POST", path, body, as })
const claimSample = (as: Caller, queue = "labeling") =>
  post(`${fixture.dataset}/queue/${queue}/claim/${sample}/`, {}, as)
const readOverlap = (as: Caller) => fixture.ok({ method: "GET", path: `/samples/${sample}/overlap/`, as })

const more = () => [
  `/labels/${sample}/ground-truth/`,
  `/labels/${sample}/ground-truth/history/`,
  `/samples/${sample}/`,
  `/samples/${sample}/issues/`,
  `/samples/${sample}/overlap/`,
  `/claims/${claim}/`,
  "/claims/",
  `${fixture.dataset}/samples/?labelset=ground-truth&include_full_label=1`,
  `${fixture.dataset}/samples/?filters=label__labeler:labeler`,
  `${fixture.dataset}/workunits/`,
  `${fixture.dataset}/claims/`,
  `${fixture.dataset}/queue/labeling/explain/`,
  `${fixture.dataset}/statistics/`,
  `${fixture.dataset}/agreement/`,
  `${fixture.dataset}/queue/throughput/`,
]

interface ReadAnswer extends Pick<Answer, "text"> {
  readonly path: string
}

/** Everything that the person can read. */
const readAll = async (as: Caller): Promise<ReadonlyArray<ReadAnswer>> => {
  const answers: Array<ReadAnswer> = []
  const read = async (request: Parameters<Fixture["call"]>[0]) =>
    answers.push({ path: request.path, text: (await fixture.call({ ...request, as })).text })
  for (const row of table.filter((row) => isGet(row) && !/^(assets|claims)\./.test(row.endpoint)))
    await read(await row.call(fixture, as))
  for (const path of more()) await read({ method: "GET", path })
  return answers
}

const findSecrets = (answers: ReadonlyArray<ReadAnswer>) =>
  answers.filter(({ text }) => secrets.some((secret) => text.includes(secret)))

const findClaims = (answers: ReadonlyArray<ReadAnswer>) => answers.filter(({ text }) => text.includes(claim))

/** The answers that show managers the claims of everybody, and whose work was done under them. */
const claimsOfManagers = () => [
  `/claims/${claim}/`,
  `${fixture.dataset}/claims/`,
  `${fixture.dataset}/workunits/`,
]

describe("a sample with overlap", () => {
  it("shows nobody else what a labeler has saved", async () => {
    for (const as of ["reviewer", "manager", "stranger"] as const) {
      const answers = await readAll(as)
      assert.deepStrictEqual(
        findSecrets(answers).map(({ text }) => text.slice(0, 300)),
        [],
        as,
      )
      const claimsIn = findClaims(answers).map(({ path }) => path)
      assert.deepStrictEqual(
        claimsIn.filter(
          (path) => as !== "manager" || !claimsOfManagers().some((allowed) => path.startsWith(allowed)),
        ),
        [],
        as,
      )
      assert.strictEqual(claimsIn.length > 0, as === "manager")
    }
  })

  it("shows nobody who may label it an issue of another labeler, but those who see work", async () => {
    const opened = await post(`/samples/${sample}/issues/`, { description: issueText }, "labeler")
    const path = `/issues/${opened.textAt("uuid")}/`
    const readers = async (as: Caller) => {
      const answers = [...(await readAll(as)), await fixture.call({ method: "GET", path, as })]
      return answers.filter(({ text }) => text.includes(issueText)).length
    }
    assert.strictEqual(await readers("reviewer"), 0)
    assert.strictEqual(
      (await fixture.call({ method: "GET", path, as: "reviewer" })).at("code"),
      "issue_not_found",
    )
    for (const as of ["labeler", "manager"] as const) assert.isAtLeast(await readers(as), 3, as)
  })

  it("shows nobody else what a labeler has submitted, until all labels are in", async () => {
    const done = await post(`/claims/${claim}/submit/`, { attributes, comment: secrets[1] }, "labeler")
    assert.strictEqual(done.at("label.label_status"), "LABELED")
    const answers = await readAll("reviewer")
    assert.deepStrictEqual(
      [...findSecrets(answers), ...findClaims(answers)].map(({ text }) => text.slice(0, 300)),
      [],
    )
    assert.deepStrictEqual(
      findSecrets(await readAll("manager")).map(({ path }) => path),
      [],
    )
    const second = await claimSample("reviewer")
    assert.strictEqual(second.at("label"), null)
    const own = await post(
      `/claims/${second.textAt("claim_id")}/submit/`,
      { attributes: { annotations: [] } },
      "reviewer",
    )
    assert.isFalse(secrets.some((secret) => own.text.includes(secret)))
    assert.deepStrictEqual(
      (await fixture.call({ method: "GET", path: `/labels/${sample}/ground-truth/`, as: "owner" })).status,
      404,
    )
  })

  it("shows all labels with the decision, and with names to those who see work, and takes the one that is accepted", async () => {
    assert.deepStrictEqual((await readOverlap("reviewer")).at("labels"), [])
    const held = await claimSample("reviewer", "reviewing")
    const shown = await readOverlap("reviewer")
    await fixture.ok({ method: "DELETE", path: `/claims/${held.textAt("claim_id")}/`, as: "reviewer" })
    assert.deepStrictEqual(
      [
        shown.at("state"),
        shown.at("labels.0.letter"),
        shown.at("labels.0.labeler"),
        shown.at("labels.0.comment"),
      ],
      ["adjudicating", "A", null, secrets[1]],
    )
    assert.strictEqual((await readOverlap("manager")).at("labels.1.labeler"), "reviewer")
    assert.deepStrictEqual([shown.at("merged.refusal"), shown.at("merged.objects")], [null, []])
    assert.strictEqual(shown.at("agreement.agreement"), 1)
    const measured = await fixture.ok({
      method: "GET",
      path: `${fixture.dataset}/agreement/?lowest=1`,
      as: "manager",
    })
    assert.deepStrictEqual(
      [
        measured.at("complete"),
        measured.at("samples"),
        measured.at("agreement.value"),
        measured.at("pairs.0.people"),
        measured.at("lowest"),
      ],
      [1, 1, 1, ["labeler", "reviewer"], []],
    )
    const single = await fixture.call({
      method: "GET",
      path: `${fixture.dataset}/agreement/?labelsets=ground-truth`,
      as: "manager",
    })
    assert.strictEqual(single.status, 400)
    const missing = await fixture.call({
      method: "GET",
      path: `${fixture.dataset}/agreement/?labelsets=ground-truth,nothing`,
      as: "manager",
    })
    assert.strictEqual(missing.status, 404)
    for (const [query, status] of [
      ["releases=v1", 400],
      ["releases=v1,v2", 404],
      ["releases=v1,v2&labelsets=a,b", 400],
      ["release=v1", 400],
      ["labelset=a", 400],
    ] as const) {
      const path = `${fixture.dataset}/agreement/?${query}`
      assert.strictEqual((await fixture.call({ method: "GET", path, as: "manager" })).status, status, query)
    }
    assert.strictEqual(
      (await fixture.call({ method: "GET", path: `/samples/${sample}/overlap/`, as: "labeler" })).status,
      403,
    )
    const decision = await claimSample("manager", "reviewing")
    const path = `/claims/${decision.textAt("claim_id")}/accept/`
    const refused = await fixture.call({ method: "POST", path, body: { overlap_label: "C" }, as: "manager" })
    assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, "/overlap_label"])
    const accepted = await post(path, { overlap_label: "A" }, "manager")
    assert.deepStrictEqual(
      [accepted.at("label.label_status"), accepted.at("label.attributes.task_attributes.note")],
      ["REVIEWED", secrets[0]],
    )
    const truth = await fixture.ok({ method: "GET", path: `/labels/${sample}/ground-truth/`, as: "labeler" })
    assert.strictEqual(truth.at("attributes.task_attributes.note"), secrets[0])
    assert.deepStrictEqual(
      [(await readOverlap("reviewer")).at("state"), (await readOverlap("reviewer")).at("accepted")],
      ["decided", "A"],
    )
  })

  it("is merged where the dataset says so and the labels agree", async () => {
    const path = `${fixture.dataset}/`
    const change = (body: object) => fixture.ok({ method: "PATCH", path, body, as: "owner" })
    assert.strictEqual((await change({ overlap_decision: "merge" })).at("overlap_threshold"), 0.8)
    const other = fixture.samples[1] ?? ""
    await fixture.ok({
      method: "PUT",
      path: `/samples/${other}/overlap/`,
      body: { overlap: 2 },
      as: "manager",
    })
    for (const [index, as] of (["labeler", "reviewer"] as const).entries()) {
      const claimed = await post(`${fixture.dataset}/queue/labeling/claim/${other}/`, {}, as)
      const position = { x: index / 5, y: 0, z: 0 }
      const dimensions = { x: 4, y: 2, z: 2 }
      const object = { id: 1, category_id: 1, type: "cuboid", position, dimensions, yaw: 0 }
      await post(
        `/claims/${claimed.textAt("claim_id")}/submit/`,
        { attributes: { annotations: [object] } },
        as,
      )
    }
    const truth = await fixture.ok({ method: "GET", path: `/labels/${other}/ground-truth/`, as: "labeler" })
    assert.deepStrictEqual(
      [truth.at("label_status"), truth.at("attributes.annotations.0.position.x")],
      ["REVIEWED", 0.1],
    )
    const shown = await fixture.ok({ method: "GET", path: `/samples/${other}/overlap/`, as: "reviewer" })
    assert.deepStrictEqual([shown.at("accepted"), shown.at("merged")], ["merged", null])
    await change({ overlap_decision: "review" })
    const raise = (body: object) =>
      fixture.call({ method: "PUT", path: `/samples/${other}/overlap/`, body, as: "manager" })
    assert.strictEqual((await raise({ overlap: 3 })).at("code"), "overlap_closed")
    const raised = await raise({ overlap: 3, reopen: true })
    assert.deepStrictEqual([raised.at("state"), raised.at("finished")], ["labeling", 2])
  })

  it("has its labels exported by person, not beside a labelset or a release", async () => {
    const begin = (body: object) =>
      fixture.call({
        method: "POST",
        path: `${fixture.dataset}/exports/`,
        body: { format: "kitti", labeler: "labeler", ...body },
        as: "manager",
      })
    for (const body of [{ release: "v1" }, { labelset: "model-1" }])
      assert.strictEqual((await begin(body)).at("errors.0.pointer"), "/labeler")
  })

  it("is exported for an account in any spelling, or for the pseudonym of a removed one, and for nobody else", async () => {
    const begin = (labeler: string) =>
      fixture.call({
        method: "POST",
        path: `${fixture.dataset}/exports/`,
        body: { format: "short", labeler },
        as: "manager",
      })
    const refused = await begin("labler")
    assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, "/labeler"])
    const begun = await begin("LABELER")
    assert.deepStrictEqual([begun.status, begun.at("options.labeler")], [201, "labeler"])
    assert.strictEqual((await begin("deleted-user-0a1b2c3d4e5f")).status, 201)
  })

  it("is set for many samples by a filter and a share, which need a seed", async () => {
    const change = (body: object) =>
      fixture.call({ method: "PATCH", path: `${fixture.dataset}/samples_bulk/`, body, as: "manager" })
    const filters = { name__contains: "s4" }
    assert.strictEqual(
      (await change({ filters, set: { overlap: 3 }, share: 1, seed: "a" })).at("updated_count"),
      1,
    )
    const read = await fixture.ok({
      method: "GET",
      path: `/samples/${fixture.samples[3]}/overlap/`,
      as: "manager",
    })
    assert.strictEqual(read.at("overlap"), 3)
    assert.strictEqual((await change({ filters, set: { overlap: 3 }, share: 1 })).status, 400)
    assert.strictEqual((await change({ filters, set: { overlap: 11 } })).status, 400)
  })

  it("is named with a new sample, one, many, or line by line", async () => {
    const path = `${fixture.dataset}/samples/`
    const attributes = { pcd: { url: "https://example.com/a.pcd", type: "pcd" } }
    const one = await post(path, { name: "of three", attributes, overlap: 3 }, "owner")
    const many = await post(
      `${fixture.dataset}/samples_bulk/`,
      [
        { name: "of one", attributes },
        { name: "of four", attributes, overlap: 4 },
      ],
      "owner",
    )
    const lines = [
      { name: "of two", attributes, overlap: 2 },
      { name: "of three", attributes, overlap: 5 },
    ]
    const imported = await fixture.ok({
      method: "POST",
      path: `${fixture.dataset}/samples_bulk/`,
      body: lines.map((line) => JSON.stringify(line)).join("\n"),
      headers: { "content-type": "application/x-ndjson" },
      as: "owner",
    })
    const uuids = [
      one.textAt("uuid"),
      many.textAt("0.uuid"),
      many.textAt("1.uuid"),
      // A sample that is there already keeps its number.
      ...imported.text
        .trim()
        .split("\n")
        .slice(0, 2)
        .map((line) => String(JSON.parse(line).uuid)),
    ]
    const counts = await Promise.all(
      uuids.map((uuid) => fixture.ok({ method: "GET", path: `/samples/${uuid}/overlap/`, as: "reviewer" })),
    )
    assert.deepStrictEqual(
      counts.map((answer) => answer.at("overlap")),
      [3, 1, 4, 2, 3],
    )
    const refused = await fixture.call({
      method: "POST",
      path,
      body: { name: "no", attributes, overlap: 11 },
      as: "owner",
    })
    assert.deepStrictEqual([refused.status, refused.at("errors.0.pointer")], [400, "/overlap"])
  })

  it("shows the ground truth of a reopened sample to nobody who may still label it", async () => {
    const reopened = fixture.samples[3] ?? ""
    const setOverlap = (body: object) =>
      fixture.ok({ method: "PUT", path: `/samples/${reopened}/overlap/`, body, as: "manager" })
    await setOverlap({ overlap: 1 })
    const work = await post(`${fixture.dataset}/queue/labeling/claim/${reopened}/`, {}, "labeler")
    const note = "unseen-truth"
    const body = { attributes: { annotations: [], task_attributes: { note } } }
    const done = await post(`/claims/${work.textAt("claim_id")}/submit/`, body, "labeler")
    assert.strictEqual(done.at("label.label_status"), "LABELED")
    const label = `/labels/${reopened}/ground-truth/`
    const history = await fixture.ok({ method: "GET", path: `${label}history/`, as: "manager" })
    const paths = [
      label,
      `${label}history/${history.textAt("0.version")}/`,
      `/samples/${reopened}/?labelset=ground-truth`,
      `${fixture.dataset}/samples/?labelset=ground-truth&include_full_label=1`,
    ]
    const count = async (as: Caller) => {
      const answers: Array<ReadAnswer> = [...(await readAll(as))]
      for (const path of paths)
        answers.push({ path, text: (await fixture.call({ method: "GET", path, as })).text })
      return answers.filter(({ text }) => text.includes(note)).length
    }
    assert.isAtLeast(await count("reviewer"), 3)
    await setOverlap({ overlap: 2, reopen: true })
    assert.strictEqual(await count("reviewer"), 0)
    for (const as of ["labeler", "manager"] as const) assert.isAtLeast(await count(as), 3, as)
  })
})
