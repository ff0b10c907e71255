import { Equivalence } from "effect"
import type { QueueName, QueueStep } from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import { findWaitingState } from "../domain/labelStates.ts"
import type { Username } from "../domain/Names.ts"
import type { StoredOverlapState } from "../domain/Overlap.ts"
import type { Sample } from "../domain/Sample.ts"

/** A request for the label of a model. */
export type PrelabelRequest = "first" | "again"

/** The facts that determine a sample's place. */
export interface QueueFacts {
  readonly sampleId: SampleId
  readonly priority: number
  readonly status: LabelStatus | null
  readonly labeler: Username | null
  readonly reviewer: Username | null
  readonly rejecter: Username | null
  readonly assignedLabeler: Username | null
  readonly assignedReviewer: Username | null
  /** The work that is requested from a model: a first label, or a label in place of that of an older version. Absent for none. */
  readonly prelabel?: PrelabelRequest | undefined
  /** The state of its overlap, which has its places. Absent for a sample that one person labels. */
  readonly overlap?: StoredOverlapState | undefined
}

/** People who may work in a queue now. Others count as unassigned. */
export interface Workers {
  readonly mayLabel: (user: Username) => boolean
  readonly mayReview: (user: Username) => boolean
  readonly mayPrelabel: (user: Username) => boolean
}

/** The steps of own places. */
export type OwnStep = 1 | 2 | 11 | 12 | ModelStep
/** The steps of places that are open to every model, beside the open place of people. */
export type ModelStep = 21 | 22
/** The steps of open places. */
export type OpenStep = 3 | 4 | 13 | 14

/** The place of a sample in the queues. */
export interface QueueKey {
  readonly sampleId: SampleId
  /** -priority, never -0: the queue is in ascending order. */
  readonly np: number
  /** `user` null stands for every model. */
  readonly own: { readonly step: OwnStep; readonly user: Username | null } | null
  /** `user` null is the pool. */
  readonly open: { readonly step: OpenStep; readonly user: Username | null } | null
  /** The labeler: reviewers get no samples of the pool that they labeled. */
  readonly labeler: Username | null
}

/**
 * Computes a sample's place in the queues, the same for every storage. A sample has up to two memberships: its own place
 * (labeling 1 and 2, reviewing 11 and 12) and its open place (3 and 13 the assignee's, 4 and 14 the pool). New work has no own
 * place, which is that of models then (21 and 22): at most one of a person and a model leases the sample.
 */
export const queueKey = (facts: QueueFacts, workers: Workers): QueueKey => {
  const labeler = pickAllowed(facts.labeler, workers.mayLabel)
  const reviewer = pickAllowed(facts.reviewer, workers.mayReview)
  const rejecter = pickAllowed(facts.rejecter, workers.mayReview)
  const labeling = place(3, pickAllowed(facts.assignedLabeler, workers.mayLabel))
  const reviewing = place(13, pickAllowed(facts.assignedReviewer, workers.mayReview))
  const makeQueueKey = (own: QueueKey["own"], open: QueueKey["open"]): QueueKey => ({
    sampleId: facts.sampleId,
    np: facts.priority === 0 ? 0 : -facts.priority,
    own,
    open,
    labeler: facts.labeler,
  })
  const waiting = findWaitingState(facts.status)
  if (waiting === null || facts.overlap !== undefined) return makeQueueKey(null, null)
  if (waiting.queue === "reviewing") {
    if (waiting.work === "new")
      return makeQueueKey(rejecter === null ? null : { step: 12, user: rejecter }, reviewing)
    return reviewer === null
      ? makeQueueKey(null, reviewing)
      : makeQueueKey({ step: 11, user: reviewer }, null)
  }
  switch (waiting.work) {
    case "new":
      return makeQueueKey(placeForModels(facts), labeling)
    case "begun":
      return labeler === null ? makeQueueKey(null, labeling) : makeQueueKey({ step: 1, user: labeler }, null)
    case "rejected":
      return makeQueueKey(
        labeler === null ? null : { step: 2, user: labeler },
        labeling.user !== null || labeler === null ? labeling : null,
      )
  }
}

/** The places of many samples. Neighbours whose facts are the same have one, computed once: mostly that of all new samples of an import. */
export const listQueueKeys = (
  facts: ReadonlyArray<QueueFacts>,
  workers: Workers,
): ReadonlyArray<QueueKey> => {
  let before: QueueFacts | undefined
  let key: QueueKey | undefined
  return facts.map((each) => {
    if (before === undefined || key === undefined || !hasSamePlace(each, before)) {
      key = queueKey(each, workers)
      before = each
      return key
    }
    const { labeler, np, open, own } = key
    return { sampleId: each.sampleId, np, own, open, labeler }
  })
}

/** Whether two samples differ in nothing that decides their places. */
const hasSamePlace = (a: QueueFacts, b: QueueFacts): boolean =>
  a.priority === b.priority &&
  a.status === b.status &&
  a.labeler === b.labeler &&
  a.reviewer === b.reviewer &&
  a.rejecter === b.rejecter &&
  a.assignedLabeler === b.assignedLabeler &&
  a.assignedReviewer === b.assignedReviewer &&
  a.prelabel === b.prelabel &&
  a.overlap === b.overlap

/** Whether work on the overlap of a sample is left: labels or the decision are missing, or the decision was taken back. */
export const hasOpenOverlap = ({ overlap, status }: QueueFacts): boolean =>
  overlap !== undefined && (overlap !== "decided" || findWaitingState(status) !== null)

/** The number before the stored steps of each queue. */
export const firstSteps = { labeling: 0, reviewing: 10, prelabeling: 20 } as const satisfies {
  readonly [Queue in QueueName]: number
}

/** A request for a first label ends with any label, one for another label with any change by a person. */
const placeForModels = ({ prelabel, status }: QueueFacts): QueueKey["own"] => {
  if (prelabel === "first") return status === null ? { step: 21, user: null } : null
  return prelabel === "again" && status === "PRELABELED" ? { step: 22, user: null } : null
}

/** The request that a stored own place stands for. */
export const readPrelabelRequest = (step: number | null | undefined): PrelabelRequest | undefined =>
  step === 21 ? "first" : step === 22 ? "again" : undefined

/** Finds the step in which a person would get a free sample of this place; undefined when they would not. */
export const findStep = (
  { labeler, open, own }: Pick<QueueKey, "labeler" | "open" | "own">,
  queue: QueueName,
  user: Username,
): QueueStep | undefined => {
  const isIn = (step: OpenStep | OwnStep) => Math.floor(step / 10) === firstSteps[queue] / 10
  if (own !== null && isIn(own.step) && (own.user === user || queue === "prelabeling"))
    return own.step % 10 === 1 ? 1 : 2
  if (open === null || !isIn(open.step)) return undefined
  if (open.user !== null) return open.user === user ? 3 : undefined
  return queue === "reviewing" && labeler === user ? 5 : 4
}

const pickAllowed = (user: Username | null, may: (user: Username) => boolean): Username | null =>
  user !== null && may(user) ? user : null

const place = (
  assigned: 3 | 13,
  user: Username | null,
): { readonly step: OpenStep; readonly user: Username | null } =>
  user === null ? { step: assigned === 3 ? 4 : 14, user } : { step: assigned, user }

/** The facts that determine a sample's place, from the sample and its ground-truth label. Pure. */
export const toQueueFacts = (
  sample: Sample,
  label: Label | null,
  prelabel?: PrelabelRequest,
): QueueFacts => ({
  sampleId: sample.id,
  priority: sample.priority,
  status: label?.status ?? null,
  labeler: label?.labeler ?? null,
  reviewer: label?.reviewer ?? null,
  rejecter: label?.rejecter ?? null,
  assignedLabeler: sample.assignedLabeler,
  assignedReviewer: sample.assignedReviewer,
  prelabel,
})

export const sameFacts: (a: QueueFacts, b: QueueFacts) => boolean = Equivalence.struct({
  sampleId: Equivalence.strict<SampleId>(),
  priority: Equivalence.strict<number>(),
  status: Equivalence.strict<LabelStatus | null>(),
  labeler: Equivalence.strict<Username | null>(),
  reviewer: Equivalence.strict<Username | null>(),
  rejecter: Equivalence.strict<Username | null>(),
  assignedLabeler: Equivalence.strict<Username | null>(),
  assignedReviewer: Equivalence.strict<Username | null>(),
})

/** The people whose roles decide the places of many samples: `queueKey` depends on no other person's. */
export const collectDeciders = (facts: Iterable<QueueFacts>): ReadonlySet<Username> => {
  const people = new Set<Username>()
  let before: QueueFacts | undefined
  for (const sampleFacts of facts) {
    if (before !== undefined && hasSamePlace(sampleFacts, before)) continue
    for (const person of listDeciders(sampleFacts)) if (person !== null) people.add(person)
    before = sampleFacts
  }
  return people
}

const listDeciders = (facts: QueueFacts): ReadonlyArray<Username | null> => {
  const waiting = findWaitingState(facts.status)
  if (waiting === null || facts.overlap !== undefined) return []
  const { assignedLabeler, assignedReviewer, labeler, rejecter, reviewer } = facts
  if (waiting.queue === "reviewing") return [waiting.work === "new" ? rejecter : reviewer, assignedReviewer]
  return waiting.work === "new" ? [assignedLabeler] : [labeler, assignedLabeler]
}

/** All people in the facts. */
export const listPeople = (facts: QueueFacts): ReadonlyArray<Username> => [...collectPeople([facts])]

/** All people in the facts of many samples. */
export const collectPeople = (facts: Iterable<QueueFacts>): ReadonlySet<Username> => {
  const people = new Set<Username>()
  for (const sampleFacts of facts) {
    if (sampleFacts.labeler !== null) people.add(sampleFacts.labeler)
    if (sampleFacts.reviewer !== null) people.add(sampleFacts.reviewer)
    if (sampleFacts.rejecter !== null) people.add(sampleFacts.rejecter)
    if (sampleFacts.assignedLabeler !== null) people.add(sampleFacts.assignedLabeler)
    if (sampleFacts.assignedReviewer !== null) people.add(sampleFacts.assignedReviewer)
  }
  return people
}
