/** Who errs how: estimates for people, κ, α and confusions of each person, identities of tracks, ordinal α. */
import { assert, describe, it } from "vitest"
import { computeAlpha } from "../../src/agreement/figures/alpha.ts"
import { estimateDawidSkene } from "../../src/agreement/figures/dawidSkene.ts"
import { makeRandom } from "../../src/agreement/figures/random.ts"
import { compareLabels } from "../../src/agreement/labels/compareLabels.ts"
import { ErrorTally } from "../../src/agreement/labels/ErrorTally.ts"
import { listAnswers } from "../../src/agreement/labels/listAnswers.ts"
import { measureAgreement } from "../../src/agreement/labels/measureAgreement.ts"
import { runToEnd } from "../../src/domain/runToEnd.ts"

const configuration = {
  categories: [
    { id: 1, name: "car", attributes: [{ name: "doors", input_type: "number" as const }] },
    { id: 2, name: "bus" },
  ],
} as never

const box = (id: number, category_id: number, x: number, attributes: object = {}) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [x, 0],
    [x + 10, 10],
  ],
  attributes,
})

/** Boxes of these categories, 50 pixels apart; null for an object that the person lacks. */
const makeLabel = (categories: ReadonlyArray<number | null>) => ({
  annotations: categories.flatMap((category, index) =>
    category === null ? [] : [box(index + 1, category, 50 * index)],
  ),
})

/** Ann and bob are right in 95 % of objects, and eve calls every second bus a car. */
const makeSamples = (count: number) => {
  const random = makeRandom(7)
  return Array.from({ length: count }, () => {
    const truth = Array.from({ length: 8 }, () => (random() < 0.5 ? 1 : 2))
    const err = (category: number) => (random() < 0.95 ? category : 3 - category)
    return compareLabels(configuration, [
      { person: "ann", label: makeLabel(truth.map(err)) },
      { person: "bob", label: makeLabel(truth.map(err)) },
      {
        person: "eve",
        label: makeLabel(truth.map((category) => (category === 2 && random() < 0.5 ? 1 : category))),
      },
    ])
  })
}

describe("the estimates for a person", () => {
  it("say who calls what by another name, and how often", () => {
    const { people } = measureAgreement(makeSamples(150), { seed: 1, draws: 10 })
    const [ann, , eve] = people.map(({ errors }) => errors)
    assert.closeTo(ann?.accuracy ?? 0, 0.95, 0.03)
    assert.closeTo(eve?.accuracy ?? 0, 0.75, 0.05)
    const [worst] = eve?.errors ?? []
    assert.deepInclude(worst, { truth: 2, answer: 1 })
    assert.closeTo(worst?.probability ?? 0, 0.5, 0.06)
  })

  it("are those of all objects one by one", () => {
    const samples = makeSamples(40)
    const whole = estimateDawidSkene(listAnswers(samples))
    const { people } = measureAgreement(samples, { seed: 1, draws: 10 })
    for (const { errors, person } of people)
      for (const { answer, probability, truth } of errors?.errors ?? []) {
        const [row, column] = [truth, answer].map((value) => whole.values.indexOf(String(value)))
        assert.closeTo(whole.people.get(person)?.[row ?? 0]?.[column ?? 0] ?? 0, probability, 1e-6)
      }
  })

  it("do not exist for two people, of whom nobody could say who errs", () => {
    const two = compareLabels(configuration, [
      { person: "ann", label: makeLabel([1, 2]) },
      { person: "bob", label: makeLabel([1, 1]) },
    ])
    const { people } = measureAgreement([two], { seed: 1, draws: 10 })
    assert.deepStrictEqual(
      people.map(({ errors }) => errors),
      [null, null],
    )
  })
})

describe("the figures of one person against the others", () => {
  it("have the person first in confusions, whatever the order of names, with κ and α", () => {
    const sample = compareLabels(configuration, [
      { person: "ann", label: makeLabel([1, 1, 2, 1]) },
      { person: "bob", label: makeLabel([2, 1, 2, null]) },
    ])
    const { pairs, people } = measureAgreement([sample], { seed: 1, draws: 10 })
    const [ann, bob] = people
    const unequal = (confusion: (typeof people)[number]["confusion"] = []) =>
      confusion.filter(({ first, second }) => first !== second).map(({ first, second }) => [first, second])
    assert.deepStrictEqual(unequal(ann?.confusion), [
      [1, 2],
      [1, "absent"],
    ])
    assert.deepStrictEqual(unequal(bob?.confusion), [
      [2, 1],
      ["absent", 1],
    ])
    assert.deepStrictEqual(ann?.kappa, pairs[0]?.kappa)
    assert.closeTo(ann?.kappa.value ?? 0, 0.4, 1e-12)
    const alpha = computeAlpha([
      [1, 2],
      [1, 1],
      [2, 2],
      [1, "absent"],
    ])
    assert.closeTo(ann?.alpha.value ?? 0, alpha ?? 1, 1e-12)
    assert.closeTo(bob?.alpha.value ?? 0, alpha ?? 1, 1e-12)
  })

  it("have the identity of tracks, and none of stills", () => {
    const track = (id: number, x: number) => ({ ...box(id, 1, x), track_id: id })
    const frames = (ids: ReadonlyArray<number>) => ({
      frames: ids.map((id) => ({ annotations: [track(id, 0)] })),
    })
    const lost = compareLabels(configuration, [
      { person: "ann", label: frames([1, 1, 1, 1]) },
      { person: "bob", label: frames([1, 1, 1, 2]) },
    ])
    const still = compareLabels(configuration, [
      { person: "ann", label: makeLabel([1]) },
      { person: "bob", label: makeLabel([1]) },
    ])
    const { pairs, people } = measureAgreement([lost, still], { seed: 1, draws: 10 })
    assert.strictEqual(pairs[0]?.identity.value, 0.75)
    assert.strictEqual(people[1]?.identity.value, 0.75)
    const stills = measureAgreement([still], { seed: 1, draws: 10 })
    assert.deepStrictEqual(stills.pairs[0]?.identity, { value: null, limits: null })
  })
})

describe("the ordinal α of an attribute", () => {
  it("is that of the ranks of numbers over all samples", () => {
    const values = [
      [1, 1, 2],
      [2, 10, 10],
      [100, 10, 100],
      [1, 2, 1],
    ]
    const samples = values.map((row) =>
      compareLabels(
        configuration,
        row.map((doors, index) => ({
          person: `p${index}`,
          label: { annotations: [box(1, 1, 0, { doors })] },
        })),
      ),
    )
    const [doors] = measureAgreement(samples, { seed: 1, draws: 10 }).attributes
    assert.closeTo(doors?.ordinalAlpha.value ?? 0, computeAlpha(values, "ordinal") ?? 1, 1e-12)
    assert.closeTo(doors?.alpha.value ?? 0, computeAlpha(values, "interval") ?? 1, 1e-12)
    const stored = samples.map((sample) => ({
      ...sample,
      attributes: sample.attributes.map(({ pairs: _, ...attribute }) => attribute),
    }))
    const [earlier] = measureAgreement(stored, { seed: 1, draws: 10 }).attributes
    assert.deepStrictEqual(earlier?.ordinalAlpha, { value: null, limits: null })
    assert.deepStrictEqual(earlier?.alpha, doors?.alpha)
  })

  it("is left out where a sample has more than 1000 pairs of different numbers, all attributes together", () => {
    const attributes = ["doors", "seats"].map((name) => ({ name, input_type: "number" as const }))
    const compareNumbers = (objects: number) =>
      compareLabels(
        { categories: [{ id: 1, name: "car", attributes }] },
        [0, 1].map((person) => ({
          person: `p${person}`,
          label: {
            annotations: Array.from({ length: objects }, (_, index) => {
              const number = 2 * index + person
              return box(index + 1, 1, index * 20, { doors: number, seats: number })
            }),
          },
        })),
      )
    const summarize = (objects: number) => {
      const sample = compareNumbers(objects)
      const { attributes } = measureAgreement([sample], { seed: 1, draws: 10 })
      return sample.attributes.map(({ pairs }, index) => ({
        pairs: pairs?.length,
        isOrdinal: attributes[index]?.ordinalAlpha.value !== null,
        isInterval: attributes[index]?.alpha.value !== null,
      }))
    }
    const [all, none] = [
      { pairs: 500, isOrdinal: true, isInterval: true },
      { pairs: undefined, isOrdinal: false, isInterval: true },
    ]
    assert.deepStrictEqual(summarize(500), [all, all])
    assert.deepStrictEqual(summarize(501), [{ ...all, pairs: 501 }, none])
    assert.deepStrictEqual(summarize(1001), [none, none])
  })
})

describe("the estimates for people whose answers are too many", () => {
  const names = ["ann", "bob", "eve"] as const
  const people = [...names]
  /** A sample of one object for each list of answers. */
  const makeSample = (answers: ReadonlyArray<ReadonlyArray<number>>) => ({
    people,
    objects: names.map((_, person) =>
      answers.map((values) => ({ id: 1, sensor: null, category: values[person] ?? 0 })),
    ),
    groups: answers.map((_, index) => ({ members: names.map(() => index), agreement: 1 })),
  })
  const estimate = (answers: ReadonlyArray<ReadonlyArray<number>>) => {
    const tally = new ErrorTally()
    tally.add(makeSample(answers))
    return runToEnd(tally.estimate())
  }
  /** All lists of three answers of so many categories, or the first of them. */
  const listAnswerLists = (categories: number, count: number) =>
    Array.from({ length: count }, (_, index) => [
      index % categories,
      Math.floor(index / categories) % categories,
      Math.floor(index / categories ** 2),
    ])

  it("are made in steps for 20 000 different lists of answers, and null for more", () => {
    const tally = new ErrorTally()
    tally.add(makeSample(listAnswerLists(28, 20_000)))
    const steps = tally.estimate()
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count += 1
    assert.isNotNull(step.value)
    // At least three passes over 60 000 answers with 28 numbers each, for each of two iterations and more.
    assert.isAbove(count, 2 * 3 * 8)
    assert.isNull(estimate(listAnswerLists(28, 20_001)))
  }, 60_000)

  it("are null where people times the square of categories are more than a million", () => {
    const list = (categories: number) =>
      Array.from({ length: categories }, (_, index) => [index, index, index])
    // 3 · 577² = 998 787, and 3 · 578² = 1 002 252.
    assert.isNotNull(estimate(list(577)))
    assert.isNull(estimate(list(578)))
  }, 60_000)
})
