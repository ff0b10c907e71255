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
  const violations = inspect(labelShapes[taskType], label)
  return violations.every(isOfObjects) && isUnlabeled(label) ? [] : violations
}

/** Something is missing that only a label with objects needs. */
const isOfObjects = ({ message, pointer }: Violation): boolean =>
  message === "is required" || /\/(segmentation_bitmap|point_annotations)$/.test(pointer)

const inspect = (shape: Shape, value: unknown): ReadonlyArray<Violation> => {
  const inspection = new Inspection()
  shape(value, inspection)
  return inspection.violations
}

/** Without any annotation every reader takes a label, so it needs neither a bitmap nor the objects of points. */
const isUnlabeled = (label: unknown): boolean => {
  if (!isJsonObject(label)) return false
  const { annotations, frames } = label
  if (isEmptyList(annotations)) return mayLackObjects(label) && inspect(unlabeledStill, label).length === 0
  return (
    Array.isArray(frames) &&
    frames.every(
      (frame) => isJsonObject(frame) && isEmptyList(frame["annotations"]) && mayLackObjects(frame),
    ) &&
    inspect(unlabeledSequence, label).length === 0
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** They are absent, not wrong. */
const mayLackObjects = ({ point_annotations, segmentation_bitmap }: JsonObject): boolean =>
  (point_annotations ?? null) === null && (segmentation_bitmap ?? null) === null
