import { assert, describe, it } from "vitest"
import type { Wire } from "../../src/api/client.ts"
import { keepAsIs } from "../../src/api/dataset.ts"
import { ApiError } from "../../src/api/problem.ts"
import { findFormProblems } from "../../src/pages/datasetSettings/findFormProblems.ts"
import {
  makeGeneralChange as generalChange,
  toGeneralValues as generalValues,
} from "../../src/pages/datasetSettings/general/general.ts"
import { isNumberMissing, listHiddenFields } from "../../src/pages/datasetSettings/hiddenFields.ts"
import { parsePercent } from "../../src/pages/datasetSettings/PercentField.tsx"
import { viewSearch } from "../../src/pages/datasetSettings/views.ts"
import { makeWorkflowChange, toWorkflowValues } from "../../src/pages/datasetSettings/workflow.ts"
import { parseWebAddress } from "../../src/ui/markdown/links.ts"
import { makeOutline } from "../../src/ui/markdown/outline.ts"

// Cast: the fields that these functions read.
const dataset = {
  name: "street",
  description: "",
  readme: "",
  category: "other",
  task_type: "vector",
  public: false,
  archived: false,
  permissions: ["read", "label", "configure", "export", "delete_dataset"],
  enable_save_button: false,
  enable_skip_labeling: true,
  labeling_inactivity_timeout_seconds: 300,
  reject_on_warnings: ["unknown-category", "of-a-newer-server"],
} as unknown as Wire<"Dataset">

describe("a change of the settings", () => {
  it("has the general fields that differ, by their names in the API", () => {
    assert.deepStrictEqual(generalChange(generalValues(dataset), dataset), {})
    assert.deepStrictEqual(generalChange({ ...generalValues(dataset), public: true, readme: "x" }, dataset), {
      public: true,
      readme: "x",
    })
  })

  it("has no share of 0 % for an empty field", () => {
    const values = toWorkflowValues(dataset)
    const withRate = (percent: number | string) => ({
      ...values,
      review: { ...values.review, review_rate: parsePercent(percent) },
    })
    assert.isTrue(isNumberMissing(withRate(""), dataset))
    assert.isFalse(isNumberMissing(withRate(0), dataset))
    assert.strictEqual(withRate(7).review.review_rate, 0.07)
  })

  it("keeps a share whose field was emptied before it was hidden", () => {
    const values = toWorkflowValues(dataset)
    const emptied = {
      ...values,
      overlap: 2,
      gold: { ...values.gold, gold_rate: 0, gold_agreement: Number.NaN },
      decision: { ...values.decision, overlap_quorum: null, overlap_maximum: Number.NaN },
    }
    assert.isFalse(isNumberMissing(emptied, dataset))
    const change: object = makeWorkflowChange(emptied, dataset)
    assert.notProperty(change, "gold_agreement")
    assert.notProperty(change, "overlap_maximum")
    const withoutThreshold = { ...emptied.decision, overlap_threshold: Number.NaN }
    assert.isTrue(isNumberMissing({ ...emptied, decision: withoutThreshold }, dataset))
    assert.isTrue(isNumberMissing({ ...emptied, gold: { ...emptied.gold, gold_rate: 0.1 } }, dataset))
  })

  it("keeps decisions whose fields were emptied before one label per sample was chosen", () => {
    const values = toWorkflowValues({
      ...dataset,
      overlap: 1,
      uses_overlap: false,
      overlap_match_threshold: 0.5,
    })
    const emptied = { ...values, decision: { ...values.decision, overlap_match_threshold: Number.NaN } }
    assert.isFalse(isNumberMissing(emptied, { uses_overlap: false }))
    assert.notProperty(makeWorkflowChange(emptied, dataset), "overlap_match_threshold")
    assert.isTrue(isNumberMissing({ ...emptied, overlap: 2 }, { uses_overlap: false }))
    assert.isTrue(isNumberMissing(emptied, { uses_overlap: true }))
  })

  it("has the switches that differ, and keeps rules that the form does not know", () => {
    const values = toWorkflowValues(dataset)
    assert.deepStrictEqual(makeWorkflowChange(values, dataset), {})
    const change: unknown = makeWorkflowChange(
      {
        flags: { ...values.flags, enable_save_button: true },
        inactivitySeconds: 60,
        timeZone: "Europe/Berlin",
        dailyGoal: 40,
        overlap: 3,
        decision: {
          ...values.decision,
          overlap_decision: "one_more",
          overlap_threshold: 0.9,
          overlap_quorum: 0.5,
        },
        review: { ...values.review, review_rate: 0.2, review_people: ["new"], review_categories: [7] },
        gold: { ...values.gold, gold_rate: 0.05, gold_threshold: 0.7 },
        auditTolerance: { metric: "iou", value: 0.75 },
        policies: { ...values.policies, on_open_issues: "refuse" },
        rejectOn: ["mandatory-attribute"],
      },
      dataset,
    )
    assert.deepStrictEqual(change, {
      enable_save_button: true,
      labeling_inactivity_timeout_seconds: 60,
      on_open_issues: "refuse",
      daily_goal: 40,
      overlap: 3,
      overlap_decision: "one_more",
      overlap_threshold: 0.9,
      overlap_quorum: 0.5,
      review_rate: 0.2,
      review_people: ["new"],
      review_categories: [7],
      gold_rate: 0.05,
      gold_threshold: 0.7,
      audit_tolerance: { metric: "iou", value: 0.75 },
      time_zone: "Europe/Berlin",
      reject_on_warnings: ["mandatory-attribute", "of-a-newer-server"],
    })
  })
})

describe("a refused change", () => {
  const values = {
    ...toWorkflowValues(dataset),
    overlap: 2,
    decision: { ...toWorkflowValues(dataset).decision, overlap_decision: "one_more" as const },
  }
  const makeError = (...fields: ReadonlyArray<string>) =>
    new ApiError({
      type: "",
      title: "",
      status: 422,
      code: "invalid",
      detail: "",
      errors: fields.map((field) => ({ pointer: `/${field}`, message: "must be at least 2" })),
    })
  const unused = { uses_overlap: false }

  it("has its messages at the fields that are shown", () => {
    const error = makeError("overlap_maximum")
    const { findProblem, rest } = findFormProblems(error, listHiddenFields(values, unused))
    assert.strictEqual(findProblem("overlap_maximum"), "Must be at least 2.")
    assert.isNull(rest)
  })

  it("has the messages about fields that are not shown below the form", () => {
    const error = makeError("overlap_maximum", "daily_goal")
    const merging = { ...values, decision: { ...values.decision, overlap_decision: "merge" as const } }
    assert.strictEqual(findFormProblems(error, listHiddenFields(merging, unused)).rest, error)
    assert.strictEqual(
      findFormProblems(error, listHiddenFields({ ...values, overlap: 1 }, unused)).rest,
      error,
    )
  })

  it.each(["overlap_quorum", "review_people", "gold_agreement", "gold_minimum"])(
    "has the message about %s below the form while the field is not shown",
    (field) => {
      const hiding = {
        ...values,
        decision: { ...values.decision, overlap_quorum: null },
        review: { ...values.review, review_rate: 1 },
        gold: { ...values.gold, gold_rate: 0 },
      }
      const showing = {
        ...values,
        decision: { ...values.decision, overlap_quorum: 0.5 },
        review: { ...values.review, review_rate: 0.5 },
        gold: { ...values.gold, gold_rate: 0.1, gold_threshold: 0.7 },
      }
      const error = makeError(field)
      assert.strictEqual(findFormProblems(error, listHiddenFields(hiding, unused)).rest, error)
      assert.isNull(findFormProblems(error, listHiddenFields(showing, unused)).rest)
    },
  )
})

describe("the tolerance of audits", () => {
  it("differs by its metric or its value, and is needed where there is a metric", () => {
    const values = toWorkflowValues(dataset)
    const stored = { ...dataset, audit_tolerance: { metric: "iou", value: 0.7 } } as const
    const withTolerance = (value: number) => ({
      ...values,
      auditTolerance: { metric: "iou", value } as const,
    })
    assert.deepStrictEqual(makeWorkflowChange(withTolerance(0.7), stored), {})
    assert.deepStrictEqual(makeWorkflowChange({ ...values, auditTolerance: null }, stored), {
      audit_tolerance: null,
    })
    assert.isTrue(isNumberMissing(withTolerance(parsePercent("")), dataset))
    assert.isFalse(isNumberMissing(withTolerance(0), dataset))
  })
})

describe("an archived dataset", () => {
  it("permits to read, to export and to delete it alone", () => {
    assert.deepStrictEqual(keepAsIs({ ...dataset, archived: true }).permissions, [
      "read",
      "export",
      "delete_dataset",
    ])
    assert.deepStrictEqual(keepAsIs(dataset).permissions, dataset.permissions)
  })
})

describe("an address", () => {
  it("names a view of the settings, and none that there is not", () => {
    assert.deepStrictEqual(viewSearch({ view: "people" }), { view: "people" })
    assert.deepStrictEqual(viewSearch({ view: "other" }), {})
  })
})

describe("a link in Markdown", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "/user", "#part", "mailto:a@b.c", "JaVaScRiPt:x", ""])(
    "leads nowhere as %s",
    (address) => assert.isUndefined(parseWebAddress(address)),
  )

  it("leads to the web", () => {
    assert.strictEqual(parseWebAddress("HTTPS://example.com/a b")?.href, "https://example.com/a%20b")
  })
})

describe("the headings of a text", () => {
  it("begin below those of the page, and leave out no level", () => {
    const heading = (tagName: string) => ({ type: "element", tagName, children: [] })
    const tree = { type: "root", children: ["h3", "h6", "h6", "h4", "h1", "h2"].map(heading) }
    makeOutline({ first: 3 })(tree)
    assert.deepStrictEqual(
      tree.children.map(({ tagName }) => tagName),
      ["h3", "h4", "h4", "h4", "h3", "h4"],
    )
  })
})
