/** Votes by weight, whose ties the order of the voters decides. */

export interface Vote<A> {
  readonly value: A
  readonly weight: number
}

/** Sums that differ by less count as equal: they are sums of floating-point numbers in different orders. */
export const tolerance = 1e-9

/** A whole number that is the same for sums that differ by rounding alone. */
export const roundSum = (sum: number): number => Math.round(sum / tolerance)

/** The vote for the value with the most weight: the first one for it. Of values with the same weight, the one that is voted for first. */
export const findMajority = <A>(
  votes: ReadonlyArray<Vote<A>>,
  toKey: (value: A) => string | number,
): Vote<A> | undefined => {
  const sums = new Map<string | number, { readonly vote: Vote<A>; weight: number }>()
  for (const vote of votes) {
    const key = toKey(vote.value)
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { vote, weight: vote.weight })
    else sum.weight += vote.weight
  }
  let best: { readonly vote: Vote<A>; readonly weight: number } | undefined
  for (const sum of sums.values()) if (best === undefined || sum.weight > best.weight + tolerance) best = sum
  return best?.vote
}

export const sumWeights = (all: ReadonlyArray<{ readonly weight: number }>): number =>
  all.reduce((sum, { weight }) => sum + weight, 0)

/** Whether a weight is that of a strict majority. */
export const isMajority = (weight: number, total: number): boolean => 2 * weight > total + tolerance

/** Whether a weight reaches the quorum. Without one, a strict majority does. */
export const hasQuorum = (weight: number, total: number, quorum: number | undefined): boolean =>
  quorum === undefined ? isMajority(weight, total) : weight >= quorum - tolerance
