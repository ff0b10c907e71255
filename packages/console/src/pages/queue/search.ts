/** The search parameters of the queue page. What an address cannot mean is left out, so that an old link still opens. */

export interface QueueSearch {
  /** Absent: labeling. */
  readonly queue?: "reviewing"
  /** Whose turn the order shows; absent: the caller's. */
  readonly user?: string
}

export const queueSearch = ({ queue, user }: Readonly<Record<string, unknown>>): QueueSearch => ({
  ...(queue === "reviewing" ? { queue } : {}),
  ...(typeof user === "string" && user !== "" ? { user } : {}),
})
