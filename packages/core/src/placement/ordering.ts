/**
 * The order of the queues as a plain sort, written from the rules and not from the stored keys. Slow: it is the oracle for
 * every storage's tests.
 */
import { type QueueName, type QueueStep, queueSteps } from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"
import { findWaitingState } from "../domain/labelStates.ts"
import type { Username } from "../domain/Names.ts"
import type { QueueFacts, Workers } from "./queueKey.ts"

/** A sample in a queue, and the step from which a person gets it. */
export interface Waiting {
  readonly sampleId: SampleId
  readonly step: QueueStep
}

/** All samples that the person would get, in order. Leave claimed samples out beforehand. */
export const orderFor = (
  user: Username,
  queue: QueueName,
  samples: ReadonlyArray<QueueFacts>,
  workers: Workers,
): ReadonlyArray<Waiting> => {
  const computeStep = computeSteps[queue]
  const steps: ReadonlyArray<QueueStep> = queueSteps[queue]
  if (!workers[roleChecks[queue]](user)) return []
  return samples
    .flatMap((facts) => {
      if (facts.overlap !== undefined) return []
      const step = computeStep(user, facts, workers)
      return step === null ? [] : [{ facts, step }]
    })
    .sort(
      (a, b) =>
        steps.indexOf(a.step) - steps.indexOf(b.step) ||
        b.facts.priority - a.facts.priority ||
        compareIds(a.facts.sampleId, b.facts.sampleId),
    )
    .map(({ facts, step }) => ({ sampleId: facts.sampleId, step }))
}

const compareIds = (a: SampleId, b: SampleId): number => (a < b ? -1 : a > b ? 1 : 0)

/** People who may not work in the queue count as unassigned. */
const pickAllowed = (user: Username | null, may: (user: Username) => boolean): Username | null =>
  user !== null && may(user) ? user : null

const computeLabelingStep = (me: Username, facts: QueueFacts, workers: Workers): QueueStep | null => {
  const labeler = pickAllowed(facts.labeler, workers.mayLabel)
  const assignee = pickAllowed(facts.assignedLabeler, workers.mayLabel)
  const unassigned = assignee === null
  const waiting = findWaitingState(facts.status)
  if (waiting?.queue !== "labeling") return null
  switch (waiting.work) {
    case "new":
      return assignee === me ? 3 : unassigned ? 4 : null
    case "begun":
      if (labeler !== null) return labeler === me ? 1 : null
      return assignee === me ? 3 : unassigned ? 4 : null
    case "rejected":
      if (labeler === me) return 2
      if (assignee === me) return 3
      return labeler === null && unassigned ? 4 : null
  }
}

const computeReviewingStep = (me: Username, facts: QueueFacts, workers: Workers): QueueStep | null => {
  const assignee = pickAllowed(facts.assignedReviewer, workers.mayReview)
  const pool = assignee === null ? (facts.labeler === me ? 5 : 4) : null
  const waiting = findWaitingState(facts.status)
  if (waiting?.queue !== "reviewing") return null
  switch (waiting.work) {
    case "begun": {
      const reviewer = pickAllowed(facts.reviewer, workers.mayReview)
      if (reviewer !== null) return reviewer === me ? 1 : null
      return assignee === me ? 3 : pool
    }
    case "new":
      if (pickAllowed(facts.rejecter, workers.mayReview) === me) return 2
      return assignee === me ? 3 : pool
  }
}

const computePrelabelingStep = (_: Username, { prelabel, status }: QueueFacts): QueueStep | null =>
  prelabel === "first" && status === null ? 1 : prelabel === "again" && status === "PRELABELED" ? 2 : null

const roleChecks = { prelabeling: "mayPrelabel", labeling: "mayLabel", reviewing: "mayReview" } as const

const computeSteps = {
  prelabeling: computePrelabelingStep,
  labeling: computeLabelingStep,
  reviewing: computeReviewingStep,
}
