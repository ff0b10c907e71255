/** Lists of samples by their overlap, and samples with it, over HTTP. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Caller } from "./support/world.ts"

let fixture: Fixture
let sample: string
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
  sample = fixture.samples[2] ?? ""
  await fixture.ok({
    method: "PUT",
    path: `/samples/${sample}/overlap/`,
    body: { overlap: 3 },
    as: "manager",
  })
})
afterAll(() => fixture.close())

const get = (path: string, as: Caller) => fixture.call({ method: "GET", path, as })
const list = (query: string, as: Caller) => get(`${fixture.dataset}/samples/?${query}`, as)
const overlap = { overlap: 3, state: "labeling", finished: 0, agreement: null, accepted: null }

describe("the list of samples", () => {
  it("finds samples by the state of their overlap", async () => {
    const readIds = async (query: string) => {
      const { body, status } = await list(query, "reviewer")
      assert.strictEqual(status, 200)
      return (body as ReadonlyArray<{ readonly uuid: string }>).map(({ uuid }) => uuid)
    }
    assert.deepStrictEqual(await readIds("overlap_state=labeling"), [sample])
    assert.deepStrictEqual(await readIds("overlap_state=Decided,LABELING"), [sample])
    assert.deepStrictEqual(await readIds("overlap_state=decided"), [])
    assert.isAbove((await readIds("overlap_state=")).length, 1)
  })

  it("refuses unknown states, and states and overlaps to labelers", async () => {
    assert.strictEqual((await list("overlap_state=gold", "reviewer")).status, 400)
    assert.strictEqual((await list("include=labels", "reviewer")).status, 400)
    for (const query of ["overlap_state=labeling", "include=overlap"])
      assert.strictEqual((await list(query, "labeler")).status, 403, query)
    assert.strictEqual((await get(`/samples/${sample}/?include=overlap`, "labeler")).status, 403)
  })

  it("has overlaps on request alone, on each page", async () => {
    const { body, headers } = await list("include=overlap&overlap_state=labeling&per_page=1", "reviewer")
    assert.deepStrictEqual((body as ReadonlyArray<{ readonly overlap?: unknown }>)[0]?.overlap, overlap)
    assert.isNull(headers.get("link"))
    const first = await list("include=overlap&per_page=1", "reviewer")
    assert.include(first.headers.get("link") ?? "", "include=overlap")
    for (const query of ["", "labelset=ground-truth", "fields=uuid,overlap"])
      assert.notInclude((await list(query, "reviewer")).text, `"overlap"`, query)
  })
})

describe("a sample", () => {
  it("has its overlap on request alone", async () => {
    const shown = await get(`/samples/${sample}/?include=overlap`, "reviewer")
    assert.deepStrictEqual((shown.body as { readonly overlap?: unknown }).overlap, overlap)
    assert.notInclude((await get(`/samples/${sample}/`, "reviewer")).text, `"overlap"`)
    for (const query of ["include=", "labelset=", "unknown=1"])
      assert.strictEqual((await get(`/samples/${sample}/?${query}`, "reviewer")).status, 200, query)
    assert.strictEqual((await get(`/samples/${sample}/?include=labels`, "reviewer")).status, 400)
  })
})
