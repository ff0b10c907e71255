/** The facts that determine a sample's place, from the sample and its ground-truth label. Pure. */
import type { Label } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import type { QueueFacts } from "./queueKey.ts"

export const factsOf = (sample: Sample, label: Label | null): QueueFacts => ({
  sampleId: sample.id,
  priority: sample.priority,
  status: label?.status ?? null,
  labeler: label?.labeler ?? null,
  reviewer: label?.reviewer ?? null,
  rejecter: label?.rejecter ?? null,
  assignedLabeler: sample.assignedLabeler,
  assignedReviewer: sample.assignedReviewer,
})

/** All people in the facts. */
export const peopleOf = (facts: QueueFacts): ReadonlyArray<Username> =>
  [facts.labeler, facts.reviewer, facts.rejecter, facts.assignedLabeler, facts.assignedReviewer].filter(
    (user) => user !== null,
  )
