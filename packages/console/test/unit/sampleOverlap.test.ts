/** The number of people who label samples, as the form of a bulk change has it. */
import { describe, expect, it } from "vitest"
import { chooseDecisionText } from "../../src/pages/samples/overlap/chooseDecisionText.ts"
import {
  isComplete,
  type OverlapChange,
  toDraw,
  unchangedOverlap,
} from "../../src/pages/samples/overlap/overlapChange.ts"

const two: OverlapChange = { ...unchangedOverlap, count: 2 }

describe("the words for a decision", () => {
  it("name the accepted letter, the merge, or neither", () => {
    expect([null, "B", "merged"].map(chooseDecisionText)).toEqual(["decided", "accepted", "merged"])
  })
})

describe("a bulk change of the number of labelers", () => {
  it("is for all samples, unless a part of them is drawn by a seed", () => {
    expect(toDraw(two)).toBeUndefined()
    expect(toDraw({ ...two, percent: 12.5, seed: "may" })).toEqual({ share: 0.125, seed: "may" })
  })

  it("draws nothing while the number stays as it is", () => {
    expect(toDraw({ ...unchangedOverlap, percent: 10 })).toBeUndefined()
    expect(isComplete({ ...unchangedOverlap, percent: "" })).toBe(true)
  })

  it("needs a share, and a seed for a part", () => {
    expect(isComplete(two)).toBe(true)
    expect(isComplete({ ...two, percent: "" })).toBe(false)
    expect(isComplete({ ...two, percent: 0 })).toBe(false)
    expect(isComplete({ ...two, percent: 50, seed: " " })).toBe(false)
    expect(isComplete({ ...two, percent: 50, seed: "a" })).toBe(true)
  })
})
