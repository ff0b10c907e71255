/** Remembers what follows from the lists of stable objects that were used last. */

interface Computed {
  readonly compute: unknown
  readonly list: ReadonlyArray<unknown>
  readonly result: unknown
}

/** A write uses three results, of at most two lists. Longer lists would take too much memory. */
const maxResults = 8
const maxItems = 2000
const maxTotal = 4000

/** Those of all functions, the last used first. */
let computedResults: ReadonlyArray<Computed> = []

/**
 * Makes a function that computes the result for a list of the same objects once, for as long as it is among the results used last. Only
 * lists of which `isStable` accepts every item are expected again.
 */
export const computeOnce =
  <A extends object, B>(
    compute: (list: ReadonlyArray<A>) => B,
    isStable: (item: A) => boolean,
  ): ((list: ReadonlyArray<A>) => B) =>
  (list) => {
    if (list.length === 0 || list.length > maxItems) return compute(list)
    const computed = computedResults.find((one) => one.compute === compute && isSameList(one.list, list))
    if (computed === undefined && !list.every(isStable)) return compute(list)
    const recent = computed ?? { compute, list, result: compute(list) }
    keepResult(recent)
    // Cast: the result is one of this function.
    return recent.result as B
  }

const keepResult = (recent: Computed): void => {
  if (computedResults[0] === recent) return
  let total = 0
  computedResults = [recent, ...computedResults.filter((one) => one !== recent)]
    .slice(0, maxResults)
    .filter(({ list }) => {
      total += list.length
      return total <= maxTotal
    })
}

const isSameList = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
