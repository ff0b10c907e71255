/** A label may ask for more work than anybody waits for: then the check result says that there may be more, and comes soon. */
import { assert, describe, it } from "@effect/vitest"
import type { Configuration } from "../../src/domain/Configuration.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"
import { readLabel } from "../../src/warnings/read/readLabel.ts"

const cuboid = (id: number, rotation?: object) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x: 0, y: 0, z: 0 },
  dimensions: { x: 1, y: 1, z: 1 },
  yaw: 0,
  ...rotation,
})
const heap = (count: number) => ({ annotations: Array.from({ length: count }, (_, id) => cuboid(id)) })
const car = { id: 1, name: "car" }
const times = <A>(count: number, make: (index: number) => A): Array<A> =>
  Array.from({ length: count }, (_, index) => make(index))

describe("a check result's work is bounded", () => {
  const cases: ReadonlyArray<readonly [string, object, Configuration]> = [
    [
      "where each of many pairs breaks thousands of rules",
      heap(700),
      { categories: [car], warning_rules: times(15_000, () => ({ name: "intersecting-cuboids" })) },
    ],
    [
      "where each of many cuboids is measured by thousands of rules",
      { frames: times(20, () => heap(1000)) },
      {
        categories: [car],
        warning_rules: times(15_000, () => ({ name: "cuboid-dimension-limits", max: { x: 5 } })),
      },
    ],
    [
      "where each of many annotations has thousands of attributes",
      { frames: times(20, () => heap(1000)) },
      { categories: [{ ...car, attributes: times(10_000, (n) => ({ name: `${n}`, input_type: "text" })) }] },
    ],
    [
      "where very many bounds meet in every frame and no cuboids do",
      {
        frames: times(4, () => ({
          annotations: times(5000, (id) => ({
            ...cuboid(id),
            position: { x: id * 0.01, y: -id * 0.01, z: 0 },
            dimensions: { x: 10_000, y: 0.001, z: 1 },
            rotation: { qx: 0, qy: 1e-9, qz: Math.sin(Math.PI / 8), qw: Math.cos(Math.PI / 8) },
          })),
        })),
      },
      { categories: [car], warning_rules: [{ name: "intersecting-cuboids" }] },
    ],
  ]
  for (const [name, label, configuration] of cases) {
    it(name, () => {
      assert.isTrue(checkLabel(label, configuration).truncated)
    }, 120_000)
  }

  it("holds no more places that cannot be read than it tells", () => {
    const { malformed, unread } = readLabel({ annotations: times(300_000, () => 0) })
    assert.strictEqual(malformed.length, 100_000)
    assert.strictEqual(unread, 200_000)
    const { counts, truncated } = checkLabel({ annotations: times(300_000, () => 0) }, { categories: [car] })
    assert.isTrue(truncated)
    assert.deepStrictEqual(counts, { "malformed-label": 300_000 })
  })
})
