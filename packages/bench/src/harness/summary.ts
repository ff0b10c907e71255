/** Summarizes the rounds of a comparison. Pure. */

/** One measurement of each side, made in sequence. */
export interface Round {
  readonly ours: number
  readonly peer: number
  /** Milliseconds of CPU time of a call. */
  readonly cpu?: { readonly ours: number; readonly peer: number }
}

/** CPU time of a call, in milliseconds. */
export interface CpuSummary {
  readonly ours: number
  readonly peer: number
  /** Median of the peer's time over ours: higher is better. */
  readonly ratio: number
  readonly range: readonly [number, number]
}

export interface Summary {
  /** Medians. */
  readonly ours: number
  readonly peer: number
  /** Median of the rounds' ratios: only measurements of the same round are compared. */
  readonly ratio: number
  /** The smallest and the largest ratio of a round. */
  readonly range: readonly [number, number]
  /** Whether the unchanged peer was more than twice as fast in one round as in another. */
  readonly noisy: boolean
  /** Absent unless every round has it. */
  readonly cpu?: CpuSummary
}

/** Above this spread the machine was busy with something else, and ratios are meaningless. */
const widestSpread = 2

export const computeSummary = (rounds: ReadonlyArray<Round>): Summary => {
  if (rounds.length === 0) throw new Error("Cannot summarize zero rounds.")
  for (const { ours, peer } of rounds) {
    if (!(ours > 0 && peer > 0)) throw new Error(`A round measured nothing: ours ${ours}, peer ${peer}.`)
  }
  const ratios = rounds.map(({ ours, peer }) => ours / peer)
  const peers = rounds.map(({ peer }) => peer)
  return {
    ours: computeMedian(rounds.map(({ ours }) => ours)),
    peer: computeMedian(peers),
    ratio: computeMedian(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    noisy: Math.max(...peers) / Math.min(...peers) > widestSpread,
    ...computeCpuSummary(rounds),
  }
}

const computeCpuSummary = (rounds: ReadonlyArray<Round>): Pick<Summary, "cpu"> => {
  const times = rounds.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]))
  if (times.length < rounds.length) return {}
  const ratios = times.map(({ ours, peer }) => peer / ours)
  return {
    cpu: {
      ours: computeMedian(times.map(({ ours }) => ours)),
      peer: computeMedian(times.map(({ peer }) => peer)),
      ratio: computeMedian(ratios),
      range: [Math.min(...ratios), Math.max(...ratios)],
    },
  }
}

/** For an even number, the mean of the two in the middle. */
export const computeMedian = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  return (upper + lower) / 2
}
