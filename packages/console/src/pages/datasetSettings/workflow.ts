/** The workflow of a dataset as values of a form, and the change that a form makes. Pure. */
import { warningRuleNames } from "@annotary/core/check"
import type { Wire } from "../../api/client.ts"
import { type Flags, pickFlags } from "../datasetFields/flags.ts"
import type { Change } from "./calls.ts"

export type Rule = Wire<"WarningRuleName">

/** The kinds of warnings that can refuse a label. */
export const rules: ReadonlyArray<Rule> = warningRuleNames

export interface WorkflowValues {
  readonly flags: Flags
  readonly inactivitySeconds: number
  readonly timeZone: string
  readonly rejectOn: ReadonlyArray<Rule>
}

export const toWorkflowValues = (dataset: Wire<"Dataset">): WorkflowValues => ({
  flags: pickFlags(dataset),
  inactivitySeconds: dataset.labeling_inactivity_timeout_seconds,
  timeZone: dataset.time_zone,
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
  const others = dataset.reject_on_warnings.filter((rule) => !rules.some((one) => one === rule))
  return {
    ...Object.fromEntries(flags),
    ...(values.inactivitySeconds === before.inactivitySeconds
      ? {}
      : { labeling_inactivity_timeout_seconds: values.inactivitySeconds }),
    ...(values.timeZone === before.timeZone ? {} : { time_zone: values.timeZone }),
    ...(values.rejectOn.join() === before.rejectOn.join()
      ? {}
      : { reject_on_warnings: [...values.rejectOn, ...others] }),
  }
}
