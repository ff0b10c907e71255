/** Predictions: labels whose annotations have the attribute `score`. */
import type { Annotation, Scene } from "./Scene.ts"

/** A score of any annotation makes the label a prediction, whose score is the mean of all. Empty for other labels. */
export const findPrediction = (
  annotations: Iterable<Pick<Annotation, "attributes">>,
): Partial<Pick<Scene, "status" | "score">> => {
  let [sum, count] = [0, 0]
  for (const { attributes } of annotations) {
    if (typeof attributes.score !== "number") continue
    sum += attributes.score
    count += 1
  }
  return count === 0 ? {} : { status: "PRELABELED", score: sum / count }
}
