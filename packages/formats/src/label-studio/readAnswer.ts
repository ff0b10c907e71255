/** Which annotation of a task is its label, and how far the work on it is. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Scene } from "../model/Scene.ts"
import { type Group, groupResults } from "./results.ts"

export interface Answer extends Pick<Scene, "status" | "score"> {
  readonly groups: ReadonlyArray<Group>
}

/**
 * The submitted annotation: that of the ground truth, else the first. Without one, a cancelled annotation makes the sample SKIPPED, and the
 * prediction with the highest score makes it PRELABELED. Drafts do not count. All others are counted.
 */
export const readAnswer = (task: Node, losses?: Losses): Answer => {
  const readScore = makeScoreReader(losses)
  if (!task.at("data").isPresent)
    task.fail('has no "data": export the project as JSON, not as the shorter JSON-MIN.')
  const annotations = listAt(task, "annotations").filter(isAnnotation)
  const submitted = annotations.filter((one) => one.at("was_cancelled").value !== true)
  const predictions = listAt(task, "predictions").filter(isAnnotation)
  const finished = submitted.find((one) => one.at("ground_truth").value === true) ?? submitted[0]
  const chosen = finished ?? annotations[0] ?? findBest(predictions, readScore)
  losses?.add(
    "alternatives",
    task.place,
    annotations.length + predictions.length - (chosen === undefined ? 0 : 1),
  )
  losses?.add("drafts", task.place, listAt(task, "drafts").filter(isAnnotation).length)
  if (chosen === undefined) return { groups: [], status: "UNLABELED" }
  const groups = chosen.at("result").or([], (result) => groupResults(result, losses))
  if (chosen === finished) return { groups }
  if (chosen === annotations[0]) return { groups, status: "SKIPPED" }
  const score = readScore(chosen)
  return { groups, status: "PRELABELED", ...(score !== undefined && { score }) }
}

/** Some exports have the ids of predictions and drafts in place of what is in them. */
const isAnnotation = ({ value }: Node): boolean => typeof value === "object" && value !== null

const listAt = (task: Node, key: string): ReadonlyArray<Node> => task.at(key).or([], (list) => list.items())

type ReadScore = (prediction: Node) => number | undefined

/** Undefined without a score, and for one that is no number, which is counted once. */
const makeScoreReader = (losses?: Losses): ReadScore => {
  const parts = new PartReader(losses ?? null, "attribute-value")
  const scores = new Map<Node, number | undefined>()
  return (prediction) => {
    if (!scores.has(prediction)) {
      const score = prediction.at("score")
      scores.set(
        prediction,
        parts.read(() => score.or(undefined, (own) => own.number())),
      )
    }
    return scores.get(prediction)
  }
}

const findBest = (predictions: ReadonlyArray<Node>, readScore: ReadScore): Node | undefined =>
  predictions.reduce<Node | undefined>(
    (best, one) =>
      best === undefined ||
      (readScore(one) ?? Number.NEGATIVE_INFINITY) > (readScore(best) ?? Number.NEGATIVE_INFINITY)
        ? one
        : best,
    undefined,
  )
