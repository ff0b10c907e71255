/**
 * Checks a label against its dataset's configuration. Pure and synchronous: to serve others meanwhile, run it on
 * another thread. Loads no `effect`, so that the worker of a page stays small.
 */
import type { Checked, CheckResult, ExceededLimit, TextCheckResult } from "../domain/CheckResult.ts"
import type { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import type { SoundItems } from "../domain/structure/Inspection.ts"
import { compile } from "./compile.ts"
import { listMalformed } from "./read/malformedShapes.ts"
import { readLabel } from "./read/readLabel.ts"
import type { LabelScenes, Scene } from "./read/Scene.ts"
import { checkAttribute } from "./rules/attributeRules.ts"
import type { CompiledConfiguration } from "./rules/Compiled.ts"
import { checkCuboidDimensionLimits } from "./rules/cuboidDimensionLimits.ts"
import { selectSoundCuboids } from "./rules/degenerateCuboids.ts"
import { checkIntersectingCuboids } from "./rules/intersectingCuboids.ts"
import { checkQualityRules } from "./rules/quality/qualityRules.ts"
import { type FullCheckResult, makeReport, type Report } from "./rules/Report.ts"
import { checkMissingLinkEnds, checkUnknownCategories, indexAnnotations } from "./rules/references.ts"
import { checkSensorAttributes } from "./rules/sensorAttributes.ts"
import { visitAttributes } from "./rules/subjects.ts"
import { trackAttributes } from "./rules/trackAttributes.ts"
import { checkUnknownAttributes } from "./rules/unknownAttributes.ts"
import { findUnknownJoints } from "./rules/unknownJoints.ts"

/** The options of checks. */
export interface CheckOptions {
  /** The maximum number of reported warnings. All are counted. Defaults to 10 000. */
  readonly maxWarnings?: number
  /**
   * The task type whose structure the label must have; each violation is a warning. By default the structure is not
   * checked.
   */
  readonly taskType?: TaskType
}

/** The limits above which a label is not checked: its frames, and the cuboids of one frame. */
const maxFrames = 10_000
const maxCuboids = 200_000

/** The limit of the work for one label. Only many overlapping cuboids or very many rules exceed it. */
const budget = { label: 200_000_000, annotation: 500 }
/** The same for a check that others wait for: it takes some milliseconds. */
const quickBudget = { label: 200_000, annotation: 500 }

/**
 * Checks a label as `checkLabel` does, and returns the limit that it exceeds instead of throwing an error.
 *
 * ```ts
 * import { tryCheckLabel } from "./tryCheckLabel.ts"
 *
 * const checked = tryCheckLabel(label, configuration)
 * if (checked._tag === "Checked") for (const { frame, message } of checked.result.warnings) report(frame, message)
 * ```
 */
export const tryCheckLabel = (
  label: unknown,
  configuration: Configuration,
  options: CheckOptions = {},
): Checked<CheckResult> => {
  const checked = checkCompiled(label, compile(configuration), options)
  if (checked._tag === "TooLarge") return checked
  const { counts, truncated, warnings } = checked.result
  return { _tag: "Checked", result: { warnings, truncated, counts } }
}

interface QuickOptions {
  readonly quick?: boolean
  readonly soundItems?: SoundItems | undefined
}

export const checkCompiled = (
  label: unknown,
  configuration: CompiledConfiguration,
  { maxWarnings = 10_000, quick = false, soundItems, taskType }: CheckOptions & QuickOptions = {},
): Checked<FullCheckResult & Pick<TextCheckResult, "structure">> => {
  const structure = taskType === undefined ? [] : checkStructure(label, taskType, soundItems)
  const read = readLabel(label)
  const annotations = read.scenes.reduce((sum, scene) => sum + scene.annotations.length, 0)
  const { annotation, label: base } = quick ? quickBudget : budget
  const report = makeReport(maxWarnings * 10, base + annotation * annotations)
  for (const { frame, message, pointer, sensor } of listMalformed(label, read, structure)) {
    const sentence = `${pointer} ${message}.`
    report.add({ frame, sensor }, { rule: "malformed-label", message: sentence }, [sentence])
  }
  report.more("malformed-label", read.unread)
  const exceeded = findExceededLimit(read)
  if (exceeded !== undefined && structure.length === 0) return { _tag: "TooLarge", ...exceeded }
  if (exceeded === undefined) checkAll(read, configuration, report)
  else report.cut()
  return { _tag: "Checked", result: { ...report.checkResult(maxWarnings, read.sensors), structure } }
}

const checkAll = (read: LabelScenes, configuration: CompiledConfiguration, report: Report): void => {
  for (const scene of read.scenes) checkScene(scene, configuration, report)
  trackAttributes(read.scenes, configuration, report)
  checkSensorAttributes(read.scenes, configuration, report)
  checkUnknownAttributes(read.scenes, configuration, report)
  findUnknownJoints(read.scenes, configuration, report)
  checkQualityRules(read.scenes, configuration, report)
  checkLinks(read, configuration, report)
}

/** The limit that a label exceeds. */
const findExceededLimit = ({ scenes }: LabelScenes): ExceededLimit | undefined => {
  for (const { annotations, frame } of scenes) {
    if ((frame ?? 0) >= maxFrames) return { what: "frames", limit: maxFrames }
    if (annotations.length <= maxCuboids) continue
    const cuboids = annotations.reduce((count, { cuboid }) => count + (cuboid === null ? 0 : 1), 0)
    if (cuboids > maxCuboids) return { what: "cuboids", limit: maxCuboids }
  }
  return undefined
}

const checkScene = (scene: Scene, configuration: CompiledConfiguration, report: Report): void => {
  const byId = indexAnnotations(scene, report)
  checkUnknownCategories(scene, configuration, report)
  checkIntersectingCuboids(scene, selectSoundCuboids(scene, report), configuration.intersecting, report)
  checkCuboidDimensionLimits(scene, configuration.limits, report)
  checkMissingLinkEnds(scene, scene.links, (id) => byId.has(id), report)
  visitAttributes(scene, configuration, byId, report, (subject, attribute, value) =>
    checkAttribute(scene, subject, attribute, value, report),
  )
}

/** Checks links above the scenes, which may name annotations or tracks of any scene. */
const checkLinks = (
  { links, scenes }: LabelScenes,
  configuration: CompiledConfiguration,
  report: Report,
): void => {
  if (links.length === 0) return
  const ends = new Map<number, Scene["annotations"][number]>()
  for (const { annotations } of scenes) {
    for (const annotation of annotations) {
      if (!ends.has(annotation.id)) ends.set(annotation.id, annotation)
    }
  }
  for (const { annotations } of scenes) {
    for (const annotation of annotations) {
      if (annotation.trackId !== null && !ends.has(annotation.trackId))
        ends.set(annotation.trackId, annotation)
    }
  }
  const whole = { frame: null, sensor: null }
  checkMissingLinkEnds(whole, links, (id) => ends.has(id), report)
  const scene: Scene = { ...whole, kind: null, annotations: [], links, imageAttributes: {} }
  visitAttributes(
    scene,
    { ...configuration, imageAttributes: [] },
    ends,
    report,
    (subject, attribute, value) => checkAttribute(whole, subject, attribute, value, report),
  )
}
