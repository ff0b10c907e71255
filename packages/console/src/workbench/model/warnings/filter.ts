/** Which warnings are listed: of one rule, of the shown frame, of the selected objects. */
import type { Finding } from "./Finding.ts"

export interface FindingFilter {
  /** The name of a rule; undefined for all. */
  readonly rule: string | undefined
  readonly where: "everywhere" | "frame" | "sensor" | "selection"
}

export const unfiltered: FindingFilter = { rule: undefined, where: "everywhere" }

/** The filter of the warnings that the editor shows. */
export interface Shown {
  readonly frame: number
  readonly selected: ReadonlySet<string>
  /** The sensor that is edited, where there are several. */
  readonly sensor?: { readonly name: string } | undefined
}

/** The findings that pass. */
export const filterFindings = (
  findings: ReadonlyArray<Finding>,
  { rule, where }: FindingFilter,
  { frame, selected, sensor }: Shown,
): ReadonlyArray<Finding> =>
  findings.filter(
    (finding) =>
      (rule === undefined || finding.rule === rule) &&
      (where === "everywhere" ||
        (where === "frame"
          ? finding.frame === undefined || finding.frame === frame
          : where === "sensor"
            ? finding.sensor === undefined || finding.sensor === sensor?.name
            : finding.keys.some((key) => selected.has(key)))),
  )

/** The rules of findings with the number of those that are not dismissed, in the order of their first finding. */
export const countRules = (findings: ReadonlyArray<Finding>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { dismissed, rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + (dismissed ? 0 : 1))
  return counts
}
