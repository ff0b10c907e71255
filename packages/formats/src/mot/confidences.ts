/** Confidences of MOT's results, whose rows have no category: they say how sure a tracker is of each box. */
import type { Scene } from "../model/Scene.ts"
import type { Row } from "./rows.ts"

/**
 * A confidence that is neither 0 nor 1 makes the sequence a prediction, whose score is the mean of all. Undefined for the truth of older
 * challenges, which has rows without a category, too: their column is 1, or 0 for an object that evaluation ignores.
 */
export const findPrediction = (
  rows: ReadonlyArray<Row>,
): Required<Pick<Scene, "status" | "score">> | undefined => {
  const confidences = rows.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
  if (confidences.every((value) => value === 0 || value === 1)) return undefined
  const score = confidences.reduce((sum, value) => sum + value, 0) / confidences.length
  return { status: "PRELABELED", score }
}

/** The row with its confidence as an attribute. */
export const markConfidence = (row: Row, isPrediction: boolean): Row => {
  const { annotation, confidence } = row
  if (confidence === undefined || (!isPrediction && confidence !== 0)) return row
  const mark = isPrediction ? { score: confidence } : { ignored: true }
  return { ...row, annotation: { ...annotation, attributes: { ...annotation.attributes, ...mark } } }
}
