import { assert, describe, it } from "@effect/vitest"
import { compareLabels, listAnswers, measureAgreement } from "../../src/agreement.ts"
import { box, compare, configuration, still } from "./makeLabels.ts"

describe("limits", () => {
  const names = ["ana", "ben", "eve", "kim", "pat"]
  /** All agree or none does. */
  const makeSample = (isEqual: boolean) =>
    compare(...names.map((name, index) => still(name, box(1, 1, isEqual ? 0 : 100 * index))))

  it("of people are over samples, however many others labeled them", () => {
    const samples = Array.from({ length: 20 }, (_, index) => makeSample(index % 2 === 0))
    const { agreement, pairs, people } = measureAgreement(samples, { seed: 3 })
    assert.strictEqual(agreement.value, 0.5)
    // Two standard errors of 20 samples with 0 or 1: 1.96 · 0.5 / √20 = 0.22.
    assert.closeTo(agreement.limits?.lower ?? 0, 0.28, 0.04)
    assert.closeTo(agreement.limits?.upper ?? 0, 0.72, 0.04)
    for (const { quality } of [...pairs, ...people]) assert.deepStrictEqual(quality, agreement)
  })

  it("do not exist for one sample of many people", () => {
    const { agreement, people } = measureAgreement([makeSample(true)], { seed: 3 })
    assert.isNull(agreement.limits)
    for (const { quality } of people) assert.deepStrictEqual(quality, { value: 1, limits: null })
  })

  it("weigh the samples of a person by the number of others, as the figure does", () => {
    const { people } = measureAgreement(
      [makeSample(true), compare(still("ana", box(1, 1, 0)), still("ben"))],
      { seed: 3 },
    )
    // Four comparisons of 1 and one of 0.
    assert.deepStrictEqual(people[0]?.quality, { value: 0.8, limits: { lower: 0, upper: 1 } })
  })
})

describe("people and pairs of a summary", () => {
  /** Ana labels three samples with ben, two with eve, and one with kim, who calls its car a bus. */
  const samples = [
    ...["ben", "ben", "ben", "eve", "eve"].map((name) =>
      compare(still("ana", box(1, 1, 0)), still(name, box(1, 1, 0))),
    ),
    compare(still("kim", box(1, 2, 0)), still("ana", box(1, 1, 0))),
  ]
  const summarize = (maxComparisons?: number) =>
    measureAgreement(samples, { seed: 1, draws: 10, ...(maxComparisons && { maxComparisons }) })
  const list = ({ pairs, people }: ReturnType<typeof summarize>) => ({
    pairs: pairs.map((pair) => pair.people.join(" ")),
    people: people.map(({ person }) => person),
  })

  it("are those with the most samples, in their order, and the number of the others", () => {
    const summary = summarize(2)
    assert.deepStrictEqual(list(summary), { pairs: ["ana ben", "ana eve"], people: ["ana", "ben"] })
    assert.deepStrictEqual([summary.pairsOmitted, summary.peopleOmitted], [1, 2])
  })

  it("are all where there are as many as are listed", () => {
    const summary = summarize(4)
    assert.deepStrictEqual(list(summary), {
      pairs: ["ana ben", "ana eve", "ana kim"],
      people: ["ana", "ben", "eve", "kim"],
    })
    assert.deepStrictEqual([summary.pairsOmitted, summary.peopleOmitted], [0, 0])
  })

  it("leave the figures of all samples as they are", () => {
    const [{ confusions, pairs, people, ...some }, all] = [summarize(1), summarize()]
    assert.deepStrictEqual(confusions, [{ first: 1, second: 2, count: 1 }])
    assert.deepInclude(all, { ...some, confusions, pairsOmitted: 0, peopleOmitted: 0 })
    assert.deepStrictEqual([...pairs, ...people], [...all.pairs.slice(0, 1), ...all.people.slice(0, 1)])
  })

  it("are a thousand of more than a thousand", () => {
    const names = Array.from({ length: 47 }, (_, index) => `p${index}`)
    const summary = measureAgreement([compare(...names.map((name) => still(name)))], { seed: 1 })
    assert.deepStrictEqual([summary.pairs.length, summary.pairsOmitted], [1000, (47 * 46) / 2 - 1000])
    assert.deepStrictEqual([summary.people.length, summary.peopleOmitted], [47, 0])
  })
})

describe("a summary", () => {
  it("keeps the levels of an attribute apart that became a number", () => {
    const toText = {
      ...configuration,
      categories: [{ id: 1, name: "car", attributes: [{ name: "doors", input_type: "text" as const }] }],
    }
    const labels = [still("ana", box(1, 1, 0, { doors: "4" })), still("ben", box(1, 1, 0, { doors: "5" }))]
    const { attributes } = measureAgreement(
      [compareLabels(toText, labels), compareLabels(configuration, labels)],
      { seed: 1 },
    )
    assert.deepStrictEqual(
      attributes.filter(({ name }) => name === "doors").map(({ level, units }) => [level, units]),
      [
        ["nominal", 1],
        ["interval", 1],
      ],
    )
  })

  const samples = [
    compare(still("ana", box(1, 1, 0)), still("ben", box(1, 1, 0)), still("eve", box(1, 2, 0))),
    compare(still("ana", box(1, 2, 0)), still("ben", box(1, 2, 1)), still("eve")),
    compare(still("ana"), still("ben")),
    compare(still("ana", box(1, 1, 0))),
  ]
  const summary = measureAgreement(samples, { seed: 1 })

  it("is plain JSON, of plain JSON", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(summary)), summary)
    const stored = JSON.parse(JSON.stringify(samples))
    assert.deepStrictEqual(measureAgreement(stored, { seed: 1 }), summary)
  })

  it("compares pairs of people, and each person with the rest", () => {
    assert.strictEqual(summary.samples, 3)
    const [anaBen, anaEve] = summary.pairs
    assert.deepStrictEqual(anaBen?.people, ["ana", "ben"])
    assert.strictEqual(anaBen?.samples, 3)
    // 1, 9 / 11 and 1.
    assert.closeTo(anaBen?.quality.value ?? 0, (1 + 9 / 11 + 1) / 3, 1e-12)
    assert.deepStrictEqual(anaBen?.f1[0], { threshold: 0.5, value: 1, limits: { lower: 1, upper: 1 } })
    assert.deepStrictEqual(anaBen?.f1[2], { threshold: 0.9, value: 0.5, limits: { lower: 0, upper: 1 } })
    // The object that both have has other categories; another one is Ana's alone.
    assert.deepStrictEqual(anaEve?.confusion, [
      { first: 1, second: 2, count: 1 },
      { first: 2, second: "absent", count: 1 },
    ])
    assert.deepStrictEqual(summary.confusions, [
      { first: 1, second: 2, count: 2 },
      { first: 2, second: "absent", count: 2 },
    ])
    const eve = summary.people.find(({ person }) => person === "eve")
    assert.strictEqual(eve?.samples, 2)
    assert.strictEqual(eve?.quality.value, 0)
  })

  it("counts a pair once, whatever the order of the labels", () => {
    const labels = [still("ana", box(1, 1, 0), box(2, 2, 300)), still("ben", box(1, 1, 1))]
    const sample = compare(...labels)
    // As of labels whose people are known by letters, and named later.
    const letters = compare(
      ...labels.map(({ label, person }) => ({ label, person: person === "ben" ? "A" : "B" })),
    )
    const turned = { ...letters, people: letters.people.map((letter) => (letter === "A" ? "ben" : "ana")) }
    assert.deepStrictEqual(turned.people, ["ben", "ana"])
    assert.deepStrictEqual(
      measureAgreement([sample, turned], { seed: 1 }),
      measureAgreement([sample, sample], { seed: 1 }),
    )
  })

  it("lists answers for the model of Dawid and Skene, absence included", () => {
    const answers = listAnswers(samples.slice(1, 2))
    assert.deepStrictEqual(answers, [
      { item: "0 0", person: "ana", value: "2" },
      { item: "0 0", person: "ben", value: "2" },
      { item: "0 0", person: "eve", value: "absent" },
    ])
  })

  it("has the α of objects and of categories, with limits", () => {
    const { categories, objectAlpha, pooledObjectAlpha } = summary
    // Of (1, 1, 2): α = 1 − 2 · 1 / 2 = 0; of (2, 2, absent) too; of no objects 1.
    assert.closeTo(objectAlpha.value ?? 0, 1 / 3, 1e-12)
    // Values 1, 1, 2, 2, 2, absent: observed 2 · 1, expected 11 / 5.
    assert.closeTo(pooledObjectAlpha.value ?? 0, 1 - 2 / (11 / 5), 1e-12)
    assert.isNotNull(objectAlpha.limits)
    // Of the pairs of (1, 1, 2) one of three is equal; of (2, 2, absent) too.
    assert.closeTo(summary.pooledObservedAgreement ?? 0, 1 / 3, 1e-12)
    // Category 1 or not: one of three pairs, and all. Category 2 or not: one of three, twice.
    const observed = categories.map(({ observedAgreement }) => observedAgreement ?? 0)
    for (const [at, share] of [2 / 3, 1 / 3].entries()) assert.closeTo(observed[at] ?? 0, share, 1e-12)
    assert.deepStrictEqual(
      categories.map(({ category, objects }) => [category, objects]),
      [
        [1, 1],
        [2, 2],
      ],
    )
  })
})
