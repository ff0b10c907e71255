/** Runs the two sides of a comparison in alternating rounds. */
import { type Round, type Summary, summarise } from "./summary.ts"

/** What the project wants of a figure; told beside it. */
export interface Target {
  /** Of the ratio, or of our own figure. */
  readonly of: "ratio" | "ours"
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Comparison {
  /** Its number in the list of targets, what is done, and the unit. */
  readonly metric: string
  readonly target: Target
  /** Packages whose versions matter. */
  readonly packages: ReadonlyArray<string>
  /** Each measures once; the unit is up to the benchmark. */
  readonly ours: () => Promise<number>
  readonly peer: () => Promise<number>
  /** 5 at least. */
  readonly rounds?: number
}

const fewestRounds = 5

/** One round that does not count, for the compilers and caches of both sides; then each side goes first in turn. */
export const alternate = async (comparison: Comparison): Promise<Summary> => {
  const { ours, peer, rounds = fewestRounds } = comparison
  if (rounds < fewestRounds) throw new Error(`${comparison.metric}: fewer than ${fewestRounds} rounds.`)
  const measured: Array<Round> = []
  for (let i = -1; i < rounds; i++) {
    const first = i % 2 === 0 ? await peer() : await ours()
    const second = i % 2 === 0 ? await ours() : await peer()
    if (i >= 0) measured.push(i % 2 === 0 ? { peer: first, ours: second } : { ours: first, peer: second })
  }
  return summarise(measured)
}

export const isMet = ({ of, atLeast, atMost }: Target, { ours, ratio }: Summary): boolean => {
  const value = of === "ratio" ? ratio : ours
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
