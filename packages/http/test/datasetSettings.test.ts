/** The settings of a dataset in requests: those that null switches off, and those for which null is no value. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ jobs: false })
})
afterAll(() => fixture.close())

const patch = async (body: object): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fixture.ok({ method: "PATCH", path: `${fixture.dataset}/`, body, as: "owner" })
  // Cast: the answer is the record of the dataset.
  return answer.body as Readonly<Record<string, unknown>>
}

describe("null in a change of a dataset", () => {
  it.each([
    ["gold_threshold", 0.7],
    ["overlap_quorum", 0.5],
    ["audit_tolerance", { metric: "iou", value: 0.7 }],
  ])("clears %s, which stays without it", async (name, value) => {
    assert.deepEqual((await patch({ [name]: value }))[name], value)
    assert.deepEqual((await patch({ description: "unrelated" }))[name], value)
    assert.isNull((await patch({ [name]: null }))[name])
  })

  it("leaves a setting unchanged that has no null", async () => {
    await patch({ overlap_threshold: 0.9 })
    assert.strictEqual((await patch({ overlap_threshold: null })).overlap_threshold, 0.9)
  })
})
