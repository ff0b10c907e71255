import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { computeMeanRotation } from "../../src/agreement/merge/computeMeans.ts"
import { makeRandom } from "../../src/agreement.ts"

type Matrix = ReadonlyArray<ReadonlyArray<number>>

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) =>
    [0, 1, 2, 3].map((column) => row.reduce((sum, value, k) => sum + value * (b[k]?.[column] ?? 0), 0)),
  )

const scale = (matrix: Matrix): Matrix => {
  const largest = Math.max(...matrix.flat().map(Math.abs))
  return matrix.map((row) => row.map((value) => value / largest))
}

describe("the mean of rotations", () => {
  it("is the eigenvector of 40 squarings, to 12 digits, whatever the weights", () =>
    checkProperty(
      FastCheck.property(FastCheck.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
        const random = makeRandom(seed)
        // All within a quarter turn of each other: others do not count in the mean.
        const spread = 0.4 * 10 ** (-4 * random())
        const rotations = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
          const vector = [spread, spread, spread, 0].map((by) => (random() - 0.5) * by)
          const [qx = 0, qy = 0, qz = 0] = vector
          const sign = random() < 0.5 ? -1 : 1
          const length = sign * Math.hypot(qx, qy, qz, 1)
          const value = { qx: qx / length, qy: qy / length, qz: qz / length, qw: 1 / length }
          return { value, weight: 10 ** (3 * random() - 1) }
        })
        let power: Matrix = [0, 1, 2, 3].map(() => [0, 0, 0, 0])
        for (const { value, weight } of rotations) {
          const q = [value.qx, value.qy, value.qz, value.qw]
          power = power.map((row, i) => row.map((cell, j) => cell + weight * (q[i] ?? 0) * (q[j] ?? 0)))
        }
        for (let step = 0; step < 40; step++) power = scale(multiply(power, power))
        const expected = power.map((row) => row[3] ?? 0)
        const length = Math.hypot(...expected)
        const { qw, qx, qy, qz } = computeMeanRotation(rotations)
        for (const [index, value] of [qx, qy, qz, qw].entries())
          assert.closeTo(Math.sign(qw) * value, (expected[index] ?? 0) / length, 1e-12)
      }),
      500,
    ))
})
