/** The order in which an audit draws samples or objects: anybody who knows the seed can draw the same again. */
import { computeSha256Hex } from "../../domain/digest.ts"

/** The seed of an audit: SHA-256 of `root nonce`, the Merkle root of the release and the nonce, all hex. */
export const computeAuditSeed = (root: string, nonce: string): string => computeSha256Hex(`${root} ${nonce}`)

/** The commitment to a nonce, which is published before a sample is handed out: SHA-256 of its hex text, hex. */
export const computeCommitment = (nonce: string): string => computeSha256Hex(nonce)

/** A draw that takes samples or objects in any order. */
export interface SampleDraw<A> {
  /** Adds one to the population. `make` runs only when it is among the first so far. */
  readonly add: (id: string, make: () => A) => void
  /** Those that are drawn, in the order of drawing. */
  readonly list: () => ReadonlyArray<{ readonly id: string; readonly item: A }>
}

/**
 * Draws the first `limit` samples in the order of SHA-256 of `seed id`, hex. With a seed that nobody could choose, that is a random order
 * without replacement. Needs the memory of the drawn samples alone.
 */
export const makeSampleDraw = <A>(seed: string, limit: number): SampleDraw<A> => {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`The number of samples to draw must be a whole number of 1 or more, not ${limit}.`)
  const drawn: Array<{ readonly key: string; readonly id: string; readonly item: A }> = []
  return {
    add: (id, make) => {
      const key = computeSha256Hex(`${seed} ${id}`)
      const last = drawn.at(-1)
      if (drawn.length === limit && last !== undefined && key >= last.key) return
      let [low, high] = [0, drawn.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((drawn[middle]?.key ?? "") < key) low = middle + 1
        else high = middle
      }
      drawn.splice(low, 0, { key, id, item: make() })
      if (drawn.length > limit) drawn.pop()
    },
    list: () => drawn.map(({ id, item }) => ({ id, item })),
  }
}
