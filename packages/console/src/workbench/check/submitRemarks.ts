/** Lists what a person should look at before a label is submitted or accepted, by the settings of the dataset. Pure. */
import type { Wire } from "../../api/client.ts"
import { isArray, isObject, type JsonObject, toObjects } from "../editor/json/value.ts"
import type { Issue } from "../panels/issues/Issue.ts"
import type { Finding } from "./Finding.ts"
import { type FindingGroup, groupFindings, missingValue } from "./groupFindings.ts"

/** Whether a remark is only marked in the workbench, asked about, or refused by the server. */
type Policy = Wire<"SubmitPolicy">

export interface SubmitPolicies {
  readonly missing: Policy
  readonly empty: Policy
  readonly issues: Policy
  readonly warnings: Policy
  /** The kinds of warnings that the server refuses in any label. */
  readonly rejected: ReadonlySet<string>
}

export type SubmitRemark =
  | {
      readonly kind: "missing" | "warnings"
      readonly isRefused: boolean
      readonly count: number
      readonly first: FindingGroup
    }
  | { readonly kind: "issues"; readonly isRefused: boolean; readonly count: number; readonly first: Issue }
  | { readonly kind: "empty"; readonly isRefused: boolean }

/** Reads the policies of a dataset. */
export const readSubmitPolicies = (dataset: JsonObject): SubmitPolicies => ({
  missing: readPolicy(dataset.on_missing_values, "ask"),
  empty: readPolicy(dataset.on_empty_label, "ask"),
  issues: readPolicy(dataset.on_open_issues, "ask"),
  warnings: readPolicy(dataset.on_warnings, "warn"),
  rejected: new Set(isArray(dataset.reject_on_warnings) ? dataset.reject_on_warnings.map(String) : []),
})

const readPolicy = (value: unknown, fallback: Policy): Policy =>
  value === "warn" || value === "ask" || value === "refuse" ? value : fallback

interface Submission {
  /** The whole label, with all of its sensors. */
  readonly label: JsonObject
  readonly findings: ReadonlyArray<Finding>
  readonly issues: ReadonlyArray<Issue>
}

/** The remarks that hold a submission back, those with a place first. */
export const listSubmitRemarks = (
  { findings, issues, label }: Submission,
  policies: SubmitPolicies,
): ReadonlyArray<SubmitRemark> => {
  const open = findings.filter(({ dismissed }) => !dismissed)
  const openIssues = issues.filter((issue) => issue.open)
  const remarks: Array<SubmitRemark> = []
  for (const kind of ["missing", "warnings"] as const) {
    const policy = policies[kind]
    const mine = open.filter(
      ({ rule }) =>
        (rule === missingValue) === (kind === "missing") &&
        (policy !== "warn" || policies.rejected.has(rule)),
    )
    const groups = groupFindings(mine)
    const [first] = groups
    const isRefused = policy === "refuse" || mine.some(({ rule }) => policies.rejected.has(rule))
    if (first !== undefined) remarks.push({ kind, isRefused, count: groups.length, first })
  }
  const [firstIssue] = openIssues
  if (firstIssue !== undefined && policies.issues !== "warn")
    remarks.push({
      kind: "issues",
      isRefused: policies.issues === "refuse",
      count: openIssues.length,
      first: firstIssue,
    })
  if (policies.empty !== "warn" && isEmptyLabel(label))
    remarks.push({ kind: "empty", isRefused: policies.empty === "refuse" })
  return remarks
}

/** Whether a label has no objects, and no attributes of its images. */
export const isEmptyLabel = (label: JsonObject): boolean =>
  isArray(label.sensors)
    ? toObjects(label.sensors).every(({ attributes }) => !isObject(attributes) || isEmptySensor(attributes))
    : isEmptySensor(label)

const isEmptySensor = (label: JsonObject): boolean =>
  isArray(label.frames) ? toObjects(label.frames).every(isEmptyFrame) : isEmptyFrame(label)

const isEmptyFrame = ({ annotations, image_attributes: attributes }: JsonObject): boolean =>
  !(isArray(annotations) && annotations.length > 0) &&
  !(isObject(attributes) && Object.keys(attributes).length > 0)
