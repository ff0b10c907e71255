/** Checks the structure of a label. Pure, browser-safe, one pass. Never throws. */
import type { TaskType } from "../Dataset.ts"
import type { Violation } from "../errors.ts"
import { Inspection, type SoundItems } from "./Inspection.ts"
import { labelShapes, unlabeledSequence, unlabeledStill } from "./labelShapes.ts"
import { isJsonObject, type JsonObject, type Shape } from "./shapes.ts"

/**
 * Checks the structure of a label's `attributes` for its task type. Returns at most a hundred violations, with JSON
 * Pointers into the attributes. Every client of the wire contract can read a label without violations. Null and the
 * empty object stand for no label and are valid; unknown keys may contain anything. Items that are among `soundItems` are not
 * checked again, and those without violations are added.
 *
 * ```ts
 * checkStructure({ annotations: [{ id: 1, category_id: 1, type: "bbox", points: [[0, 0]] }] }, "bboxes")
 * // [{ pointer: "/annotations/0/points", message: "must be two points" }]
 * ```
 */
export const checkStructure = (
  label: unknown,
  taskType: TaskType,
  soundItems?: SoundItems,
): ReadonlyArray<Violation> => {
  if (label === null || (isJsonObject(label) && Object.keys(label).length === 0)) return []
  const inspection = inspect(labelShapes[taskType], label, soundItems)
  const { violations } = inspection
  /** Whether the missing value is needed only by labels with objects. */
  const isOfObjects = (violation: Violation): boolean =>
    inspection.isMissing(violation) || /\/(segmentation_bitmap|point_annotations)$/.test(violation.pointer)
  return violations.every(isOfObjects) && isUnlabeled(label) ? [] : violations
}

const inspect = (shape: Shape, value: unknown, soundItems?: SoundItems): Inspection => {
  const inspection = new Inspection(soundItems)
  shape(value, inspection)
  return inspection
}

const isFitting = (shape: Shape, value: unknown): boolean => inspect(shape, value).violations.length === 0

/** Whether the label has no annotations. Every reader accepts such a label without a bitmap or point annotations. */
const isUnlabeled = (label: unknown): boolean => {
  if (!isJsonObject(label)) return false
  const { annotations, frames } = label
  if (isEmptyList(annotations)) return canLackObjects(label) && isFitting(unlabeledStill, label)
  return (
    Array.isArray(frames) &&
    frames.every(
      (frame) => isJsonObject(frame) && isEmptyList(frame["annotations"]) && canLackObjects(frame),
    ) &&
    isFitting(unlabeledSequence, label)
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Whether the members are absent, not invalid. */
const canLackObjects = ({ point_annotations, segmentation_bitmap }: JsonObject): boolean =>
  (point_annotations ?? null) === null && (segmentation_bitmap ?? null) === null
