/** Why a reviewer decides between labels where the dataset merges those that agree. */
import { describe, expect, it } from "vitest"
import { findWaitReason } from "../../../src/workbench/panels/adjudication/findWaitReason.ts"
import type { Overlap } from "../../../src/workbench/session/work.ts"
import { makeLabel, read } from "./overlapLabels.ts"

const decision = { merges: true, threshold: 0.8 }

const make = (agreement: string | undefined, more: Partial<Overlap> = {}): Overlap => ({
  labels: [makeLabel("A", [1]), makeLabel("B", [2])],
  merged: undefined,
  mergedObjects: [],
  mergeRefusal: undefined,
  agreement: agreement === undefined ? undefined : read(`{"agreement": ${agreement}}`),
  ...more,
})

describe("the reason of a decision", () => {
  it("is that the labels agree less than the threshold", () => {
    expect(findWaitReason({ decision, overlap: make("0.79") })).toBe("disagree")
  })

  it("is that the merged label was refused, where they agree", () => {
    expect(findWaitReason({ decision, overlap: make("0.8") })).toBe("refused")
  })

  it("is that somebody skipped the sample, whatever the others agree", () => {
    const labels = [makeLabel("A", [1]), makeLabel("B", [], "SKIPPED")]
    expect(findWaitReason({ decision, overlap: make(undefined, { labels }) })).toBe("skipped")
    expect(findWaitReason({ decision, overlap: make("1", { labels }) })).toBe("skipped")
  })

  it("is not known where the server has not compared the labels, or says why it merges none", () => {
    expect(findWaitReason({ decision, overlap: make(undefined) })).toBeUndefined()
    expect(findWaitReason({ decision, overlap: make("null") })).toBeUndefined()
    expect(findWaitReason({ decision, overlap: make("0.1", { mergeRefusal: "large" }) })).toBeUndefined()
    expect(findWaitReason({ decision: { ...decision, merges: false }, overlap: make("0.1") })).toBeUndefined()
  })
})
