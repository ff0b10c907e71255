/** Warnings about the label on the screen, and which of them are listed. */
import { isArray, isObject, type Json, type JsonObject, toNumber, toObjects } from "../editor/json/value.ts"
import { toKey } from "../editor/label/annotation.ts"

export interface Finding {
  /** Names the warning in calls. */
  readonly id: string
  readonly rule: string
  readonly message: string
  /** The name of the attribute that it is about; undefined for other rules. */
  readonly attribute: string | undefined
  /** The frame that it is about; undefined for the whole label. */
  readonly frame: number | undefined
  /** The sensor that it is about; undefined for a label without sensors, and for what is about several. */
  readonly sensor: string | undefined
  /** The keys of the objects that it names. */
  readonly keys: ReadonlyArray<string>
  /** Whether somebody decided that it may stay. */
  readonly dismissed: boolean
  /** Why it may stay. */
  readonly reason: string | undefined
}

/** Reads the answer of a check. */
export const readFindings = (answer: Json): ReadonlyArray<Finding> =>
  isObject(answer) ? toObjects(answer.warnings).map(readFinding) : []

const readFinding = (warning: JsonObject): Finding => {
  const frame = toNumber(warning.frame)
  const tracks = readIds(warning.track_ids)
  return {
    id: String(warning.id),
    rule: String(warning.rule),
    message: String(warning.message),
    attribute: typeof warning.attribute === "string" ? warning.attribute : undefined,
    frame: Number.isInteger(frame) ? frame : undefined,
    sensor: typeof warning.sensor === "string" ? warning.sensor : undefined,
    // Objects of sequences are named by their tracks.
    keys: tracks.length > 0 ? tracks : readIds(warning.annotation_ids),
    dismissed: isObject(warning.dismissed),
    reason: isObject(warning.dismissed) ? String(warning.dismissed.reason) : undefined,
  }
}

const readIds = (ids: Json | undefined): ReadonlyArray<string> => (isArray(ids) ? ids.map(toKey) : [])

/** The number of findings by object in a frame, of one sensor where there are several; dismissed ones do not count. */
export const countByKey = (
  findings: ReadonlyArray<Finding>,
  frame: number,
  sensor?: string,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const finding of findings) {
    if (finding.dismissed || (finding.frame !== undefined && finding.frame !== frame)) continue
    if (sensor !== undefined && finding.sensor !== undefined && finding.sensor !== sensor) continue
    for (const key of new Set(finding.keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** The number of findings about a sensor; dismissed ones do not count. */
export const openIn = (findings: ReadonlyArray<Finding>, sensor: string): number =>
  findings.filter((finding) => !finding.dismissed && finding.sensor === sensor).length

/** The frames that findings name. */
export const listFrames = (findings: ReadonlyArray<Finding>): ReadonlySet<number> =>
  new Set(findings.flatMap(({ dismissed, frame }) => (dismissed || frame === undefined ? [] : [frame])))

/** Which warnings are listed: of one rule, of the shown frame, of the selected objects. */
export interface FindingFilter {
  /** The name of a rule; undefined for all. */
  readonly rule: string | undefined
  readonly where: "everywhere" | "frame" | "sensor" | "selection"
}

export const unfiltered: FindingFilter = { rule: undefined, where: "everywhere" }

/** The filter of the warnings that the editor shows. */
interface Shown {
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
