/** Why a label waits for a reviewer. */
import { describe, expect, it } from "vitest"
import { listReviewReasons, readReviewRules } from "../../../src/workbench/panels/review/listReviewReasons.ts"

const submitted = { label: null, hasWarnings: false, wasRejected: false }

const read = (settings: object) => {
  const rules = readReviewRules({
    review_rate: 0.1,
    review_warnings: true,
    review_categories: [2, 3],
    ...settings,
  })
  if (rules === undefined) throw new Error("no rules")
  return rules
}

describe("the reasons of a review", () => {
  it("are none where every label is reviewed", () => {
    expect(readReviewRules({ review_rate: 1 })).toBeUndefined()
    // An older server has no such setting.
    expect(readReviewRules({})).toBeUndefined()
  })

  it("are the rules that hold the label back; without one, none is known", () => {
    expect(listReviewReasons(read({}), submitted)).toEqual([{ kind: "unknown" }])
    expect(listReviewReasons(read({}), { ...submitted, hasWarnings: true, wasRejected: true })).toEqual([
      { kind: "rejected" },
      { kind: "warnings" },
    ])
    expect(listReviewReasons(read({ review_warnings: false }), { ...submitted, hasWarnings: true })).toEqual([
      { kind: "unknown" },
    ])
  })

  it("say that a check failed, where warnings are a rule", () => {
    const unchecked = { ...submitted, hasWarnings: undefined }
    expect(listReviewReasons(read({}), unchecked)).toEqual([{ kind: "unchecked" }])
    expect(listReviewReasons(read({}), { ...unchecked, wasRejected: true })).toEqual([
      { kind: "rejected" },
      { kind: "unchecked" },
    ])
    expect(listReviewReasons(read({ review_warnings: false }), unchecked)).toEqual([{ kind: "unknown" }])
  })

  it("name categories of objects in any frame of any sensor", () => {
    const object = (category_id: number) => ({ id: 1, category_id })
    const labels = [
      { annotations: [object(1), object(3)] },
      { frames: [{ annotations: [object(1)] }, { annotations: [object(3)] }] },
      {
        sensors: [
          { name: "a", attributes: { frames: [{ annotations: [object(3)] }] } },
          { name: "b", attributes: [] },
        ],
      },
    ]
    for (const label of labels)
      expect(listReviewReasons(read({}), { ...submitted, label })).toEqual([{ kind: "categories", ids: [3] }])
  })
})
