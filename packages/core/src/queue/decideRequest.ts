/** Which samples models may label again, and why they may not. Pure. */
import type { Label } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Prediction } from "../domain/Prediction.ts"
import type { PrelabelRequest, QueueFacts } from "../placement/queueKey.ts"
import { isUntouchedByPeople } from "./predictionInput.ts"

/** The reasons for which no label of a model is requested for a sample. */
export type UnrequestedReason = "touched_by_person" | "already_requested" | "several_people" | "same_version"

/** One version, by the username of its model. */
export interface ModelVersionReference {
  readonly model: Username
  readonly version: string
}

/** Decides about the request for one sample. `answers`: those of models to it, the newest claims first. `unless`: samples whose newest answer is of this version are left out. */
export const decideRequest = (
  { overlap, prelabel }: Pick<QueueFacts, "overlap" | "prelabel">,
  label: Label | null,
  answers: ReadonlyArray<Prediction>,
  unless: ModelVersionReference | null,
): PrelabelRequest | UnrequestedReason => {
  if (overlap !== undefined) return "several_people"
  if (prelabel !== undefined) return "already_requested"
  const made = label === null ? undefined : answers.find(({ labelVersion }) => labelVersion === label.version)
  if (!isUntouchedByPeople(label, made ?? null)) return "touched_by_person"
  const [newest] = answers
  if (unless !== null && newest?.model === unless.model && newest.modelVersion === unless.version)
    return "same_version"
  return label === null ? "first" : "again"
}
