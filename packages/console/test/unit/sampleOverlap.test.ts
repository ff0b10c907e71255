/** The number of people who label samples, as the form of a bulk change has it. */
import { describe, expect, it } from "vitest"
import { chooseDecisionText } from "../../src/pages/samples/overlap/chooseDecisionText.ts"
import { findOverlapChange } from "../../src/pages/samples/overlap/findOverlapChange.ts"
import {
  isComplete,
  type OverlapChange,
  toDraw,
  toOverlapSet,
  unchangedOverlap,
} from "../../src/pages/samples/overlap/overlapChange.ts"

const two: OverlapChange = { ...unchangedOverlap, count: 2 }

describe("the words for a decision", () => {
  it("name the accepted letter, the merge, or neither", () => {
    expect([null, "B", "merged"].map(chooseDecisionText)).toEqual(["decided", "accepted", "merged"])
  })
})

describe("the change of the number of labelers of a sample", () => {
  it("requests more labels of a finished one, and none of a verified or skipped one", () => {
    const change = (state: Parameters<typeof findOverlapChange>[0]) =>
      (["UNLABELED", "LABELED", "REVIEWED", "VERIFIED", "SKIPPED"] as const).map((status) =>
        findOverlapChange(state, status),
      )
    expect(change("labeling")).toEqual(Array(5).fill("change"))
    expect(change(null)).toEqual(["change", "reopen", "reopen", undefined, undefined])
    expect(change("adjudicating")).toEqual(["reopen", "reopen", "reopen", undefined, undefined])
    expect(change("decided")).toEqual(["reopen", "reopen", "reopen", undefined, undefined])
  })
})

describe("a bulk change of the number of labelers", () => {
  it("is for all samples, unless a part of them is drawn by a seed", () => {
    expect(toDraw(two)).toBeUndefined()
    expect(toDraw({ ...two, percent: 12.5, seed: "may" })).toEqual({ share: 0.125, seed: "may" })
  })

  it("requests labels of finished samples where the person asks for it, and with a number alone", () => {
    expect(toOverlapSet(two)).toEqual({ overlap: 2 })
    expect(toOverlapSet({ ...two, reopens: true })).toEqual({ overlap: 2, reopen: true })
    expect(toOverlapSet({ ...unchangedOverlap, reopens: true })).toEqual({})
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
