/** Joins the findings of one missing value in several frames. */
import type { Finding } from "./Finding.ts"

/** A missing value of an object or of a track, with a finding for each of its frames; or one finding of another rule. */
export interface FindingGroup {
  /** The earliest of them, to which the group leads. */
  readonly finding: Finding
  readonly findings: ReadonlyArray<Finding>
}

/** The rule about values that are missing. */
export const missingValue = "mandatory-attribute"

export const groupFindings = (findings: ReadonlyArray<Finding>): ReadonlyArray<FindingGroup> => {
  const groups = new Map<string, ReadonlyArray<Finding>>()
  for (const finding of findings) {
    const { attribute, dismissed, id, keys, reason, rule, sensor } = finding
    const name =
      rule === missingValue && keys.length > 0
        ? JSON.stringify([attribute, sensor, keys, dismissed, reason])
        : `${id} ${finding.frame}`
    groups.set(name, [...(groups.get(name) ?? []), finding])
  }
  return [...groups.values()].flatMap((group) => {
    const [finding] = group
    return finding === undefined ? [] : [{ finding, findings: group }]
  })
}

/** Frames, counted from 1, with runs as "3–7". */
export const formatFrames = (findings: ReadonlyArray<Finding>): string => {
  const frames = [
    ...new Set(findings.flatMap(({ frame }) => (frame === undefined ? [] : [frame + 1]))),
  ].toSorted((a, b) => a - b)
  const runs: Array<[first: number, last: number]> = []
  for (const frame of frames) {
    const run = runs.at(-1)
    if (run !== undefined && run[1] === frame - 1) run[1] = frame
    else runs.push([frame, frame])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ")
}
