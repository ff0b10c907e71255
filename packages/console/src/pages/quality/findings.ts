/** Collects what a check of a dataset has found so far: the first warnings of each rule, which are enough to work on. */
import type { CheckLine, CheckProgress, CheckSummary, FoundWarning, RefusedLabel } from "./lines.ts"

export interface Findings {
  /** The first warnings of each rule. */
  readonly warnings: ReadonlyMap<string, ReadonlyArray<FoundWarning>>
  /** The first labels that could not be checked. */
  readonly refused: ReadonlyArray<RefusedLabel>
  readonly progress: CheckProgress | undefined
  /** At the end. */
  readonly summary: CheckSummary | undefined
}

export const nothingFound: Findings = {
  warnings: new Map(),
  refused: [],
  progress: undefined,
  summary: undefined,
}

/** Limits how many warnings of a rule, and how many refused labels, are kept. */
export const keptOfRule = 200

/** Adds the next lines. Dismissed warnings are left out: somebody has decided on them. */
export const withLines = (findings: Findings, lines: ReadonlyArray<CheckLine>): Findings => {
  const warnings = new Map(findings.warnings)
  const refused = [...findings.refused]
  let { progress, summary } = findings
  for (const line of lines) {
    if (line.type === "progress") progress = line
    else if (line.type === "summary") summary = line
    else if (line.type === "refused") refused.push(line)
    else if (line.dismissed === null) {
      const others = warnings.get(line.rule) ?? []
      if (others.length < keptOfRule) warnings.set(line.rule, [...others, line])
    }
  }
  return { warnings, refused: refused.slice(0, keptOfRule), progress, summary }
}
