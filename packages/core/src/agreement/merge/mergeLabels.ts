/** One label of those that several people made of one sample. */
import type { Configuration } from "../../domain/Configuration.ts"
import { runToEnd } from "../../domain/runToEnd.ts"
import type { Instance } from "../labels/ComparableObject.ts"
import { groupObjects, type ObjectGroup } from "../labels/groupObjects.ts"
import { getPrepared, type PreparedConfiguration } from "../labels/prepareConfiguration.ts"
import { makeSceneKey } from "../labels/readObjects.ts"
import { requireOptions } from "../labels/requireOptions.ts"
import { hasQuorum, sumWeights } from "./findMajority.ts"
import type { LabelText, MergedObject, MergeOptions, MergeResult, MergeSource } from "./LabelMerge.ts"
import { applyEdits } from "./labelText.ts"
import { makeIdSource } from "./makeIdSource.ts"
import { type MergeContext, type MergeMember, mergeAnnotation } from "./mergeAnnotation.ts"
import { type DraftAnnotation, mergeScenesInSteps, noElements, type ObjectDraft } from "./mergeScenes.ts"
import { type MergeLabel, readMergeLabelsInSteps } from "./readMergeLabels.ts"
import { maxPieces } from "./traceMajority.ts"
import { type PlacedAnnotation, writeMergedScenesInSteps } from "./writeMergedScenes.ts"

/**
 * Merges the labels of one sample, as JSON text. The result starts from the label that is the most like the others, the base; labels that are
 * equal are merged to that label, byte by byte, and the order of the labels does not matter. `docs/agreement.md` has the rules.
 */
export const mergeLabels = (
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<LabelText>,
  options: MergeOptions = {},
): MergeResult => runToEnd(mergeLabelsInSteps(configuration, labels, options))

/** The same in steps, between which other work can run: sequences have many frames, and segmented scenes many elements. */
export function* mergeLabelsInSteps(
  configuration: Configuration | PreparedConfiguration,
  labels: ReadonlyArray<LabelText>,
  options: MergeOptions = {},
): Generator<void, MergeResult> {
  requireOptions(options)
  const prepared = getPrepared(configuration)
  const ordered = yield* readMergeLabelsInSteps(labels, prepared, options)
  if (typeof ordered === "string") return { refusal: ordered }
  const [base] = ordered.labels
  if (base === undefined) return { refusal: "few" }
  const { threshold = 0.5 } = options
  const counts = ordered.labels.map(({ label }) => label.objects.length)
  // In equal labels each object is itself, also where two are alike or one resembles nothing.
  const isUnanimous = ordered.labels.every(({ text }) => text === base.text)
  const groups = isUnanimous
    ? base.label.objects.map((_, index) => counts.map(() => index))
    : groupObjects(counts, ordered.getCandidates, threshold)
  const budget = { pieces: maxPieces }
  const context = { getSigma: prepared.getSigma, options, threshold, budget }
  const ids = makeIdSource(ordered.labels, groups)
  const drafts: Array<ObjectDraft> = []
  const total = sumWeights(ordered.labels)
  for (const group of groups) {
    const annotations: Array<DraftAnnotation> = []
    const { sensor } = findObject(group, ordered.labels)
    const assign = ids.makeAssign(group)
    for (const frame of listFrames(group, ordered.labels)) {
      const scene = makeSceneKey(sensor, frame)
      const members = listMembers(group, ordered.labels, frame)
      if (!hasQuorum(sumWeights(members), total, options.quorum)) continue
      const baseScene = base.label.scenes.get(scene)
      if (baseScene === undefined) return { refusal: "structure" }
      const measureElements: MergeContext["measureElements"] = (...pair) =>
        ordered.measureElements(scene, ...pair)
      const annotation = mergeAnnotation(members, { ...context, kind: baseScene.kind, measureElements })
      if (annotation === null) continue
      const own = findInstance(group, ordered.labels, 0, frame)
      const hasBitmap = base.parts?.scenes.get(scene)?.elements?.key === "segmentation_bitmap"
      const assigned = assign(own, annotation.text, hasBitmap)
      const rank = own === undefined ? Number.POSITIVE_INFINITY : findRank(base, scene, own)
      const isSegmented = members.every(({ instance }) => instance.shape.kind === "ids")
      annotations.push({ ...annotation, ...assigned, scene, rank, isSegmented })
    }
    drafts.push({ group, sensor, annotations })
    yield
  }
  if (!Number.isSafeInteger(ids.getLast())) return { refusal: "malformed" }
  const elements = isUnanimous ? noElements : yield* mergeScenesInSteps(ordered.labels, drafts, options)
  if (typeof elements === "string") return { refusal: elements }
  const annotations: Array<PlacedAnnotation> = []
  const objects: Array<MergedObject> = []
  const omitted: Array<ReadonlyArray<MergeSource>> = []
  for (const { annotations: drafted, group, sensor } of drafts) {
    const sources = listSources(group, ordered.labels)
    const merged = drafted.filter((annotation) => !elements.isEmpty(annotation))
    const [first] = merged
    if (first === undefined) omitted.push(sources)
    else
      objects.push({
        id: first.id,
        sensor,
        category: first.category,
        sources,
        geometry: combineGeometry(
          merged.map((annotation) => (elements.isDisputed(annotation) ? "mean" : annotation.geometry)),
        ),
        isDisputed: merged.some(({ isDisputed }) => isDisputed),
      })
    annotations.push(...merged)
  }
  if (base.text === null) return { refusal: null, label: null, base: base.person, objects, omitted }
  const edits = yield* writeMergedScenesInSteps(base.text, ordered.labels, annotations, elements.texts)
  return { refusal: null, label: applyEdits(base.text, edits), base: base.person, objects, omitted }
}

const findObject = (group: ObjectGroup, labels: ReadonlyArray<MergeLabel>) => {
  const [object] = group.flatMap((index, place) =>
    index === null ? [] : (labels[place]?.label.objects[index] ?? []),
  )
  if (object === undefined) throw new RangeError("A group has an object.")
  return object
}

const findInstance = (
  group: ObjectGroup,
  labels: ReadonlyArray<MergeLabel>,
  place: number,
  frame: number,
): Instance | undefined => {
  const index = group[place]
  return index == null ? undefined : labels[place]?.label.objects[index]?.instances.get(frame)
}

const listSources = (group: ObjectGroup, labels: ReadonlyArray<MergeLabel>): ReadonlyArray<MergeSource> =>
  labels.flatMap(({ label, person }, place) => {
    const index = group[place]
    const [first] = index == null ? [] : (label.objects[index]?.instances.values() ?? [])
    return first === undefined ? [] : [{ person, id: first.annotation.id }]
  })

const listFrames = (group: ObjectGroup, labels: ReadonlyArray<MergeLabel>): ReadonlyArray<number> => {
  const frames = new Set<number>()
  for (const [place, index] of group.entries())
    if (index !== null)
      for (const frame of labels[place]?.label.objects[index]?.instances.keys() ?? []) frames.add(frame)
  return [...frames].toSorted((a, b) => a - b)
}

const listMembers = (
  group: ObjectGroup,
  labels: ReadonlyArray<MergeLabel>,
  frame: number,
): ReadonlyArray<MergeMember> =>
  labels.flatMap(({ texts, weight }, place) => {
    const instance = findInstance(group, labels, place, frame)
    const text = instance && texts.get(instance.annotation.source)
    return instance === undefined || text === undefined ? [] : [{ instance, text, weight, place }]
  })

const findRank = ({ label }: MergeLabel, scene: string, own: Instance): number =>
  label.scenes.get(scene)?.instances.findIndex(({ instance }) => instance === own) ?? 0

const combineGeometry = (all: ReadonlyArray<MergedObject["geometry"]>): MergedObject["geometry"] =>
  (["mean", "member"] as const).find((way) => all.includes(way)) ?? "same"
