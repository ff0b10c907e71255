import { assert, describe, it } from "@effect/vitest"
import { claimBudget } from "../../src/dispatcher/claimBudget.ts"
import { defaultDispatch } from "../../src/dispatcher/DispatchSettings.ts"

const room = (inHand: number) => claimBudget(defaultDispatch, inHand)

describe("the room for a claim", () => {
  it("is all there may be with empty hands, and none with full ones", () => {
    assert.deepStrictEqual(room(0), { limit: 64, inFlight: 64, wellOnly: false })
    assert.isUndefined(room(512))
    assert.isUndefined(room(600))
  })

  it("is for endpoints that are well alone in the last quarter", () => {
    assert.deepStrictEqual(room(383), { limit: 1, inFlight: 17, wellOnly: false })
    assert.deepStrictEqual(room(384), { limit: 64, inFlight: 16, wellOnly: true })
    assert.deepStrictEqual(room(511), { limit: 1, inFlight: 1, wellOnly: true })
  })

  it("is not filled by twenty endpoints, of which each takes all that it may", () => {
    let inHand = 0
    for (let endpoint = 0; endpoint < 20; endpoint++) inHand += room(inHand)?.inFlight ?? 0
    assert.isAtMost(inHand, 480)
  })

  it("holds at least one request, however little there is", () => {
    for (const capacity of [1, 2, 3, 4]) {
      const found = claimBudget({ ...defaultDispatch, capacity }, 0)
      assert.isAtLeast(Math.min(found?.limit ?? 0, found?.inFlight ?? 0), 1)
    }
  })
})
