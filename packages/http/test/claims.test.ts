/** Claims over HTTP: what is answered of one that is there, that has ended, and that never was. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

type Caller = "owner" | "labeler" | "reviewer" | "stranger"

const claimed = async (as: Caller): Promise<string> => {
  const path = `${fixture.dataset}/queue/labeling/claim/`
  return (await fixture.ok({ method: "POST", path, body: {}, as })).textAt("0.claim_id")
}
const act = (id: string, action: string, as: Caller, body: object = {}) =>
  fixture.call({ method: "POST", path: `/claims/${id}/${action}/`, body, as })
const giveBack = (id: string, as: Caller) => fixture.call({ method: "DELETE", path: `/claims/${id}/`, as })

describe("a claim", () => {
  it("that never was is not found, malformed or not", async () => {
    for (const id of ["01900000-0000-7000-8000-000000000000", "12345"]) {
      for (const answer of [await act(id, "submit", "labeler"), await giveBack(id, "labeler")]) {
        assert.strictEqual(answer.status, 404)
        assert.include(answer.textAt("detail").toLowerCase(), "not found")
      }
    }
  })

  it("is not found by a stranger, in the same words whether it is there or not", async () => {
    const id = await claimed("labeler")
    const there = await act(id, "renew", "stranger")
    assert.strictEqual(there.status, 404)
    const taken = await giveBack(id, "stranger")
    await fixture.ok({ method: "DELETE", path: `/claims/${id}/`, as: "labeler" })
    const gone = await act(id, "renew", "stranger")
    const never = await act("01900000-0000-7000-8000-000000000000", "renew", "stranger")
    for (const answer of [taken, gone, never]) assert.strictEqual(answer.text, there.text)
  })

  it("that was given back can be given back again, and worked on no more", async () => {
    const id = await claimed("labeler")
    assert.strictEqual((await giveBack(id, "labeler")).status, 204)
    assert.strictEqual((await giveBack(id, "labeler")).status, 204)
    const late = await act(id, "submit", "labeler")
    assert.deepStrictEqual([late.status, late.at("code")], [409, "stale_claim"])
  })

  it("that was worked on gives its first answer again, and no other", async () => {
    const id = await claimed("labeler")
    const body = { attributes: { annotations: [], timestamp: 1 }, time: 0 }
    const first = await act(id, "submit", "labeler", body)
    assert.strictEqual(first.status, 200)
    assert.strictEqual((await act(id, "submit", "labeler", body)).text, first.text)
    for (const other of [await act(id, "submit", "labeler"), await act(id, "skip", "labeler", body)])
      assert.deepStrictEqual([other.status, other.at("code")], [409, "claim_ended"])
    const theirs = await act(id, "submit", "reviewer", body)
    assert.deepStrictEqual([theirs.status, theirs.at("code")], [409, "stale_claim"])
    assert.strictEqual((await giveBack(id, "labeler")).status, 204)
  })
})
