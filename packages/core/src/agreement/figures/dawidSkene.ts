/**
 * Dawid and Skene's model of who errs how: the true value of each item, and for each person the probability of each answer for each true value,
 * estimated together by expectation maximization (Dawid and Skene 1979, "Maximum likelihood estimation of observer error-rates using the EM
 * algorithm").
 */

import { runToEnd } from "../../domain/runToEnd.ts"

export interface Answer {
  readonly item: string
  readonly person: string
  readonly value: string
}

export interface DawidSkeneOptions {
  /** Defaults to 100. */
  readonly maxIterations?: number
  /** Ends when an iteration improves the bound of the log-likelihood, per answer, by less. Defaults to 1e-5. */
  readonly tolerance?: number
  /** The number of equal items that an item stands for. Defaults to 1 for each. */
  readonly counts?: ReadonlyMap<string, number>
}

export interface DawidSkene {
  /** All values, in order. */
  readonly values: ReadonlyArray<string>
  /** The share of each true value. */
  readonly priors: ReadonlyArray<number>
  /** For each item the probability of each true value. */
  readonly items: ReadonlyMap<string, ReadonlyArray<number>>
  /** For each person the matrix `errors[t][v]`: the probability of the answer v where t is true. */
  readonly people: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<number>>>
  /** The lower bound of the log-likelihood of all answers, which no iteration makes fall. 0 without answers. */
  readonly bound: number
}

/** Probabilities do not fall below it, so that their logarithms are finite. */
const least = 1e-10

export const estimateDawidSkene = (
  answers: ReadonlyArray<Answer>,
  options: DawidSkeneOptions = {},
): DawidSkene => runToEnd(estimateDawidSkeneInSteps(answers, options))

/** The same in steps of some thousand answers, between which other work can run. */
export function* estimateDawidSkeneInSteps(
  answers: ReadonlyArray<Answer>,
  { counts, maxIterations = 100, tolerance = 1e-5 }: DawidSkeneOptions = {},
): Generator<void, DawidSkene> {
  const coded = yield* encodeAnswers(answers, counts)
  const total = coded.weights.reduce((sum, weight) => sum + weight, 0)
  let probabilities = countVotes(coded)
  let priors = computePriors(coded, probabilities)
  yield
  let errors = yield* computeErrors(coded, probabilities)
  let bound = Number.NEGATIVE_INFINITY
  for (let iteration = 0; iteration < maxIterations && answers.length > 0; iteration++) {
    probabilities = yield* computeProbabilities(coded, priors, errors)
    priors = computePriors(coded, probabilities)
    yield
    errors = yield* computeErrors(coded, probabilities)
    const before = bound
    bound = yield* computeBound(coded, probabilities, priors, errors)
    if ((bound - before) / total < tolerance) break
    yield
  }
  const { items, people, values } = coded
  const size = values.length
  const slice = (numbers: Float64Array, at: number): ReadonlyArray<number> => [
    ...numbers.subarray(at * size, (at + 1) * size),
  ]
  return {
    values,
    priors: [...priors],
    items: new Map(items.map((item, index) => [item, slice(probabilities, index)])),
    people: new Map(
      people.map((person, index) => [person, values.map((_, truth) => slice(errors, index * size + truth))]),
    ),
    bound: answers.length === 0 ? 0 : bound,
  }
}

interface Coded {
  readonly items: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  readonly values: ReadonlyArray<string>
  /** Three numbers for each answer: the places of its item, its person and its value. */
  readonly answers: Int32Array
  /** The number of equal answers that each answer stands for. */
  readonly weights: Float64Array
  /** The same for each item. */
  readonly itemWeights: Float64Array
}

/** The numbers that one step reads, in about a millisecond. */
const stepNumbers = 200_000

/** The places of the answers after which a step ends: each answer is read with a number for each value. */
const countStepPlaces = ({ values }: Pick<Coded, "values">): number =>
  3 * Math.max(1, Math.floor(stepNumbers / Math.max(1, values.length)))

function* encodeAnswers(
  answers: ReadonlyArray<Answer>,
  counts: DawidSkeneOptions["counts"],
): Generator<void, Coded> {
  const indexNames = (names: ReadonlyArray<string>) => {
    const list = [...new Set(names)].sort()
    return { list, places: new Map(list.map((name, index) => [name, index])) }
  }
  const items = indexNames(answers.map(({ item }) => item))
  yield
  const people = indexNames(answers.map(({ person }) => person))
  yield
  const values = indexNames(answers.map(({ value }) => value))
  const coded = new Int32Array(3 * answers.length)
  for (const [index, { item, person, value }] of answers.entries()) {
    coded[3 * index] = items.places.get(item) ?? 0
    coded[3 * index + 1] = people.places.get(person) ?? 0
    coded[3 * index + 2] = values.places.get(value) ?? 0
    if (index % 10_000 === 0) yield
  }
  const findCount = (item: string): number => counts?.get(item) ?? 1
  return {
    items: items.list,
    people: people.list,
    values: values.list,
    answers: coded,
    weights: Float64Array.from(answers, ({ item }) => findCount(item)),
    itemWeights: Float64Array.from(items.list, findCount),
  }
}

/** The first guess: the share of people who gave each value. */
const countVotes = ({ answers, items, values }: Coded): Float64Array => {
  const size = values.length
  const votes = new Float64Array(items.length * size)
  for (let at = 0; at < answers.length; at += 3) {
    const place = (answers[at] as number) * size + (answers[at + 2] as number)
    votes[place] = (votes[place] as number) + 1
  }
  for (let item = 0; item < items.length; item++) normalize(votes, item * size, size)
  return votes
}

const normalize = (numbers: Float64Array, start: number, count: number, stride = 1): void => {
  let sum = 0
  for (let k = 0; k < count; k++) sum += numbers[start + k * stride] as number
  if (sum === 0) return
  for (let k = 0; k < count; k++) {
    const at = start + k * stride
    numbers[at] = (numbers[at] as number) / sum
  }
}

const computePriors = ({ itemWeights, values }: Coded, probabilities: Float64Array): Float64Array => {
  const size = values.length
  const priors = new Float64Array(size)
  const total = itemWeights.reduce((sum, weight) => sum + weight, 0)
  for (let at = 0; at < probabilities.length; at++) {
    const weight = itemWeights[Math.floor(at / size)] as number
    priors[at % size] = (priors[at % size] as number) + ((probabilities[at] as number) * weight) / total
  }
  return priors.map((prior) => Math.max(prior, least))
}

/** For each person and true value the shares of their answers. Answers that a person never gave stay at 0. */
function* computeErrors(
  { answers, people, values, weights }: Coded,
  probabilities: Float64Array,
): Generator<void, Float64Array> {
  const size = values.length
  const step = countStepPlaces({ values })
  const errors = new Float64Array(people.length * size * size)
  const isGiven = new Uint8Array(people.length * size)
  for (let at = 0; at < answers.length; at += 3) {
    const [item, person, value] = [
      answers[at] as number,
      answers[at + 1] as number,
      answers[at + 2] as number,
    ]
    isGiven[person * size + value] = 1
    const weight = weights[at / 3] as number
    for (let truth = 0; truth < size; truth++) {
      const place = (person * size + truth) * size + value
      errors[place] = (errors[place] as number) + weight * (probabilities[item * size + truth] as number)
    }
    if (at % step === 0) yield
  }
  for (let row = 0; row < people.length * size; row++) {
    const person = Math.floor(row / size)
    for (let value = 0; value < size; value++)
      if (isGiven[person * size + value] === 1)
        errors[row * size + value] = Math.max(errors[row * size + value] as number, least)
    normalize(errors, row * size, size)
  }
  return errors
}

function* computeProbabilities(
  { answers, items, values }: Coded,
  priors: Float64Array,
  errors: Float64Array,
): Generator<void, Float64Array> {
  const size = values.length
  const step = countStepPlaces({ values })
  const logErrors = errors.map(Math.log)
  const logs = new Float64Array(items.length * size)
  for (let at = 0; at < logs.length; at++) logs[at] = Math.log(priors[at % size] as number)
  for (let at = 0; at < answers.length; at += 3) {
    const [item, person, value] = [
      answers[at] as number,
      answers[at + 1] as number,
      answers[at + 2] as number,
    ]
    for (let truth = 0; truth < size; truth++) {
      const place = item * size + truth
      const log = logErrors[(person * size + truth) * size + value] as number
      logs[place] = (logs[place] as number) + log
    }
    if (at % step === 0) yield
  }
  for (let item = 0; item < items.length; item++) {
    const row = logs.subarray(item * size, (item + 1) * size)
    const largest = row.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY)
    for (let truth = 0; truth < size; truth++) row[truth] = Math.exp((row[truth] as number) - largest)
    normalize(row, 0, size)
    if ((3 * item) % step === 0) yield
  }
  return logs
}

/** The evidence lower bound: the expected log-likelihood of the true values and the answers, plus the entropy of the true values. */
function* computeBound(
  { answers, itemWeights, values, weights }: Coded,
  probabilities: Float64Array,
  priors: Float64Array,
  errors: Float64Array,
): Generator<void, number> {
  const size = values.length
  const step = countStepPlaces({ values })
  const logErrors = errors.map(Math.log)
  let sum = 0
  for (let at = 0; at < answers.length; at += 3) {
    const [item, person, value] = [
      answers[at] as number,
      answers[at + 1] as number,
      answers[at + 2] as number,
    ]
    const weight = weights[at / 3] as number
    for (let truth = 0; truth < size; truth++) {
      const log = logErrors[(person * size + truth) * size + value] as number
      const probability = probabilities[item * size + truth] as number
      if (probability > 0) sum += weight * probability * log
    }
    if (at % step === 0) yield
  }
  // The prior counts once for each item, however many answers it has.
  for (const [at, probability] of probabilities.entries())
    if (probability > 0)
      sum +=
        (itemWeights[Math.floor(at / size)] as number) *
        probability *
        (Math.log(priors[at % size] as number) - Math.log(probability))
  return sum
}
