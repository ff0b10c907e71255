/** A growing list of index pairs, up to a limit. */

export interface PairList {
  /** Adds a pair. False when the list is full. */
  readonly add: (a: number, b: number) => boolean
  /** Two indexes for each pair, the smaller first. */
  readonly pairs: () => Uint32Array
}

/** The initial capacity is about one pair for each box; memory that is not written costs nothing. */
export const makePairList = (limit: number, boxes: number): PairList => {
  let list = new Uint32Array(2 * Math.max(1, Math.min(limit, 2 * boxes)))
  let size = 0
  return {
    add: (a, b) => {
      if (size >= limit * 2) return false
      if (size === list.length) {
        const larger = new Uint32Array(list.length * 2)
        larger.set(list)
        list = larger
      }
      list[size++] = Math.min(a, b)
      list[size++] = Math.max(a, b)
      return true
    },
    pairs: () => list.subarray(0, size),
  }
}
