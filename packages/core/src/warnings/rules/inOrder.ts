/**
 * Sorts warnings by frame, sensor, rule and ids, those above the frames first. Sort keys are computed once for each
 * warning and not for each comparison, because there may be a hundred thousand.
 */
import type { Warning } from "../../domain/Warning.ts"
import { warningRuleNames } from "../../domain/warningRuleNames.ts"

/** Sorts the rows. `sensors`: in the order of the label. */
export const sortReported = <Row extends { readonly warning: Warning }>(
  rows: ReadonlyArray<Row>,
  sensors: Iterable<string | null>,
): ReadonlyArray<Row> => {
  const sensorRanks = computeRanks([null, ...sensors])
  const ranked = rows.map((one) => {
    const { frame, rule, ruleIndex, sensor } = one.warning
    return {
      one,
      frame: frame ?? -1,
      sensor: sensorRanks.get(sensor) ?? 0,
      rule: ruleRanks.get(rule) ?? 0,
      ruleIndex: ruleIndex ?? -1,
    }
  })
  ranked.sort(
    (a, b) =>
      a.frame - b.frame ||
      a.sensor - b.sensor ||
      a.rule - b.rule ||
      a.ruleIndex - b.ruleIndex ||
      compareIds(a.one.warning.annotationIds, b.one.warning.annotationIds) ||
      compareTexts(a.one.warning.attribute, b.one.warning.attribute),
  )
  return ranked.map(({ one }) => one)
}

/** The position of the first occurrence of each value. */
const computeRanks = <Value>(values: Iterable<Value>): ReadonlyMap<Value, number> => {
  const ranks = new Map<Value, number>()
  for (const value of values) if (!ranks.has(value)) ranks.set(value, ranks.size)
  return ranks
}

const ruleRanks = computeRanks<string>(warningRuleNames)

const compareIds = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const compareTexts = (a: string | null, b: string | null): number => {
  const [one, other] = [a ?? "", b ?? ""]
  return one < other ? -1 : one > other ? 1 : 0
}
