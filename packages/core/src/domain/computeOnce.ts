/** Computes once what follows from a list of objects that do not change. Pure. */

interface Computed<A, B> {
  readonly list: ReadonlyArray<A>
  readonly result: B
}

/** Longer lists would take too much memory. */
const maxItems = 2000

/**
 * Makes a function that computes the result for a list of the same objects once, for as long as the first of them lives. Only lists
 * whose first item `isStable` accepts are expected again.
 */
export const computeOnce = <A extends object, B>(
  compute: (list: ReadonlyArray<A>) => B,
  isStable: (item: A) => boolean,
): ((list: ReadonlyArray<A>) => B) => {
  const computedLists = new WeakMap<A, Computed<A, B>>()
  return (list) => {
    const [first] = list
    if (first === undefined || list.length > maxItems || !isStable(first)) return compute(list)
    const computed = computedLists.get(first)
    if (computed !== undefined && isSameList(computed.list, list)) return computed.result
    const result = compute(list)
    computedLists.set(first, { list, result })
    return result
  }
}

const isSameList = <A>(a: ReadonlyArray<A>, b: ReadonlyArray<A>): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
