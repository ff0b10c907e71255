/** What a rule says, and to whom: rules name what they found, the report keeps the first of them and counts all. */
import type { Verdict, Warning, WarningRuleName } from "../../domain/Warning.ts"
import type { Scene } from "../read/Scene.ts"

/** A warning without what is the same for most. */
export type Finding = Pick<Warning, "rule" | "message"> & Partial<Warning>

export interface Report {
  readonly add: (place: Pick<Scene, "frame" | "sensor">, finding: Finding) => void
  /** Notes that a rule did not look at everything. */
  readonly cut: () => void
}

export interface FullReport extends Report {
  /** Warnings in order, at most `limit`. */
  readonly verdict: (limit: number, order: (a: Warning, b: Warning) => number) => Verdict
}

/** `kept` bounds what is held in memory before it is put in order. */
export const makeReport = (kept: number): FullReport => {
  const warnings: Array<Warning> = []
  const counts: { [Rule in WarningRuleName]?: number } = {}
  let cut = false
  return {
    add: ({ frame, sensor }, finding) => {
      counts[finding.rule] = (counts[finding.rule] ?? 0) + 1
      if (warnings.length < kept) warnings.push({ ...blank, frame, sensor, ...finding })
    },
    cut: () => {
      cut = true
    },
    verdict: (limit, order) => {
      const sorted = warnings.toSorted(order)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return {
        warnings: sorted.slice(0, limit),
        truncated: cut || all > Math.min(limit, sorted.length),
        counts,
      }
    },
  }
}

const blank: Omit<Warning, "rule" | "message" | "frame" | "sensor"> = {
  ruleIndex: null,
  annotationIds: [],
  trackIds: [],
  attribute: null,
  measured: null,
  limit: null,
}
