/**
 * The verdict on a label: everything that its dataset's configuration objects to. Pure, and the same wherever a label is
 * judged. It runs to its end in one go: who serves others meanwhile runs it beside them.
 */
import type { Configuration } from "../domain/Configuration.ts"
import { LabelTooLarge } from "../domain/errors.ts"
import { type Verdict, type Warning, WarningRuleName } from "../domain/Warning.ts"
import { compile } from "./compile.ts"
import { readLabel } from "./read/readLabel.ts"
import type { LabelScenes, Scene } from "./read/Scene.ts"
import { judgeAttribute } from "./rules/attributeRules.ts"
import type { CompiledConfiguration } from "./rules/Compiled.ts"
import { cuboidDimensionLimits } from "./rules/cuboidDimensionLimits.ts"
import { soundCuboids } from "./rules/degenerateCuboids.ts"
import { annotationsById } from "./rules/duplicateIds.ts"
import { intersectingCuboids } from "./rules/intersectingCuboids.ts"
import { missingLinkEnds } from "./rules/missingLinkEnds.ts"
import { makeReport, type Report } from "./rules/Report.ts"
import { sensorAttributes } from "./rules/sensorAttributes.ts"
import { eachAttribute } from "./rules/subjects.ts"
import { trackAttributes } from "./rules/trackAttributes.ts"
import { unknownCategories } from "./rules/unknownCategories.ts"

export interface CheckOptions {
  /** Warnings that are told at most; all are counted. Default 10 000. */
  readonly maxWarnings?: number
}

/** Frames of one label, and cuboids of one frame, beyond which it is not judged. */
const maxFrames = 10_000
const maxCuboids = 200_000

/** Judges a parsed label, for example `JSON.parse` of its attributes. Throws `LabelTooLarge`, and nothing else. */
export const checkLabel = (
  label: unknown,
  configuration: Configuration,
  options: CheckOptions = {},
): Verdict => checkCompiled(label, compile(configuration), options)

export const checkCompiled = (
  label: unknown,
  configuration: CompiledConfiguration,
  { maxWarnings = 10_000 }: CheckOptions = {},
): Verdict => {
  const read = readLabel(label)
  bounded(read)
  const report = makeReport(maxWarnings * 10)
  for (const { frame, message, pointer, sensor } of read.malformed) {
    report.add({ frame, sensor }, { rule: "malformed-label", message: `${pointer} ${message}.` })
  }
  for (const scene of read.scenes) judgeScene(scene, configuration, report)
  trackAttributes(read.scenes, configuration, report)
  sensorAttributes(read.scenes, configuration, report)
  judgeLinks(read, configuration, report)
  return report.verdict(maxWarnings, orderFor(read))
}

const bounded = ({ scenes }: LabelScenes): void => {
  for (const { annotations, frame } of scenes) {
    if ((frame ?? 0) >= maxFrames) throw new LabelTooLarge({ what: "frames", limit: maxFrames })
    if (annotations.length <= maxCuboids) continue
    const cuboids = annotations.reduce((count, { cuboid }) => count + (cuboid === null ? 0 : 1), 0)
    if (cuboids > maxCuboids) throw new LabelTooLarge({ what: "cuboids", limit: maxCuboids })
  }
}

const judgeScene = (scene: Scene, configuration: CompiledConfiguration, report: Report): void => {
  const byId = annotationsById(scene, report)
  unknownCategories(scene, configuration, report)
  intersectingCuboids(scene, soundCuboids(scene, report), configuration.intersecting, report)
  cuboidDimensionLimits(scene, configuration.limits, report)
  missingLinkEnds(scene, scene.links, (id) => byId.has(id), report)
  eachAttribute(scene, configuration, byId, (subject, attribute, value) =>
    judgeAttribute(scene, subject, attribute, value, report),
  )
}

/** Links above the scenes name annotations, or tracks, of any of them. */
const judgeLinks = (
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
  eachAttribute(scene, { ...configuration, imageAttributes: [] }, ends, (subject, attribute, value) =>
    judgeAttribute(whole, subject, attribute, value, report),
  )
}

/** Frame, sensor, rule, ids; what stands above the frames goes first. */
const orderFor = ({ scenes }: LabelScenes) => {
  const sensors = new Map<string | null, number>([[null, -1]])
  for (const { sensor } of scenes) if (!sensors.has(sensor)) sensors.set(sensor, sensors.size)
  const rules = new Map(WarningRuleName.literals.map((rule, index) => [rule, index]))
  const rank = (map: ReadonlyMap<string | null, number>, key: string | null) => map.get(key) ?? 0
  return (a: Warning, b: Warning): number =>
    (a.frame ?? -1) - (b.frame ?? -1) ||
    rank(sensors, a.sensor) - rank(sensors, b.sensor) ||
    rank(rules, a.rule) - rank(rules, b.rule) ||
    (a.ruleIndex ?? -1) - (b.ruleIndex ?? -1) ||
    byIds(a.annotationIds, b.annotationIds) ||
    byText(a.attribute, b.attribute)
}

const byIds = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const byText = (a: string | null, b: string | null): number => {
  const [one, other] = [a ?? "", b ?? ""]
  return one < other ? -1 : one > other ? 1 : 0
}
