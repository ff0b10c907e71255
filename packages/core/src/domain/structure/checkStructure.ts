/** Whether a label has the structure of its task type. Pure, browser-safe, one pass; never throws. */
import type { TaskType } from "../Dataset.ts"
import type { Violation } from "../errors.ts"
import { Inspection } from "./Inspection.ts"
import { labelShapes, unlabeledSequence, unlabeledStill } from "./labelShapes.ts"
import { isJsonObject, type JsonObject, type Shape } from "./shapes.ts"

/**
 * Everything that is wrong with the structure of a label's `attributes`, at most a hundred violations, with JSON Pointers into
 * them. An accepted label can be read by every client of the wire contract. Null and the empty object are no label yet and are
 * not checked; keys that the contract does not name may hold anything.
 *
 * ```ts
 * checkStructure({ annotations: [{ id: 1, category_id: 1, type: "bbox", points: [[0, 0]] }] }, "bboxes")
 * // [{ pointer: "/annotations/0/points", message: "must be two points" }]
 * ```
 */
export const checkStructure = (label: unknown, taskType: TaskType): ReadonlyArray<Violation> => {
  if (label === null || (isJsonObject(label) && Object.keys(label).length === 0)) return []
  const inspection = inspect(labelShapes[taskType], label)
  const { violations } = inspection
  /** Something is missing that only a label with objects needs. */
  const isOfObjects = (violation: Violation): boolean =>
    inspection.isMissing(violation) || /\/(segmentation_bitmap|point_annotations)$/.test(violation.pointer)
  return violations.every(isOfObjects) && isUnlabeled(label) ? [] : violations
}

const inspect = (shape: Shape, value: unknown): Inspection => {
  const inspection = new Inspection()
  shape(value, inspection)
  return inspection
}

const fits = (shape: Shape, value: unknown): boolean => inspect(shape, value).violations.length === 0

/** Without any annotation every reader takes a label, so it needs neither a bitmap nor the objects of points. */
const isUnlabeled = (label: unknown): boolean => {
  if (!isJsonObject(label)) return false
  const { annotations, frames } = label
  if (isEmptyList(annotations)) return mayLackObjects(label) && fits(unlabeledStill, label)
  return (
    Array.isArray(frames) &&
    frames.every(
      (frame) => isJsonObject(frame) && isEmptyList(frame["annotations"]) && mayLackObjects(frame),
    ) &&
    fits(unlabeledSequence, label)
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** They are absent, not wrong. */
const mayLackObjects = ({ point_annotations, segmentation_bitmap }: JsonObject): boolean =>
  (point_annotations ?? null) === null && (segmentation_bitmap ?? null) === null
