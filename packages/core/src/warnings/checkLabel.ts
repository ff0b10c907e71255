/**
 * Checks a label against its dataset's configuration. Pure and synchronous: to serve others meanwhile, run it on
 * another thread.
 */
import type { CheckResult, TextCheckResult } from "../domain/CheckResult.ts"
import type { Configuration } from "../domain/Configuration.ts"
import type { TaskType } from "../domain/Dataset.ts"
import { LabelTooLarge } from "../domain/errors.ts"
import { checkStructure } from "../domain/structure/checkStructure.ts"
import { compile } from "./compile.ts"
import { malformedOf } from "./read/malformedOf.ts"
import { readLabel } from "./read/readLabel.ts"
import type { LabelScenes, Scene } from "./read/Scene.ts"
import { checkAttribute } from "./rules/attributeRules.ts"
import type { CompiledConfiguration } from "./rules/Compiled.ts"
import { cuboidDimensionLimits } from "./rules/cuboidDimensionLimits.ts"
import { soundCuboids } from "./rules/degenerateCuboids.ts"
import { intersectingCuboids } from "./rules/intersectingCuboids.ts"
import { qualityRules } from "./rules/quality/qualityRules.ts"
import { type FullCheckResult, makeReport, type Report } from "./rules/Report.ts"
import { annotationsById, missingLinkEnds, unknownCategories } from "./rules/references.ts"
import { sensorAttributes } from "./rules/sensorAttributes.ts"
import { eachAttribute } from "./rules/subjects.ts"
import { trackAttributes } from "./rules/trackAttributes.ts"

/** The options of {@link checkLabel}. */
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

/**
 * Checks a label against its dataset's label-editor configuration. Both are plain data, for example the parsed
 * `attributes` of a label and the parsed `task_attributes` of a dataset. It needs no engine and no server, so it runs
 * in a browser. The warnings are those of the service, ordered by frame, sensor, rule and ids.
 *
 * ```ts
 * import { checkLabel } from "./checkLabel.ts"
 *
 * const { counts, truncated, warnings } = checkLabel(label, configuration)
 * for (const { frame, message } of warnings) report(frame, message)
 * ```
 *
 * Malformed parts of a label are reported as warnings that name the place. Throws `LabelTooLarge` for a label with
 * more than 10 000 frames, or 200 000 cuboids in one frame, and nothing else.
 */
export const checkLabel = (
  label: unknown,
  configuration: Configuration,
  options: CheckOptions = {},
): CheckResult => {
  const { counts, truncated, warnings } = checkCompiled(label, compile(configuration), options)
  return { warnings, truncated, counts }
}

export const checkCompiled = (
  label: unknown,
  configuration: CompiledConfiguration,
  { maxWarnings = 10_000, taskType }: CheckOptions = {},
): FullCheckResult & Pick<TextCheckResult, "structure"> => {
  const structure = taskType === undefined ? [] : checkStructure(label, taskType)
  const read = readLabel(label)
  const annotations = read.scenes.reduce((sum, scene) => sum + scene.annotations.length, 0)
  const report = makeReport(maxWarnings * 10, budget.label + budget.annotation * annotations)
  for (const { frame, message, pointer, sensor } of malformedOf(label, read, structure)) {
    const sentence = `${pointer} ${message}.`
    report.add({ frame, sensor }, { rule: "malformed-label", message: sentence }, [sentence])
  }
  report.more("malformed-label", read.unread)
  if (structure.length === 0) bounded(read)
  if (structure.length === 0 || !isTooLarge(read)) checkAll(read, configuration, report)
  else report.cut()
  return { ...report.checkResult(maxWarnings, read.sensors), structure }
}

const checkAll = (read: LabelScenes, configuration: CompiledConfiguration, report: Report): void => {
  for (const scene of read.scenes) checkScene(scene, configuration, report)
  trackAttributes(read.scenes, configuration, report)
  sensorAttributes(read.scenes, configuration, report)
  qualityRules(read.scenes, configuration.quality, report)
  checkLinks(read, configuration, report)
}

const isTooLarge = (read: LabelScenes): boolean => {
  try {
    bounded(read)
    return false
  } catch {
    return true
  }
}

const bounded = ({ scenes }: LabelScenes): void => {
  for (const { annotations, frame } of scenes) {
    if ((frame ?? 0) >= maxFrames) throw new LabelTooLarge({ what: "frames", limit: maxFrames })
    if (annotations.length <= maxCuboids) continue
    const cuboids = annotations.reduce((count, { cuboid }) => count + (cuboid === null ? 0 : 1), 0)
    if (cuboids > maxCuboids) throw new LabelTooLarge({ what: "cuboids", limit: maxCuboids })
  }
}

const checkScene = (scene: Scene, configuration: CompiledConfiguration, report: Report): void => {
  const byId = annotationsById(scene, report)
  unknownCategories(scene, configuration, report)
  intersectingCuboids(scene, soundCuboids(scene, report), configuration.intersecting, report)
  cuboidDimensionLimits(scene, configuration.limits, report)
  missingLinkEnds(scene, scene.links, (id) => byId.has(id), report)
  eachAttribute(scene, configuration, byId, report, (subject, attribute, value) =>
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
  missingLinkEnds(whole, links, (id) => ends.has(id), report)
  const scene: Scene = { ...whole, kind: null, annotations: [], links, imageAttributes: {} }
  eachAttribute(scene, { ...configuration, imageAttributes: [] }, ends, report, (subject, attribute, value) =>
    checkAttribute(whole, subject, attribute, value, report),
  )
}
