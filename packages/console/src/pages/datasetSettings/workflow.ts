/** The workflow of a dataset as values of a form, and the change that a form makes. Pure. */
import { warningRuleNames } from "@annotary/core/check"
import type { Wire } from "../../api/client.ts"
import { type Flags, pickFlags } from "../datasetFields/flags.ts"
import type { Change } from "./calls.ts"

export type Rule = Wire<"WarningRuleName">

/** The kinds of warnings that can refuse a label. */
export const rules: ReadonlyArray<Rule> = warningRuleNames

/** The fields of the form that are no switches, by the names of the API, with the keys of their words. */
export const workflowWords = {
  labeling_inactivity_timeout_seconds: "inactivity",
  time_zone: "timeZone",
  daily_goal: "dailyGoal",
  overlap: "overlap",
  overlap_decision: "decision.overlap_decision",
  overlap_threshold: "decision.overlap_threshold",
  overlap_maximum: "decision.overlap_maximum",
  overlap_quorum: "decision.overlap_quorum",
  overlap_match_threshold: "decision.overlap_match_threshold",
  overlap_weights: "decision.overlap_weights",
  review_rate: "review.review_rate",
  review_warnings: "review.review_warnings",
  review_people: "review.review_people",
  review_categories: "review.review_categories",
  gold_rate: "gold.gold_rate",
  gold_agreement: "gold.gold_agreement",
  gold_threshold: "gold.gold_threshold",
  gold_minimum: "gold.gold_minimum",
  gold_feedback: "gold.gold_feedback",
  audit_tolerance: "audit.audit_tolerance",
  on_missing_values: "submitCheck.on_missing_values",
  on_empty_label: "submitCheck.on_empty_label",
  on_open_issues: "submitCheck.on_open_issues",
  on_warnings: "submitCheck.on_warnings",
  reject_on_warnings: "rejectOn",
} as const satisfies { readonly [Field in keyof Wire<"Dataset">]?: string }

/** A field of the form that is no switch, by its name in the API. */
export type WorkflowField = keyof typeof workflowWords

/** The settings of what holds a submission back, by the names of the API. */
export const submitChecks = [
  "on_missing_values",
  "on_empty_label",
  "on_open_issues",
  "on_warnings",
] as const satisfies ReadonlyArray<keyof Wire<"Dataset">>

export type SubmitCheck = (typeof submitChecks)[number]
export type SubmitPolicy = Wire<"SubmitPolicy">
/** The policies of a dataset, by the names of the API. */
export type PolicySettings = Readonly<Pick<Wire<"Dataset">, SubmitCheck>>

export const submitPolicies = ["warn", "ask", "refuse"] as const satisfies ReadonlyArray<SubmitPolicy>

/** The key of a policy in the words. */
export const toPolicyKey = (policy: SubmitPolicy) => (policy === "ask" ? "question" : policy)

/** The decisions between the labels of several people, from the one with the most reviews. */
export const overlapDecisions = ["review", "merge", "one_more"] as const satisfies ReadonlyArray<
  Wire<"OverlapDecision">
>

/** The settings of decisions, by the names of the API. */
export type DecisionSettings = Readonly<
  Pick<
    Wire<"Dataset">,
    | "overlap_decision"
    | "overlap_match_threshold"
    | "overlap_maximum"
    | "overlap_quorum"
    | "overlap_threshold"
    | "overlap_weights"
  >
>

/** The weights of votes in a merged label. */
export const overlapWeights = ["equal", "gold"] as const satisfies ReadonlyArray<
  DecisionSettings["overlap_weights"]
>

/** The settings of reviews by sampling, by the names of the API. */
export interface ReviewSettings extends Readonly<Pick<Wire<"Dataset">, "review_rate" | "review_warnings">> {
  readonly review_people: ReadonlyArray<string>
  readonly review_categories: ReadonlyArray<number>
}

/** The settings of gold samples, by the names of the API. */
export type GoldSettings = Readonly<
  Pick<Wire<"Dataset">, "gold_agreement" | "gold_feedback" | "gold_minimum" | "gold_rate" | "gold_threshold">
>

/** Whether a value is that of a field that was emptied and is not shown any more: it stays as it was. */
const isEmptied = (value: unknown): boolean => Number.isNaN(value)

export interface WorkflowValues {
  readonly flags: Flags
  readonly inactivitySeconds: number
  readonly timeZone: string
  readonly dailyGoal: number
  /** The number of people who label each new sample. */
  readonly overlap: number
  readonly decision: DecisionSettings
  readonly review: ReviewSettings
  readonly gold: GoldSettings
  /** Null: any error of geometry that an auditor sees counts. */
  readonly auditTolerance: Readonly<Pick<Wire<"AuditTolerance">, "metric" | "value">> | null
  readonly policies: PolicySettings
  readonly rejectOn: ReadonlyArray<Rule>
}

export const toWorkflowValues = (dataset: Wire<"Dataset">): WorkflowValues => ({
  flags: pickFlags(dataset),
  inactivitySeconds: dataset.labeling_inactivity_timeout_seconds,
  timeZone: dataset.time_zone,
  dailyGoal: dataset.daily_goal,
  overlap: dataset.overlap,
  decision: {
    overlap_decision: dataset.overlap_decision,
    overlap_threshold: dataset.overlap_threshold,
    overlap_maximum: dataset.overlap_maximum,
    overlap_quorum: dataset.overlap_quorum,
    overlap_match_threshold: dataset.overlap_match_threshold,
    overlap_weights: dataset.overlap_weights,
  },
  review: {
    review_rate: dataset.review_rate,
    review_warnings: dataset.review_warnings,
    review_people: dataset.review_people ?? [],
    review_categories: dataset.review_categories,
  },
  gold: {
    gold_rate: dataset.gold_rate,
    gold_agreement: dataset.gold_agreement,
    gold_threshold: dataset.gold_threshold,
    gold_minimum: dataset.gold_minimum,
    gold_feedback: dataset.gold_feedback,
  },
  auditTolerance: dataset.audit_tolerance,
  policies: {
    on_missing_values: dataset.on_missing_values,
    on_empty_label: dataset.on_empty_label,
    on_open_issues: dataset.on_open_issues,
    on_warnings: dataset.on_warnings,
  },
  // In one order, so that the same choice is the same value.
  rejectOn: rules.filter((rule) => dataset.reject_on_warnings.includes(rule)),
})

/** The time zones of the browser, and the present one. */
export const listTimeZones = (present: string): ReadonlyArray<string> =>
  [...new Set(["UTC", present, ...Intl.supportedValuesOf("timeZone")])].sort()

/** Returns what differs from the dataset. Rules of newer servers, which the form does not show, stay. */
export const makeWorkflowChange = (values: WorkflowValues, dataset: Wire<"Dataset">): Change => {
  const before = toWorkflowValues(dataset)
  const flags = Object.entries(values.flags).filter(
    ([name, isOn]) => isOn !== before.flags[name as keyof Flags],
  )
  const policies = submitChecks.flatMap((name) =>
    values.policies[name] === before.policies[name] ? [] : [[name, values.policies[name]] as const],
  )
  const decision = Object.entries(values.decision).filter(
    ([name, value]) => !isEmptied(value) && value !== before.decision[name as keyof DecisionSettings],
  )
  const review = Object.entries(values.review).filter(
    ([name, value]) => String(value) !== String(before.review[name as keyof ReviewSettings]),
  )
  const gold = Object.entries(values.gold).filter(
    ([name, value]) => !isEmptied(value) && value !== before.gold[name as keyof GoldSettings],
  )
  const others = dataset.reject_on_warnings.filter((rule) => !rules.some((one) => one === rule))
  return {
    ...Object.fromEntries(flags),
    ...Object.fromEntries(policies),
    ...Object.fromEntries(decision),
    ...Object.fromEntries(review),
    ...Object.fromEntries(gold),
    ...(isSameTolerance(values.auditTolerance, before.auditTolerance)
      ? {}
      : { audit_tolerance: values.auditTolerance }),
    ...(values.inactivitySeconds === before.inactivitySeconds
      ? {}
      : { labeling_inactivity_timeout_seconds: values.inactivitySeconds }),
    ...(values.dailyGoal === before.dailyGoal ? {} : { daily_goal: values.dailyGoal }),
    ...(values.overlap === before.overlap ? {} : { overlap: values.overlap }),
    ...(values.timeZone === before.timeZone ? {} : { time_zone: values.timeZone }),
    ...(values.rejectOn.join() === before.rejectOn.join()
      ? {}
      : { reject_on_warnings: [...values.rejectOn, ...others] }),
  }
}

const isSameTolerance = (
  first: WorkflowValues["auditTolerance"],
  second: WorkflowValues["auditTolerance"],
): boolean => first?.metric === second?.metric && first?.value === second?.value
