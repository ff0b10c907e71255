/** Limits of the figures of two people, of people, and of attributes, over samples whose population is known. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { checkProperty } from "../../../test-support/src/checkProperty.ts"
import {
  type AgreementSummary,
  type AttributeAgreement,
  absent,
  computeAlpha,
  computeKappa,
  countConfusion,
  type Figure,
  type Limits,
  makeRandom,
  measureAgreement,
  type SampleAgreement,
} from "../../src/agreement.ts"

const people = ["ana", "ben", "eve"]
const categories = [1, 2, 3]
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

/** Three people who see the same objects. Some samples are harder than others, so that the objects of one sample are alike. */
const makeSample = (random: () => number): SampleAgreement => {
  const skill = 0.5 + 0.5 * random()
  const truths = Array.from({ length: 1 + Math.floor(6 * random()) }, () => 1 + Math.floor(3 * random()))
  const objects = people.map(() =>
    truths.map((truth) => ({ category: random() < skill ? truth : 1 + Math.floor(3 * random()) })),
  )
  const similarity = () => 0.5 + 0.5 * skill * random()
  const matchesOf = () => truths.flatMap((_, at) => (random() < 0.9 ? [[at, at, similarity()] as const] : []))
  return {
    people,
    agreement: skill,
    objectAlpha: skill,
    objects,
    pairs: pairs.map((both) => ({ people: both, quality: skill, identity: null, matches: matchesOf() })),
    groups: truths.map((_, at) => ({ members: people.map(() => at), agreement: skill })),
    attributes: [
      makeAttribute("color", "nominal", truths, () => (random() < skill ? "red" : "blue")),
      makeAttribute("doors", "interval", truths, (truth) => 1e6 + truth + Math.round(2 * random())),
    ],
    mismatches: [],
  } as unknown as SampleAgreement
}

const makeAttribute = (
  name: string,
  level: "interval" | "nominal",
  truths: ReadonlyArray<number>,
  answer: (truth: number) => number | string,
): AttributeAgreement => {
  const units = truths.map((truth) => people.map(() => answer(truth)))
  const counts = new Map<number | string, number>()
  for (const value of units.flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
  const unequal = units.flatMap((unit) => pairs.map(([a, b]) => [unit[a] ?? "", unit[b] ?? ""] as const))
  const distances = unequal.map(([a, b]) =>
    level === "nominal" ? Number(a !== b) : (Number(a) - Number(b)) ** 2,
  )
  return {
    category: 1,
    name,
    level,
    units: units.length,
    equal: units.filter((unit) => new Set(unit).size === 1).length,
    observed: distances.reduce((sum, distance) => sum + distance, 0) / 2,
    counts: [...counts],
    ...(level === "interval" && {
      pairs: unequal
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => [Math.min(Number(a), Number(b)), Math.max(Number(a), Number(b)), 0.5] as const),
    }),
  }
}

const makeSamples = (count: number, seed: number): ReadonlyArray<SampleAgreement> => {
  const random = makeRandom(seed)
  return Array.from({ length: count }, () => makeSample(random))
}

/** Every figure with limits, by its name. */
const listFigures = ({
  attributes,
  categories: ofCategories,
  pairs,
  people: persons,
  ...whole
}: AgreementSummary) => {
  const figures = new Map<string, Figure>([
    ["agreement", whole.agreement],
    ["object α", whole.objectAlpha],
    ["pooled α", whole.pooledObjectAlpha],
  ])
  for (const { alpha, category } of ofCategories) figures.set(`α of category ${category}`, alpha)
  for (const [name, comparison] of [
    ["pair", pairs[0]],
    ["person", persons[0]],
  ] as const) {
    if (comparison === undefined) continue
    figures.set(`quality of a ${name}`, comparison.quality)
    for (const { threshold, ...figure } of comparison.f1)
      figures.set(`F1 of a ${name} at ${threshold}`, figure)
    figures.set(`similarity of a ${name}`, comparison.meanSimilarity)
    figures.set(`κ of a ${name}`, comparison.kappa)
    figures.set(`α of a ${name}`, comparison.alpha)
  }
  for (const { alpha, equal, name, ordinalAlpha } of attributes) {
    figures.set(`equal ${name}`, equal)
    figures.set(`α of ${name}`, alpha)
    if (ordinalAlpha.value !== null) figures.set(`ordinal α of ${name}`, ordinalAlpha)
  }
  return figures
}

const contains = ({ lower, upper }: Limits, value: number) => lower - 1e-9 <= value && value <= upper + 1e-9

describe("limits of every figure", () => {
  it("contain the figure, and are the same for the same seed", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.integer({ min: 25, max: 60 }),
        FastCheck.integer({ min: 0, max: 2 ** 30 }),
        (count, seed) => {
          const samples = makeSamples(count, seed)
          const options = { seed, draws: 200, level: 0.99 }
          const summary = measureAgreement(samples, options)
          const figures = listFigures(summary)
          assert.strictEqual(figures.size, 3 + categories.length + 2 * 7 + 2 * 2 + 1)
          for (const [name, { limits, value }] of figures) {
            assert.isNotNull(limits, name)
            assert.isTrue(limits !== null && value !== null && contains(limits, value), name)
          }
          assert.deepStrictEqual(measureAgreement(samples, options), summary)
        },
      ),
      20,
    ))

  it("contain the figure of the population about as often as they say", () => {
    const truth = listFigures(measureAgreement(makeSamples(40_000, 1), { seed: 1, draws: 1 }))
    const [sets, size] = [200, 60]
    const hits = new Map<string, number>()
    for (let set = 0; set < sets; set++) {
      const figures = listFigures(measureAgreement(makeSamples(size, 1000 + set), { seed: set, draws: 200 }))
      for (const [name, { limits }] of figures)
        if (limits !== null && contains(limits, truth.get(name)?.value ?? Number.NaN))
          hits.set(name, (hits.get(name) ?? 0) + 1)
    }
    for (const name of truth.keys()) {
      const coverage = (hits.get(name) ?? 0) / sets
      // 95 % but for the error of 200 sets, 0.015, and of percentiles of 60 samples.
      assert.isAtLeast(coverage, 0.88, name)
      assert.isAtMost(coverage, 0.995, name)
    }
  })

  it("are about as wide for groups of samples as for the samples themselves", () => {
    // 2000 samples are drawn one by one, 8000 in 2000 groups.
    const measureWidth = (count: number, seed: number) =>
      new Map(
        Array.from(
          listFigures(measureAgreement(makeSamples(count, seed), { seed: 1 })),
          ([name, { limits }]) => [name, limits === null ? Number.NaN : limits.upper - limits.lower],
        ),
      )
    const [narrow, wide] = [measureWidth(8000, 5), measureWidth(2000, 6)]
    for (const [name, width] of wide) assert.closeTo((narrow.get(name) ?? 0) / width, 0.5, 0.09, name)
  })

  it("do not exist where one sample alone has what the figure counts", () => {
    const [first, ...others] = makeSamples(5, 3)
    const alone = [
      ...(first === undefined ? [] : [first]),
      ...others.map((sample) => ({
        ...sample,
        objects: people.map(() => []),
        groups: [],
        attributes: [],
        pairs: sample.pairs.map((pair) => ({ ...pair, matches: [] })),
      })),
    ]
    const { attributes, pairs: compared } = measureAgreement(alone, { seed: 1 })
    assert.isNotNull(compared[0]?.quality.limits)
    for (const figure of [
      compared[0]?.f1[0],
      compared[0]?.meanSimilarity,
      compared[0]?.kappa,
      compared[0]?.alpha,
    ])
      assert.isNull(figure?.limits)
    for (const { alpha, equal } of attributes) {
      assert.isNull(alpha.limits)
      assert.isNull(equal.limits)
    }
  })
})

describe("the figures of two people", () => {
  it("are those of all their pairs of objects", () => {
    const samples = makeSamples(300, 9)
    const [pair] = measureAgreement(samples, { seed: 1, draws: 1 }).pairs
    const units = samples.flatMap(({ objects, pairs: [both] }) => {
      const [a = [], b = []] = objects
      const matches = both?.matches ?? []
      const used = new Set(matches.map(([x]) => x))
      const read = (at: number) => [a[at]?.category ?? 0, b[at]?.category ?? 0] as const
      return a.flatMap(
        (_, at): ReadonlyArray<readonly [number | string, number | string]> =>
          used.has(at)
            ? [read(at)]
            : [
                [read(at)[0], absent],
                [absent, read(at)[1]],
              ],
      )
    })
    const chosen = units.filter((unit) => !unit.includes(absent))
    assert.closeTo(pair?.kappa.value ?? 0, computeKappa(countConfusion(chosen)) ?? 1, 1e-12)
    assert.closeTo(pair?.alpha.value ?? 0, computeAlpha(units) ?? 1, 1e-12)
  })
})
