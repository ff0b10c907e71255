/** What a rule says, and to whom: rules name what they found, the report keeps the first of them and counts all. */

import type { CheckResult } from "../../domain/CheckResult.ts"
import type { Warning, WarningRuleName } from "../../domain/Warning.ts"
import type { Scene } from "../read/Scene.ts"
import { inOrder } from "./inOrder.ts"

/** A warning without what is the same for most. */
export type Finding = Pick<Warning, "rule" | "message"> & Partial<Omit<Warning, "frame" | "sensor">>

export interface Report {
  /** `about`: the parts of the label that the finding is about, as they were sent. */
  readonly add: (
    place: Pick<Scene, "frame" | "sensor">,
    finding: Finding,
    about: ReadonlyArray<unknown>,
  ) => void
  /** Notes that a rule did not look at everything. */
  readonly cut: () => void
  /** Counts findings of a rule that are not told one by one. */
  readonly more: (rule: WarningRuleName, count: number) => void
  /** How much work is left. */
  readonly left: () => number
  /** Takes work from what is left; false, and the report is cut, when there is not as much: then the rule ends. */
  readonly spend: (work: number) => boolean
}

/** What things take of a label's work, a look at two cuboids being one. */
export const work = { limit: 10, attribute: 30, compared: 100, finding: 100 } as const

/** A check result with the parts of the label that each warning is about. */
export interface FullCheckResult extends CheckResult {
  /** As many as there are warnings, in the same order. */
  readonly about: ReadonlyArray<ReadonlyArray<unknown>>
  /** Whether every rule looked at everything. */
  readonly complete: boolean
}

export interface FullReport extends Report {
  /** Warnings in order, at most `limit`; `sensors` in the order of the label. */
  readonly checkResult: (limit: number, sensors: Iterable<string | null>) => FullCheckResult
}

/** `kept` bounds what is held in memory before it is put in order, `budget` the work of all rules together. */
export const makeReport = (kept: number, budget: number): FullReport => {
  const told: Array<{ readonly warning: Warning; readonly about: ReadonlyArray<unknown> }> = []
  const counts: { [Rule in WarningRuleName]?: number } = {}
  let cut = false
  let left = budget
  return {
    add: ({ frame, sensor }, finding, about) => {
      counts[finding.rule] = (counts[finding.rule] ?? 0) + 1
      if (told.length < kept) told.push({ warning: warningOf(finding, frame, sensor), about })
    },
    cut: () => {
      cut = true
    },
    more: (rule, count) => {
      if (count > 0) counts[rule] = (counts[rule] ?? 0) + count
    },
    left: () => left,
    spend: (amount) => {
      left -= amount
      if (left < 0) cut = true
      return left >= 0
    },
    checkResult: (limit, sensors) => {
      const some = inOrder(told, sensors).slice(0, limit)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return {
        warnings: some.map(({ warning }) => warning),
        about: some.map(({ about }) => about),
        truncated: cut || all > some.length,
        complete: !cut,
        counts,
      }
    },
  }
}

/** Written out: spreading two objects for each of many takes several times as long. */
const warningOf = (finding: Finding, frame: number | null, sensor: string | null): Warning => ({
  rule: finding.rule,
  ruleIndex: finding.ruleIndex ?? null,
  message: finding.message,
  frame,
  sensor,
  annotationIds: finding.annotationIds ?? none,
  trackIds: finding.trackIds ?? none,
  attribute: finding.attribute ?? null,
  measured: finding.measured ?? null,
  limit: finding.limit ?? null,
})

const none: ReadonlyArray<number> = []
