/** The order of samples within a step of a queue. */
import type { QueueStep } from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"

/** The place of a sample within its step. */
export interface QueuePlace {
  /** -priority. */
  readonly np: number
  readonly sampleId: SampleId
}

/** The step of samples that everybody gets. */
export const poolStep: QueueStep = 4

/** Orders by priority, the highest first, then by id. */
export const compareQueuePlaces = (a: QueuePlace, b: QueuePlace): number =>
  a.np - b.np || (a.sampleId < b.sampleId ? -1 : a.sampleId > b.sampleId ? 1 : 0)
