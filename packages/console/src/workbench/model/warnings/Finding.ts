/** A warning of the server about the label on the screen. */
import { toKey } from "../document/annotation.ts"
import { isArray, isObject, type Json, type JsonObject, toNumber, toObjects } from "../json/value.ts"

export interface Finding {
  /** Names the warning in calls. */
  readonly id: string
  readonly rule: string
  readonly message: string
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
