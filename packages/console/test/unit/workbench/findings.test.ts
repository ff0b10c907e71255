/** Missing values of a track are one warning. */
import { describe, expect, it } from "vitest"
import type { Finding } from "../../../src/workbench/check/Finding.ts"
import { formatFrames, groupFindings } from "../../../src/workbench/check/groupFindings.ts"

const missing = (more: Partial<Finding>): Finding => ({
  id: "a",
  rule: "mandatory-attribute",
  message: "Object 1: “floors” is required.",
  attribute: "floors",
  frame: undefined,
  sensor: undefined,
  keys: ["1"],
  dismissed: false,
  reason: undefined,
  ...more,
})

describe("one missing value of a track", () => {
  const frames = [4, 2, 3, 7].map((frame) => missing({ id: `f${frame}`, frame }))

  it("is one finding with its frames", () => {
    const groups = groupFindings([...frames, missing({ id: "other", frame: 2, attribute: "color" })])
    expect(groups.map(({ findings }) => findings.length)).toEqual([4, 1])
    expect(formatFrames(groups[0]?.findings ?? [])).toBe("3–5, 8")
  })

  it("does not join those that were dismissed, nor other rules", () => {
    const dismissed = missing({ id: "d", frame: 9, dismissed: true, reason: "hidden" })
    const other = [2, 3].map((frame) => missing({ id: "r", rule: "track-rotation-jump", frame }))
    expect(groupFindings([...frames, dismissed, ...other])).toHaveLength(4)
  })
})
