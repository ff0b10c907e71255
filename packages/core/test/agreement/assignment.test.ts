import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { findAssignment, makeRandom, matchPairs } from "../../src/agreement.ts"

const matrices = (values: FastCheck.Arbitrary<number>) =>
  FastCheck.integer({ min: 0, max: 6 }).chain((rows) =>
    FastCheck.integer({ min: 0, max: 6 }).chain((columns) =>
      FastCheck.array(values, { minLength: rows * columns, maxLength: rows * columns }).map((costs) => ({
        rows,
        columns,
        costs: Float64Array.from(costs),
      })),
    ),
  )

/** All ways to give each row a column or none. */
const listWays = (rows: number, columns: number): ReadonlyArray<ReadonlyArray<number>> =>
  rows === 0
    ? [[]]
    : listWays(rows - 1, columns).flatMap((way) =>
        [-1, ...Array(columns).keys()]
          .filter((column) => column < 0 || !way.includes(column))
          .map((column) => [...way, column]),
      )

const addUp = (costs: Float64Array, columns: number, way: ArrayLike<number>): number =>
  Array.from(way).reduce(
    (sum, column, row) => sum + (column < 0 ? 0 : (costs[row * columns + column] ?? 0)),
    0,
  )

describe("findAssignment", () => {
  it("finds the assignment of the example of the documentation of scipy", () => {
    // https://docs.scipy.org/doc/scipy/reference/generated/scipy.optimize.linear_sum_assignment.html: columns 1, 0, 2, cost 5.
    const costs = Float64Array.of(4, 1, 3, 2, 0, 5, 3, 2, 2)
    assert.deepStrictEqual([...findAssignment(costs, 3, 3)], [1, 0, 2])
  })

  it("has the least cost of all assignments, also of degenerate matrices", () =>
    checkProperty(
      FastCheck.property(
        FastCheck.oneof(
          matrices(FastCheck.double({ min: -10, max: 10, noNaN: true })),
          matrices(FastCheck.integer({ min: -1, max: 1 })),
          matrices(FastCheck.constant(1)),
          matrices(FastCheck.constantFrom(0, 1e-9, 1e9)),
        ),
        ({ columns, costs, rows }) => {
          const solved = findAssignment(costs, rows, columns)
          const size = Math.min(rows, columns)
          const used = [...solved].filter((column) => column >= 0)
          assert.strictEqual(new Set(used).size, size)
          const complete = listWays(rows, columns).filter(
            (way) => way.filter((column) => column >= 0).length === size,
          )
          const least = Math.min(...complete.map((way) => addUp(costs, columns, way)))
          assert.closeTo(addUp(costs, columns, solved), least, 1e-9 * Math.max(1, Math.abs(least)))
        },
      ),
      2000,
    ))

  it("refuses numbers that are not finite, and a matrix of another size", () => {
    assert.throws(() => findAssignment(Float64Array.of(1, Number.NaN), 1, 2), "Cost 1 of the matrix")
    assert.throws(() => findAssignment(Float64Array.of(1, 2), 2, 2), "2 costs instead of 2 × 2")
  })
})

describe("matchPairs", () => {
  const similarities = FastCheck.oneof(
    matrices(FastCheck.double({ min: 0, max: 1, noNaN: true })),
    matrices(FastCheck.constantFrom(0, 0, 0, 0.4, 0.5, 0.9, 1)),
  )

  it("has the largest sum of all pairs at or above the threshold", () =>
    checkProperty(
      FastCheck.property(similarities, ({ columns, costs, rows }) => {
        const pairs = matchPairs(costs, rows, columns, 0.5)
        const allowed = costs.map((similarity) => (similarity >= 0.5 ? similarity : 0))
        const most = Math.max(...listWays(rows, columns).map((way) => addUp(allowed, columns, way)))
        const sum = pairs.reduce((total, { a, b }) => total + (costs[a * columns + b] ?? 0), 0)
        assert.closeTo(sum, most, 1e-9)
        for (const { a, b } of pairs) assert.isAtLeast(costs[a * columns + b] ?? 0, 0.5)
        assert.strictEqual(new Set(pairs.map(({ a }) => a)).size, pairs.length)
        assert.strictEqual(new Set(pairs.map(({ b }) => b)).size, pairs.length)
      }),
      2000,
    ))

  it("has the sum of an assignment of the whole matrix, of large and of dense ones", () => {
    const sizes = FastCheck.integer({ min: 1, max: 60 })
    const large = FastCheck.tuple(
      sizes,
      sizes,
      FastCheck.constantFrom(0.02, 0.05, 0.2, 1),
      FastCheck.integer(),
    )
    return checkProperty(
      FastCheck.property(large, ([rows, columns, density, seed]) => {
        const random = makeRandom(seed)
        const costs = Float64Array.from({ length: rows * columns }, () =>
          random() < density ? 0.5 + random() / 2 : 0.4 * random(),
        )
        const allowed = costs.map((similarity) => (similarity >= 0.5 ? -similarity : 0))
        const sum = matchPairs(costs, rows, columns, 0.5).reduce(
          (total, { a, b }) => total + (costs[a * columns + b] ?? 0),
          0,
        )
        assert.closeTo(sum, -addUp(allowed, columns, findAssignment(allowed, rows, columns)), 1e-9)
      }),
      2000,
    )
  })

  it("gives up a good pair for two pairs that are better together", () => {
    const pairs = matchPairs(Float64Array.of(0.9, 0.8, 0.7, 0), 2, 2, 0.5)
    assert.deepStrictEqual(pairs, [
      { a: 0, b: 1 },
      { a: 1, b: 0 },
    ])
  })

  it("refuses a threshold of 0, at which everything would match", () => {
    assert.throws(() => matchPairs(new Float64Array(1), 1, 1, 0), "must be above 0")
  })
})
