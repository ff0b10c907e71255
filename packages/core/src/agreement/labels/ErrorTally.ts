/** Counts who gave which objects which category, for the estimates of Dawid and Skene. */
import { estimateDawidSkeneInSteps } from "../figures/dawidSkene.ts"
import { listGroupUnits, type SampleAgreement } from "./compareLabels.ts"

/** An answer that a person gives where another one is true. `absent` is a value, too. */
export interface AnswerError {
  readonly truth: string | number
  readonly answer: string | number
  /** The share of this answer among those of the person where that is true, from 0 to 1. */
  readonly probability: number
}

/** The estimates for one person. */
export interface PersonErrors {
  /** The probability of the right answer, over all true values by their shares. */
  readonly accuracy: number
  /** The answers that are wrong, from those that are estimated to be given most often. */
  readonly errors: ReadonlyArray<AnswerError>
}

/** The most lists of answers that differ, and the most numbers that are estimated: beyond them, nothing is. */
const limits = { patterns: 20_000, parameters: 1_000_000 }

/** Fewer answers of a person for one true value are rounding of the estimate. */
const leastProbability = 0.001

interface Pattern {
  readonly people: ReadonlyArray<string>
  readonly values: ReadonlyArray<string | number>
  count: number
}

export class ErrorTally {
  /** Null when there are too many. */
  #patterns: Map<string, Pattern> | null = new Map()

  add(sample: Pick<SampleAgreement, "groups" | "objects" | "people">): void {
    if (this.#patterns === null) return
    for (const values of listGroupUnits(sample)) {
      const key = JSON.stringify([sample.people, values])
      const pattern = this.#patterns.get(key)
      if (pattern === undefined) this.#patterns.set(key, { people: sample.people, values, count: 1 })
      else pattern.count += 1
    }
    if (this.#patterns.size > limits.patterns) this.#patterns = null
  }

  /** The estimates by person. Null with fewer than three people, of whom nobody could say who errs, and where there is too much to estimate. */
  *estimate(): Generator<void, ReadonlyMap<string, PersonErrors> | null> {
    const patterns = [...(this.#patterns?.values() ?? [])]
    const people = new Set(patterns.flatMap((pattern) => pattern.people))
    const values = new Map(
      patterns.flatMap((pattern) => pattern.values.map((value) => [String(value), value])),
    )
    if (people.size < 3 || people.size * values.size ** 2 > limits.parameters) return null
    const estimated = yield* estimateDawidSkeneInSteps(
      patterns.flatMap((pattern, index) =>
        pattern.people.map((person, place) => ({
          item: String(index),
          person,
          value: String(pattern.values[place]),
        })),
      ),
      { counts: new Map(patterns.map(({ count }, index) => [String(index), count])) },
    )
    const names = estimated.values.map((name) => values.get(name) ?? name)
    return new Map(
      [...estimated.people].map(([person, matrix]) => [person, readErrors(matrix, estimated.priors, names)]),
    )
  }
}

const readErrors = (
  matrix: ReadonlyArray<ReadonlyArray<number>>,
  priors: ReadonlyArray<number>,
  names: ReadonlyArray<string | number>,
): PersonErrors => ({
  accuracy: priors.reduce((sum, prior, truth) => sum + prior * (matrix[truth]?.[truth] ?? 0), 0),
  errors: matrix
    .flatMap((row, truth) =>
      row.map((probability, answer) => ({
        truth,
        answer,
        probability,
        often: probability * (priors[truth] ?? 0),
      })),
    )
    .filter(({ answer, probability, truth }) => answer !== truth && probability >= leastProbability)
    .sort((a, b) => b.often - a.often || a.truth - b.truth || a.answer - b.answer)
    .map(({ answer, probability, truth }) => ({
      truth: names[truth] ?? "",
      answer: names[answer] ?? "",
      probability,
    })),
})
