import type { Refusal } from "./reclaim.ts"
import type { Work } from "./work.ts"

/** Claims a chosen sample once. A claim that failed is tried again; `none` after it was claimed or refused, and without a sample. */
export const makeFirstClaim = (
  sample: string | undefined,
  claim: (sample: string) => Promise<Refusal | Work>,
): (() => Promise<Work | "none" | "refused">) => {
  let waiting = sample
  return async () => {
    if (waiting === undefined) return "none"
    const chosen = waiting
    // A second claim meanwhile is one of the queue.
    waiting = undefined
    try {
      const work = await claim(chosen)
      return typeof work === "string" ? "refused" : work
    } catch (error) {
      waiting = chosen
      throw error
    }
  }
}
