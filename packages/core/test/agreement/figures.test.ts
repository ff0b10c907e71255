import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { computeNominalParts, computeObservedAgreement } from "../../src/agreement/figures/alpha.ts"
import {
  type Answer,
  computeAlpha,
  computeKappa,
  countConfusion,
  type DawidSkene,
  estimateDawidSkene,
  estimateLimits,
} from "../../src/agreement.ts"
import { makeList, makeRandom } from "./random.ts"

describe("Krippendorff's α", () => {
  /** The data of Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: four people, twelve units, values missing. */
  const people = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]
  const units = makeList(12, (unit) => people.flatMap((values) => values[unit] ?? []))

  it("has the values of its paper", () => {
    assert.closeTo(computeAlpha(units, "nominal") ?? 0, 0.743, 0.0005)
    assert.closeTo(computeAlpha(units, "ordinal") ?? 0, 0.815, 0.0005)
    assert.closeTo(computeAlpha(units, "interval") ?? 0, 0.849, 0.0005)
  })

  it("stands beside the observed agreement, which stays high where one value is frequent", () => {
    const observe = (values: ReadonlyArray<ReadonlyArray<string | number>>) =>
      computeObservedAgreement(computeNominalParts(values).observed, values.flat().length)
    // The coincidences of equal values in the paper: 7 + 10 + 8 + 4 + 3 of 40.
    const pairable = units.filter(({ length }) => length > 1)
    assert.closeTo(observe(pairable) ?? 0, 32 / 40, 1e-12)
    const frequent = makeList(100, (unit) => (unit < 98 ? ["a", "a"] : unit === 98 ? ["a", "b"] : ["b", "a"]))
    assert.closeTo(observe(frequent) ?? 0, 0.98, 1e-12)
    assert.closeTo(computeAlpha(frequent) ?? 0, 1 - (199 * 2) / 396, 1e-12)
    assert.isNull(observe([]))
  })

  it("does not exist where nothing differs or nothing was given twice", () => {
    assert.isNull(computeAlpha([[1, 1], [1]], "nominal"))
    assert.isNull(computeAlpha([[1, 1], [1]], "interval"))
    assert.isNull(computeAlpha([[1], [2]], "ordinal"))
    assert.isNull(computeAlpha([]))
  })

  it("is 1 for people who agree, and at most 1, whatever the order of people and the names of values", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.array(FastCheck.array(FastCheck.nat(3), { maxLength: 4 }), { maxLength: 8 }),
        (values) => {
          for (const level of ["nominal", "ordinal", "interval"] as const) {
            const alpha = computeAlpha(values, level)
            const turned = computeAlpha(
              values.map((unit) => unit.toReversed().map((value) => value * 2 + 5)),
              level,
            )
            if (alpha === null) assert.isNull(turned)
            else {
              assert.closeTo(alpha, turned ?? 0, 1e-9)
              assert.isAtMost(alpha, 1)
            }
          }
          const same = computeAlpha(values.map(([value = 0]) => [value, value]))
          if (same !== null) assert.strictEqual(same, 1)
        },
      ),
      1000,
    ))

  it("refuses numbers that are not finite", () => {
    assert.throws(() => computeAlpha([[1, Number.NaN]]), "NaN")
    assert.throws(() => computeAlpha([[1, Number.POSITIVE_INFINITY]], "interval"), "Infinity")
  })

  it("refuses text where differences count", () => {
    assert.throws(() => computeAlpha([["a", "b"]], "interval"), `"a"`)
  })
})

describe("Cohen's κ", () => {
  it("is 0.4 for the grant proposals of Wikipedia's article", () => {
    // https://en.wikipedia.org/wiki/Cohen%27s_kappa: 20 yes and yes, 5 yes and no, 10 no and yes, 15 no and no.
    assert.closeTo(
      computeKappa({
        counts: [
          [20, 5],
          [10, 15],
        ],
      }) ?? 0,
      0.4,
      1e-12,
    )
  })

  it("counts the pairs of values", () => {
    const confusion = countConfusion([
      ["car", "car"],
      ["car", "van"],
      ["bus", "bus"],
    ])
    assert.deepStrictEqual(confusion.values, ["bus", "car", "van"])
    assert.deepStrictEqual(confusion.counts, [
      [1, 0, 0],
      [0, 1, 1],
      [0, 0, 0],
    ])
    assert.isNull(computeKappa(countConfusion([["car", "car"]])))
    assert.isNull(computeKappa(countConfusion([])))
  })
})

describe("limits by the bootstrap", () => {
  const random = makeRandom(7)
  const values = makeList(400, () => random())
  const computeMean = (indices: Int32Array) =>
    indices.reduce((sum, index) => sum + (values[index] ?? 0), 0) / indices.length

  it("are about two standard errors around a mean, and the same for the same seed", () => {
    const limits = estimateLimits(values.length, computeMean, { seed: 1 })
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    // The deviation of numbers from 0 to 1 is 1/√12.
    const error = 1 / Math.sqrt(12 * values.length)
    assert.closeTo(limits?.lower ?? 0, mean - 1.96 * error, 0.3 * error)
    assert.closeTo(limits?.upper ?? 0, mean + 1.96 * error, 0.3 * error)
    assert.deepStrictEqual(limits, estimateLimits(values.length, computeMean, { seed: 1 }))
    assert.notDeepEqual(limits, estimateLimits(values.length, computeMean, { seed: 2 }))
  })

  it("refuse a level that is not a share, and seeds and draws that are not whole numbers", () => {
    for (const level of [95, 1.2, 1, 0, Number.NaN])
      assert.throws(() => estimateLimits(5, () => 1, { seed: 1, level }), RangeError, String(level))
    for (const seed of [0.5, Number.NaN])
      assert.throws(() => estimateLimits(5, () => 1, { seed }), RangeError, String(seed))
    for (const draws of [0, -1, 1.5])
      assert.throws(() => estimateLimits(5, () => 1, { seed: 1, draws }), RangeError, String(draws))
  })

  it("do not exist for one sample, nor for figures that do not", () => {
    assert.isNull(estimateLimits(1, () => 1, { seed: 1 }))
    assert.isNull(estimateLimits(5, () => null, { seed: 1 }))
  })
})

/** Σ q (ln prior + Σ ln error) − Σ q ln q over the items, as the literature has it. */
const computeBound = (answers: ReadonlyArray<Answer>, { items, people, priors, values }: DawidSkene) => {
  let bound = 0
  for (const [item, probabilities] of items)
    for (const [truth, probability] of probabilities.entries()) {
      if (probability === 0) continue
      const logs = answers
        .filter((answer) => answer.item === item)
        .map(({ person, value }) => Math.log(people.get(person)?.[truth]?.[values.indexOf(value)] ?? 0))
      const expected = logs.reduce((sum, log) => sum + log, Math.log(priors[truth] ?? 0))
      bound += probability * (expected - Math.log(probability))
    }
  return bound
}

describe("the model of Dawid and Skene", () => {
  it("recovers the skills of twenty people within two points", () => {
    const random = makeRandom(11)
    const values = ["bus", "car"]
    const skills = new Map(makeList(20, (index) => [`person-${index}`, 0.55 + 0.02 * index] as const))
    const truths = makeList(8000, () => Math.floor(2 * random()))
    const answers = truths.flatMap((truth, item) =>
      [...skills].map(([person, skill]) => ({
        item: String(item),
        person,
        value: values[random() < skill ? truth : 1 - truth] ?? "",
      })),
    )
    const { people } = estimateDawidSkene(answers)
    for (const [person, skill] of skills) {
      const errors = people.get(person) ?? []
      // Both values are as frequent.
      const recovered = ((errors[0]?.[0] ?? 0) + (errors[1]?.[1] ?? 0)) / 2
      assert.closeTo(recovered, skill, 0.02, person)
    }
  })

  it("finds who errs, and how, from answers alone", () => {
    const random = makeRandom(3)
    const values = ["bus", "car", "van"]
    const skills = new Map([
      ["ana", 0.95],
      ["ben", 0.9],
      ["eve", 0.6],
    ])
    const truths = makeList(2000, () => Math.floor(3 * random()))
    const answers = truths.flatMap((truth, item) =>
      [...skills].map(([person, skill]) => {
        const value = random() < skill ? truth : (truth + 1) % 3
        return { item: String(item), person, value: values[value] ?? "" }
      }),
    )
    const { items, people } = estimateDawidSkene(answers)
    for (const [person, skill] of skills) {
      const errors = people.get(person) ?? []
      for (const truth of [0, 1, 2]) {
        assert.closeTo(errors[truth]?.[truth] ?? 0, skill, 0.05)
        assert.closeTo(errors[truth]?.[(truth + 1) % 3] ?? 0, 1 - skill, 0.05)
      }
    }
    const right = truths.filter((truth, item) => {
      const probabilities = items.get(String(item)) ?? []
      return probabilities.indexOf(Math.max(...probabilities)) === truth
    })
    assert.isAtLeast(right.length / truths.length, 0.95)
  })

  it("has a bound of the log-likelihood that no iteration makes fall, by which it ends", () => {
    const random = makeRandom(17)
    for (let set = 0; set < 20; set++) {
      const answers = makeList(60, (item) =>
        makeList(3 + (item % 3), (person) => ({
          item: String(item),
          person: String(person),
          value: random() < 0.4 ? "a" : (["a", "b", "c"][item % 3] ?? "a"),
        })),
      ).flat()
      let before = Number.NEGATIVE_INFINITY
      for (let maxIterations = 1; maxIterations <= 12; maxIterations++) {
        const model = estimateDawidSkene(answers, { maxIterations, tolerance: Number.NEGATIVE_INFINITY })
        assert.closeTo(model.bound, computeBound(answers, model), 1e-6)
        assert.isAtLeast(model.bound, before - 1e-6)
        before = model.bound
      }
      const long = estimateDawidSkene(answers, { maxIterations: 1000, tolerance: 1e-9 })
      const ended = estimateDawidSkene(answers, { maxIterations: 1000 })
      assert.isAtLeast(ended.bound / answers.length, long.bound / answers.length - 0.05)
    }
  })

  it("has nothing to say without answers", () => {
    assert.deepStrictEqual(estimateDawidSkene([]).values, [])
  })
})
