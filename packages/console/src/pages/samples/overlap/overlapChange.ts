/** A bulk change of the number of people who label samples, as a form has it. Pure. */
import type { Draw, SampleSet } from "../calls.ts"

export interface OverlapChange {
  /** Empty: it stays as it is. */
  readonly count: number | string
  /** The part of the samples that changes, in percent. */
  readonly percent: number | string
  /** Draws that part: the same text draws the same samples. */
  readonly seed: string
  /** Whether more labels are requested of finished samples too. */
  readonly reopens: boolean
}

export const unchangedOverlap: OverlapChange = { count: "", percent: 100, seed: "1", reopens: false }

/** The part of the samples to change; undefined for all of them. The other changes of the form are for that part too. */
export const toDraw = ({ count, percent, seed }: OverlapChange): Draw | undefined =>
  typeof count !== "number" || typeof percent !== "number" || percent >= 100
    ? undefined
    : { share: percent / 100, seed }

/** The part of the change that the API sets; nothing while the number stays as it is. */
export const toOverlapSet = ({ count, reopens }: OverlapChange): Pick<SampleSet, "overlap" | "reopen"> =>
  typeof count === "number" ? { overlap: count, ...(reopens ? { reopen: true } : {}) } : {}

/** Whether the form can be sent. */
export const isComplete = ({ count, percent, seed }: OverlapChange): boolean =>
  typeof count !== "number" ||
  (typeof percent === "number" && percent > 0 && (percent >= 100 || seed.trim() !== ""))
