import type { CheckResult } from "../../domain/CheckResult.ts"
import type { Warning, WarningRuleName } from "../../domain/Warning.ts"
import type { Scene } from "../read/Scene.ts"
import { sortReported } from "./inOrder.ts"

/** A warning without the fields that are the same for most. */
export type Finding = Pick<Warning, "rule" | "message"> & Partial<Omit<Warning, "frame" | "sensor">>

/** Collects the findings of rules: keeps the first ones and counts all. */
export interface Report {
  /** Adds a finding. `about`: the parts of the label that it is about, as sent. */
  readonly add: (
    place: Pick<Scene, "frame" | "sensor">,
    finding: Finding,
    about: ReadonlyArray<unknown>,
  ) => void
  /** Records that a rule did not examine everything. */
  readonly cut: () => void
  /** Counts findings of a rule that are not reported one by one. */
  readonly more: (rule: WarningRuleName, count: number) => void
  /** The remaining work. */
  readonly left: () => number
  /**
   * Subtracts work from the remaining work. False when not enough is left: then the rule ends, and the report is
   * incomplete.
   */
  readonly spend: (work: number) => boolean
}

/** The cost of operations in work units. Examining two cuboids costs one. */
export const work = { edges: 4, limit: 10, attribute: 30, compared: 100, finding: 100 } as const

/** A check result with the parts of the label that each warning is about. */
export interface FullCheckResult extends CheckResult {
  /** The parts for each warning, in the same order. */
  readonly about: ReadonlyArray<ReadonlyArray<unknown>>
  /** Whether every rule examined everything. */
  readonly complete: boolean
}

export interface FullReport extends Report {
  /** The warnings in order, at most `limit`. `sensors`: in the order of the label. */
  readonly checkResult: (limit: number, sensors: Iterable<string | null>) => FullCheckResult
}

/**
 * Creates a report. `kept` limits the findings in memory before they are sorted, `budget` the work of all rules
 * together.
 */
export const makeReport = (kept: number, budget: number): FullReport => {
  const reported: Array<{ readonly warning: Warning; readonly about: ReadonlyArray<unknown> }> = []
  const counts: { [Rule in WarningRuleName]?: number } = {}
  let cut = false
  let left = budget
  return {
    add: ({ frame, sensor }, finding, about) => {
      counts[finding.rule] = (counts[finding.rule] ?? 0) + 1
      if (reported.length < kept) reported.push({ warning: toWarning(finding, frame, sensor), about })
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
      const firstReported = sortReported(reported, sensors).slice(0, limit)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return {
        warnings: firstReported.map(({ warning }) => warning),
        about: firstReported.map(({ about }) => about),
        truncated: cut || all > firstReported.length,
        complete: !cut,
        counts,
      }
    },
  }
}

/** Written out, because spreading two objects for each finding takes several times as long. */
const toWarning = (finding: Finding, frame: number | null, sensor: string | null): Warning => ({
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
