/** Merges the pixels or points of the scenes of labels, once the objects that the merged label has are known. */
import { runToEnd } from "../../domain/runToEnd.ts"
import type { IdRuns } from "../geometry/runs.ts"
import type { ObjectGroup } from "../labels/groupObjects.ts"
import { writeIdsInSteps } from "../segments/readIds.ts"
import type { MergedElements, MergeOptions, MergeRefusal } from "./LabelMerge.ts"
import type { MergedAnnotation } from "./mergeAnnotation.ts"
import { type ElementMajority, type ElementVoter, mergeElementsInSteps } from "./mergeElements.ts"
import type { MergeLabel } from "./readMergeLabels.ts"
import type { PlacedAnnotation } from "./writeMergedScenes.ts"

/** An annotation of the merged label, unless no pixel or point is left to it. */
export interface DraftAnnotation extends MergedAnnotation, PlacedAnnotation {
  readonly id: number
  /** Whether pixels or points are all of its shape. */
  readonly isSegmented: boolean
}

/** The object of a group, with its annotations in the scenes in which a quorum has it. */
export interface ObjectDraft {
  readonly group: ObjectGroup
  readonly sensor: string | null
  readonly annotations: ReadonlyArray<DraftAnnotation>
}

export interface SceneElements {
  /** Whether all pixels or points of a segmented annotation went to others. */
  readonly isEmpty: (annotation: DraftAnnotation) => boolean
  /** Whether people who have a segmented annotation gave it different pixels or points. */
  readonly isDisputed: (annotation: DraftAnnotation) => boolean
  /** The texts of values that differ from those of the base, by the key of their scene. */
  readonly texts: ReadonlyMap<string, string>
}

/** Those of labels that are equal. */
export const noElements: SceneElements = {
  isEmpty: () => false,
  isDisputed: () => false,
  texts: new Map(),
}

/** `labels`: the base first. */
export function* mergeScenesInSteps(
  labels: ReadonlyArray<MergeLabel>,
  drafts: ReadonlyArray<ObjectDraft>,
  { writeElements }: MergeOptions,
): Generator<void, SceneElements | MergeRefusal> {
  const [base] = labels
  const majorities = new Map<string, ElementMajority>()
  const texts = new Map<string, string>()
  const getMergedId = indexDrafts(labels, drafts)
  for (const [key, scene] of base?.label.scenes ?? []) {
    if (base?.text == null || labels.every(({ getIds }) => getIds(key) === null)) continue
    const voters = labels.map((label, place) =>
      makeVoter(label, key, (object) => getMergedId(place, object, key)),
    )
    const majority = yield* mergeElementsInSteps(voters)
    if (majority === null) return "structure"
    majorities.set(key, majority)
    const own = base.getIds(key)
    if (own === null ? majority.sizes.size === 0 : isSame(own, majority.runs)) continue
    const elements = base.parts?.scenes.get(key)?.elements
    if (elements === undefined) return "structure"
    const write = writeElements ?? (elements.key === "point_annotations" ? writeList : null)
    if (write === null) return "segmented"
    const before = base.text.slice(...elements.span)
    texts.set(
      key,
      write({ sensor: scene.sensor, frame: scene.frame, key: elements.key, before, ids: majority.runs }),
    )
  }
  return {
    isEmpty: ({ id, isSegmented, scene }) => isSegmented && majorities.get(scene)?.sizes.has(id) === false,
    isDisputed: ({ id, isSegmented, scene }) =>
      isSegmented && majorities.get(scene)?.disputed.has(id) === true,
    texts,
  }
}

/** The id that an object of a label has in a scene of the merged label; 0 where it has none. */
const indexDrafts = (labels: ReadonlyArray<MergeLabel>, drafts: ReadonlyArray<ObjectDraft>) => {
  const byObject = labels.map(() => new Map<number, ReadonlyMap<string, number>>())
  for (const { annotations, group } of drafts) {
    const ids = new Map(annotations.map(({ id, scene }) => [scene, id]))
    for (const [place, object] of group.entries()) if (object !== null) byObject[place]?.set(object, ids)
  }
  return (place: number, object: number, scene: string): number =>
    byObject[place]?.get(object)?.get(scene) ?? 0
}

const makeVoter = (
  { getIds, label, weight }: MergeLabel,
  key: string,
  getMergedId: (object: number) => number,
): ElementVoter => {
  const ids = new Map<number, number>()
  for (const { instance, object } of label.scenes.get(key)?.instances ?? [])
    if (instance.shape.kind === "ids" && !ids.has(instance.annotation.id))
      ids.set(instance.annotation.id, getMergedId(object))
  return { runs: getIds(key), weight, ids: ids.set(0, 0) }
}

const isSame = (a: IdRuns, b: IdRuns): boolean => {
  if (a.lengths.length !== b.lengths.length) return false
  for (let run = 0; run < a.lengths.length; run++)
    if (a.ids[run] !== b.ids[run] || a.lengths[run] !== b.lengths[run]) return false
  return true
}

const writeList = ({ ids }: MergedElements): string => runToEnd(writeIdsInSteps(ids))
