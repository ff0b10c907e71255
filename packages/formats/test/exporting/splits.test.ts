import { assert, describe, it } from "vitest"
import { chooseSplit, type SplitPlan } from "../../src/exporting/splits.ts"

const plan: SplitPlan = { shares: { train: 8, val: 1, test: 1 }, seed: "1" }
const names = Array.from({ length: 20_000 }, (_, i) => `frame-${i}`)

describe("the set of a sample", () => {
  it("has the share that the plan gives it", () => {
    const counts = { train: 0, val: 0, test: 0 }
    for (const name of names) counts[chooseSplit(name, plan)] += 1
    assert.closeTo(counts.train / names.length, 0.8, 0.01)
    assert.closeTo(counts.val / names.length, 0.1, 0.01)
    assert.closeTo(counts.test / names.length, 0.1, 0.01)
  })

  it("follows from its name and the seed alone", () => {
    assert.deepStrictEqual(
      names.slice(0, 5).map((name) => chooseSplit(name, plan)),
      names.slice(0, 5).map((name) => chooseSplit(name, plan)),
    )
    assert.notDeepEqual(
      names.map((name) => chooseSplit(name, plan)),
      names.map((name) => chooseSplit(name, { ...plan, seed: "2" })),
    )
  })

  it("needs a share above zero", () => {
    assert.throws(() => chooseSplit("a", { shares: {}, seed: "1" }), /sum above zero/)
  })
})
