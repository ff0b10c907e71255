/** What a person should look at before a label is submitted. */
import { describe, expect, it } from "vitest"
import type { Finding } from "../../../src/workbench/check/Finding.ts"
import {
  isEmptyLabel,
  listSubmitRemarks,
  readSubmitPolicies,
} from "../../../src/workbench/check/submitRemarks.ts"
import type { Issue } from "../../../src/workbench/panels/issues/Issue.ts"

const makeFinding = (rule: string, more: Partial<Finding> = {}): Finding => ({
  id: rule,
  rule,
  message: `${rule}.`,
  attribute: undefined,
  frame: undefined,
  sensor: undefined,
  keys: ["1"],
  dismissed: false,
  reason: undefined,
  ...more,
})
const issue: Issue = {
  uuid: "i",
  description: "The sign is missing.",
  open: true,
  place: { kind: "whole", frame: undefined },
  createdBy: "rev",
  createdAt: "2026-11-28T00:00:00Z",
  comments: [],
}
const filled = { annotations: [{ id: 1 }] }
const list = (dataset: Parameters<typeof readSubmitPolicies>[0], more: object = {}) =>
  listSubmitRemarks({ label: filled, findings: [], issues: [], ...more }, readSubmitPolicies(dataset)).map(
    ({ isRefused, kind }) => `${kind}${isRefused ? " refused" : ""}`,
  )

describe("the remarks before a label is submitted", () => {
  const findings = [
    makeFinding("mandatory-attribute", { frame: 1, attribute: "floors" }),
    makeFinding("mandatory-attribute", { frame: 2, attribute: "floors" }),
    makeFinding("overlapping-boxes"),
  ]

  it("name missing values, open issues and an empty label of a dataset that says nothing", () => {
    expect(list({}, { findings, issues: [issue] })).toEqual(["missing", "issues"])
    expect(list({}, { label: { annotations: [] } })).toEqual(["empty"])
    expect(list({}, { issues: [{ ...issue, open: false }] })).toEqual([])
  })

  it("are those that the dataset asks about or refuses", () => {
    const dataset = {
      on_missing_values: "warn",
      on_open_issues: "refuse",
      on_warnings: "ask",
      on_empty_label: "warn",
    }
    expect(list(dataset, { findings, issues: [issue], label: {} })).toEqual(["warnings", "issues refused"])
  })

  it("name warnings with which the dataset refuses labels, whatever else it says", () => {
    const dataset = { on_missing_values: "warn", reject_on_warnings: ["overlapping-boxes"] }
    expect(list(dataset, { findings })).toEqual(["warnings refused"])
  })

  it("count a value that a track lacks in several frames once, and none that was dismissed", () => {
    const remarks = listSubmitRemarks({ label: filled, findings, issues: [] }, readSubmitPolicies({}))
    expect(remarks).toMatchObject([{ kind: "missing", count: 1, first: { findings: { length: 2 } } }])
    const dismissed = findings.map((finding) => ({ ...finding, dismissed: true }))
    expect(list({ on_warnings: "refuse" }, { findings: dismissed })).toEqual([])
  })
})

describe("an empty label", () => {
  it("has no objects and no attributes of images, in any frame of any sensor", () => {
    const empty = { annotations: [], image_attributes: {} }
    const drawn = { annotations: [{ id: 1 }] }
    const tagged = { annotations: [], image_attributes: { weather: "rain" } }
    for (const [frame, isEmpty] of [
      [empty, true],
      [drawn, false],
      [tagged, false],
    ] as const) {
      expect(isEmptyLabel(frame)).toBe(isEmpty)
      expect(isEmptyLabel({ frames: [empty, frame] })).toBe(isEmpty)
      const sensors = [
        { name: "a", attributes: [] },
        { name: "b", attributes: { frames: [frame] } },
      ]
      expect(isEmptyLabel({ sensors })).toBe(isEmpty)
    }
  })
})
