/** Explains which sample a person would get from a queue, or why none: the state of each waiting sample. Pure. */
import {
  type Claim,
  type QueueName,
  type QueueStep,
  type QueueStepName,
  queueSteps,
  toStepName,
} from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { type QueueFacts, queueKey, type Workers } from "../placement/queueKey.ts"

/** The codes of reasons why a person gets no sample. */
export const reasonCodes = [
  "claimed",
  "work_of_others",
  "assigned_to_others",
  "overlap",
  "not_requested",
  "none_waiting",
  "not_allowed",
  "paused",
  "archived",
] as const

/** One reason, with the first samples that it affects. */
export interface Obstacle {
  readonly code: (typeof reasonCodes)[number]
  readonly message: string
  /** The reason of a pause, as it was written for the person. Absent for other codes. */
  readonly reason?: string
  readonly count: number
  readonly samples: ReadonlyArray<{
    readonly sampleId: SampleId
    /** The holder of the claim, the person who works on it, or the assignee. Null where that is not shown to people who label blindly. */
    readonly user: Username | null
    /** The end of the lease. */
    readonly until: Timestamp | null
  }>
}

/** A sample without its bodies, which may be large: views show many at once. */
export type WaitingSample = Omit<Sample, "attributes" | "metadata" | "readme">

/** The waiting samples of one step. */
export interface QueueStepView {
  readonly step: QueueStep
  /** Counted up to 1000. */
  readonly waiting: number
  /** Whether there are more than were counted. */
  readonly capped: boolean
  /** The first samples, in order. */
  readonly samples: ReadonlyArray<WaitingSample>
}

/** The next sample of a person, or the reasons why there is none. */
export interface Explanation {
  readonly queue: QueueName
  readonly user: Username
  /** The result of a claim now; null for none. */
  readonly next: {
    readonly sample: WaitingSample
    readonly step: QueueStep
    readonly reason: string
    /** The user's own open claim, which is returned again. */
    readonly claim: Claim | null
  } | null
  readonly steps: ReadonlyArray<QueueStepView>
  /** Without a next sample, the reasons. */
  readonly obstacles: ReadonlyArray<Obstacle>
}

const sentences: { readonly [Code in Obstacle["code"]]: string } = {
  claimed: "Somebody else has claimed these samples; a claim ends at the latest at its time.",
  work_of_others: "Somebody else is working on these samples.",
  assigned_to_others: "These samples are assigned to somebody else.",
  overlap: "Several people label these samples, and this user has given a label.",
  not_requested: "No label of a model is requested for these samples.",
  none_waiting: "No sample is waiting in this queue.",
  paused: "This user is paused in this dataset.",
  not_allowed: "This user may not work in this queue.",
  archived: "The dataset is archived.",
}

/** The reason for each step. */
const stepReasons: { readonly [Step in QueueStepName]: string } = {
  "prelabeling 1": "Has no label.",
  "prelabeling 2": "Has a label of a model, and another one is requested.",
  "labeling 1": "Work that this user began and saved.",
  "labeling 2": "Work of this user that was rejected.",
  "labeling 3": "Assigned to this user.",
  "labeling 4": "Open to everybody.",
  "reviewing 1": "A review that this user began and saved.",
  "reviewing 2": "Rejected by this user and corrected since.",
  "reviewing 3": "Assigned to this user.",
  "reviewing 4": "Open to everybody, and labeled by somebody else.",
  "reviewing 5": "Open to everybody.",
}

const shown = 10

/** An obstacle with its message. */
export const makeObstacle = (code: Obstacle["code"], samples: Obstacle["samples"] = []): Obstacle => ({
  code,
  message: sentences[code],
  count: samples.length,
  samples: samples.slice(0, shown),
})

/** The obstacle of a person who is paused, with the reason that was written for them. */
export const makePauseObstacle = (reason: string): Obstacle => {
  const obstacle = makeObstacle("paused")
  return { ...obstacle, message: `${obstacle.message} ${reason}`, reason }
}

/** A sample that waits in the queue, and the reason why the person does not get it. */
export interface Blocked {
  readonly code: (typeof blockingCodes)[number]
  /** -priority. */
  readonly np: number
  readonly sample: Obstacle["samples"][number]
}

const blockingCodes = ["claimed", "work_of_others", "assigned_to_others", "overlap", "not_requested"] as const

/** The person or the model for whom a queue is explained. */
interface Subject {
  readonly user: Username
  readonly queue: QueueName
  /** Whether the caller may see who works. Models may not; people see who has claimed a sample. */
  readonly showsPeople: boolean
}

/** The samples without overlap that the person does not get, with the reasons. */
export const listBlocked = (
  { queue, showsPeople, user }: Subject,
  waiting: ReadonlyArray<QueueFacts>,
  claims: ReadonlyMap<SampleId, Claim>,
  workers: Workers,
): ReadonlyArray<Blocked> =>
  waiting.flatMap((facts): ReadonlyArray<Blocked> => {
    const { overlap, priority, sampleId } = facts
    if (overlap !== undefined) return []
    const makeBlocked = (
      code: Blocked["code"],
      person: Username | null,
      until: Timestamp | null = null,
    ): ReadonlyArray<Blocked> => [{ code, np: -priority, sample: { sampleId, user: person, until } }]
    const claim = claims.get(sampleId)
    const { own, open } = queueKey(facts, workers)
    // The claim of a model keeps no person from a sample.
    const isOfModel = queue !== "prelabeling" && claim?.queue === "prelabeling"
    if (queue === "prelabeling" && (own === null || own.user !== null))
      return makeBlocked("not_requested", null)
    if (claim !== undefined && !isOfModel) {
      const isHidden = queue === "prelabeling" && claim.queue !== "prelabeling" && !showsPeople
      return claim.holder === user
        ? []
        : makeBlocked("claimed", isHidden ? null : claim.holder, claim.expiresAt)
    }
    if (queue === "prelabeling") return []
    if (open?.user !== undefined && open.user !== null && open.user !== user)
      return makeBlocked("assigned_to_others", open.user)
    return open === null && own !== null && own.user !== user && own.user !== null
      ? makeBlocked("work_of_others", own.user)
      : []
  })

/** Groups the samples by reason, most urgent first. */
export const listObstacles = (blocked: ReadonlyArray<Blocked>): ReadonlyArray<Obstacle> => {
  const sorted = blocked.toSorted((a, b) => a.np - b.np || (a.sample.sampleId < b.sample.sampleId ? -1 : 1))
  const obstacles = blockingCodes.flatMap((code) => {
    const samples = sorted.filter((entry) => entry.code === code).map(({ sample }) => sample)
    return samples.length === 0 ? [] : [makeObstacle(code, samples)]
  })
  return obstacles.length > 0 ? obstacles : [makeObstacle("none_waiting")]
}

/** The steps of a queue in which nothing waits, whether samples are shown or only named. */
export const makeEmptySteps = (
  queue: QueueName,
): ReadonlyArray<QueueStepView & { readonly samples: readonly [] }> =>
  queueSteps[queue].map((step) => ({ step, waiting: 0, capped: false, samples: [] }))

/** The first sample of the steps. `note`: what is to be added to the reason. */
export const findNextSample = (
  steps: ReadonlyArray<QueueStepView>,
  queue: QueueName,
  note?: string,
): Explanation["next"] => {
  for (const { step, samples } of steps) {
    const sample = samples[0]
    if (sample === undefined) continue
    const reason = stepReasons[toStepName(queue, step)]
    return { sample, step, reason: note === undefined ? reason : `${reason} ${note}`, claim: null }
  }
  return null
}
