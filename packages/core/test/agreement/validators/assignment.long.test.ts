/** Scipy solves the same assignments. */
import { assert, describe, it } from "vitest"
import { findAssignment, matchPairs } from "../../../src/agreement.ts"
import { makeList, makeRandom } from "../random.ts"
import { compute, findLargestDifference, reportDifference } from "./programs.ts"

const costsOfScipy = `
import numpy as np
from scipy.optimize import linear_sum_assignment
found = []
for rows, columns, costs in data:
    costs = np.array(costs, float).reshape((rows, columns))
    least = costs[linear_sum_assignment(costs)].sum()
    allowed = np.where(costs >= 0.5, costs, 0)
    found.append([float(least), float(allowed[linear_sum_assignment(allowed, maximize=True)].sum())])
print(json.dumps(found))
`

describe("assignments", () => {
  it("cost as much as those of scipy, for random, degenerate and rectangular matrices", {
    timeout: 1_200_000,
  }, async (context) => {
    const random = makeRandom(5)
    const makers: ReadonlyArray<(row: number, column: number) => number> = [
      () => random(),
      () => Math.floor(3 * random()),
      () => 1,
      () => 2e6 * (random() - 0.5),
      (row, column) => (row + 1) * (column + 1),
      () => (random() < 0.1 ? random() : 0),
      () => (random() < 0.5 ? 1e9 : 1e-9 * random()),
    ]
    const matrices = makeList(3000, (index) => {
      const [rows, columns] = [1 + Math.floor(40 * random()), 1 + Math.floor(40 * random())]
      const make = makers[index % makers.length] ?? random
      const costs = makeList(rows * columns, (at) => make(Math.floor(at / columns), at % columns))
      return [rows, columns, costs] as const
    })
    const theirs = await compute<ReadonlyArray<readonly [number, number]>>(costsOfScipy, matrices, context)
    const least = matrices.map(([rows, columns, costs]) => {
      const solved = findAssignment(Float64Array.from(costs), rows, columns)
      return solved.reduce(
        (sum, column, row) => sum + (column < 0 ? 0 : (costs[row * columns + column] ?? 0)),
        0,
      )
    })
    const largest = matrices.map(([rows, columns, costs]) =>
      matchPairs(Float64Array.from(costs), rows, columns, 0.5).reduce(
        (sum, { a, b }) => sum + (costs[a * columns + b] ?? 0),
        0,
      ),
    )
    const costs = findLargestDifference(
      least,
      theirs.map(([cost]) => cost),
    )
    assert.isAtMost(reportDifference("cost of assignments, scipy", costs), 1e-12)
    const sums = findLargestDifference(
      largest,
      theirs.map(([, sum]) => sum),
    )
    assert.isAtMost(reportDifference("sum of pairs above the threshold, scipy", sums), 1e-12)
  })
})
