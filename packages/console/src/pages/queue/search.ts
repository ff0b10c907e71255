/** The search parameters of the queue page. What an address cannot mean is left out, so that an old link still opens. */

export interface QueueSearch {
  /** Absent: labeling. */
  readonly queue?: "reviewing"
  /** Whose turn the order shows; absent: the caller's. */
  readonly user?: string
  /** The days of the figures of work; absent: 7. */
  readonly days?: "30" | "90"
  /** Whose days they are; absent: the reader's. */
  readonly zone?: "dataset"
}

export const queueSearch = ({ days, queue, user, zone }: Readonly<Record<string, unknown>>): QueueSearch => ({
  ...(queue === "reviewing" ? { queue } : {}),
  ...(typeof user === "string" && user !== "" ? { user } : {}),
  // An address gives digits as a number.
  ...(String(days) === "30" || String(days) === "90" ? { days: String(days) === "30" ? "30" : "90" } : {}),
  ...(zone === "dataset" ? { zone } : {}),
})
