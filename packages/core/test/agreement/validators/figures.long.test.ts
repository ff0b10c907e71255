/** The packages krippendorff and crowd-kit, numpy and scikit-learn compute the same figures. */
import { assert, describe, it } from "vitest"
import { computeAlpha, computeKappa, countConfusion, estimateDawidSkene } from "../../../src/agreement.ts"
import { makeList, makeRandom } from "../random.ts"
import { compute, findLargestDifference, reportDifference } from "./programs.ts"

const alphas = `
import numpy as np, krippendorff
found = []
for table, level in data:
    table = np.array([[np.nan if v is None else v for v in row] for row in table], float)
    try:
        alpha = float(krippendorff.alpha(table, level_of_measurement=level))
        found.append(None if np.isnan(alpha) else alpha)
    except ValueError:
        found.append(None)
print(json.dumps(found))
`

const kappas = `
from sklearn.metrics import cohen_kappa_score
print(json.dumps([float(cohen_kappa_score(a, b)) for a, b in data]))
`

/**
 * Its package loads models of language that are not needed here. All 30 iterations are done, as by ours: it ends by a bound to which it adds the
 * prior once for each answer, and which therefore falls.
 */
const dawidSkene = `
import importlib.util, os, types
root = importlib.util.find_spec("crowdkit").submodule_search_locations[0]
package = types.ModuleType("crowdkit.aggregation")
package.__path__ = [os.path.join(root, "aggregation")]
sys.modules["crowdkit.aggregation"] = package
from crowdkit.aggregation.classification.dawid_skene import DawidSkene
import pandas as pd
found = []
for answers in data:
    model = DawidSkene(n_iter=30, tol=float("-inf")).fit(pd.DataFrame(answers, columns=["task", "worker", "label"]))
    values = sorted(model.priors_.index)
    items = {item: [float(model.probas_.loc[item, v]) for v in values] for item in model.probas_.index}
    errors = model.errors_
    people = {}
    for person in sorted(set(errors.index.get_level_values(0))):
        people[person] = [[float(errors.loc[(person, v), t]) if (person, v) in errors.index else 0.0 for v in values] for t in values]
    found.append({"priors": [float(model.priors_[v]) for v in values], "items": items, "people": people})
print(json.dumps(found))
`

describe("figures", () => {
  it("have the α of the package krippendorff", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(11)
    const levels = ["nominal", "ordinal", "interval"] as const
    const tables = makeList(3000, (index) => {
      const [people, units, values] = [
        2 + Math.floor(5 * random()),
        1 + Math.floor(40 * random()),
        1 + (index % 7),
      ]
      const table = makeList(people, () =>
        makeList(units, () =>
          random() < 0.2 ? null : Math.floor(values * random()) * (index % 5 === 0 ? 0.37 : 1),
        ),
      )
      return [table, levels[index % 3] ?? "nominal"] as const
    })
    const theirs = await compute<ReadonlyArray<number | null>>(alphas, tables, context)
    const ours = tables.map(([table, level]) =>
      computeAlpha(
        makeList(table[0]?.length ?? 0, (unit) => table.flatMap((values) => values[unit] ?? [])),
        level,
      ),
    )
    // Theirs is NaN or an error where ours does not exist.
    const onlyOne = theirs.flatMap((alpha, index) => {
      const mine = ours[index] ?? null
      return (alpha === null) === (mine === null) ? [] : [JSON.stringify([mine, alpha, tables[index]])]
    })
    assert.deepStrictEqual(onlyOne, [])
    const compared = theirs.flatMap((alpha, index) => {
      const mine = ours[index] ?? null
      return alpha === null || mine === null ? [] : [[mine, alpha] as const]
    })
    assert.isAbove(compared.length, 2000)
    const difference = findLargestDifference(
      compared.map(([mine]) => mine),
      compared.map(([, alpha]) => alpha),
    )
    assert.isAtMost(reportDifference("Krippendorff's alpha, krippendorff", difference), 1e-12)
  })

  it("have the κ of scikit-learn", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(12)
    const pairs = makeList(300, () => {
      const count = 20 + Math.floor(100 * random())
      const makeValues = () => makeList(count, () => "abcd"[Math.floor(4 * random())] ?? "a")
      return [makeValues(), makeValues()] as const
    })
    const theirs = await compute<ReadonlyArray<number>>(kappas, pairs, context)
    const ours = pairs.map(
      ([a, b]) =>
        computeKappa(countConfusion(a.map((value, index) => [value, b[index] ?? ""]))) ?? Number.NaN,
    )
    assert.isAtMost(
      reportDifference("Cohen's kappa, scikit-learn", findLargestDifference(ours, theirs)),
      1e-12,
    )
  })

  it("have the errors of people that crowd-kit estimates", { timeout: 1_200_000 }, async (context) => {
    const random = makeRandom(13)
    const sets = makeList(20, () => {
      const [items, people, values] = [
        30 + Math.floor(100 * random()),
        3 + Math.floor(5 * random()),
        2 + Math.floor(4 * random()),
      ]
      const skills = makeList(people, () => 0.4 + 0.6 * random())
      return makeList(items, (item) => {
        const truth = Math.floor(values * random())
        return skills.flatMap((skill, person) => {
          if (random() < 0.2) return []
          const value = random() < skill ? truth : Math.floor(values * random())
          return [[`i${item}`, `p${person}`, `v${value}`] as const]
        })
      }).flat()
    })
    interface Model {
      readonly priors: ReadonlyArray<number>
      readonly items: Readonly<Record<string, ReadonlyArray<number>>>
      readonly people: Readonly<Record<string, ReadonlyArray<ReadonlyArray<number>>>>
    }
    const theirs = await compute<ReadonlyArray<Model>>(dawidSkene, sets, context)
    const differences = sets.map((answers, index) => {
      const model = estimateDawidSkene(
        answers.map(([item, person, value]) => ({ item, person, value })),
        { maxIterations: 30, tolerance: Number.NEGATIVE_INFINITY },
      )
      const expected = theirs[index]
      const listNumbers = (
        priors: ReadonlyArray<number>,
        item: (name: string) => ReadonlyArray<number>,
        person: (name: string) => ReadonlyArray<ReadonlyArray<number>>,
      ) => [
        ...priors,
        ...[...model.items.keys()].flatMap(item),
        ...[...model.people.keys()].flatMap((name) => person(name).flat()),
      ]
      return findLargestDifference(
        listNumbers(
          model.priors,
          (name) => model.items.get(name) ?? [],
          (name) => model.people.get(name) ?? [],
        ),
        listNumbers(
          expected?.priors ?? [],
          (name) => expected?.items[name] ?? [],
          (name) => expected?.people[name] ?? [],
        ),
      )
    })
    assert.isAtMost(reportDifference("Dawid and Skene, crowd-kit", Math.max(...differences)), 1e-6)
  })
})
