/** Runs the two sides of a comparison in alternating rounds. */
import type { Measured } from "./cpu.ts"
import { computeSummary, type Round, type Summary } from "./summary.ts"

/** The project's target for a figure, reported beside it. */
export interface Target {
  /** Applies to the ratio, or to our own figure. */
  readonly of: "ratio" | "ours"
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Comparison {
  /** The number in the list of targets, the operation, and the unit. */
  readonly metric: string
  readonly target: Target
  /** Packages whose versions are reported. */
  readonly packages: ReadonlyArray<string>
  /** Each measures once, in the unit of the benchmark; both with CPU time, or both without. */
  readonly ours: () => Promise<number | Measured>
  readonly peer: () => Promise<number | Measured>
  /** At least 5. */
  readonly rounds?: number
}

const fewestRounds = 5

/** One warm-up round for the compilers and caches of both sides; then the sides alternate in going first. */
export const runAlternately = async (comparison: Comparison): Promise<Summary> => {
  const { ours, peer, rounds = fewestRounds } = comparison
  if (rounds < fewestRounds) throw new Error(`${comparison.metric}: fewer than ${fewestRounds} rounds.`)
  const measured: Array<Round> = []
  for (let i = -1; i < rounds; i++) {
    const first = i % 2 === 0 ? await peer() : await ours()
    const second = i % 2 === 0 ? await ours() : await peer()
    if (i >= 0) measured.push(i % 2 === 0 ? toRound(second, first) : toRound(first, second))
  }
  return computeSummary(measured)
}

const toRound = (ours: number | Measured, peer: number | Measured): Round =>
  typeof ours === "number" || typeof peer === "number"
    ? { ours: toValue(ours), peer: toValue(peer) }
    : { ours: ours.value, peer: peer.value, cpu: { ours: ours.cpuMillis, peer: peer.cpuMillis } }

const toValue = (measured: number | Measured): number =>
  typeof measured === "number" ? measured : measured.value

export const isMet = ({ of, atLeast, atMost }: Target, { ours, ratio }: Summary): boolean => {
  const value = of === "ratio" ? ratio : ours
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
