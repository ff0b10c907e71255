/** The exclusions of `intersecting-cuboids`, against a table written by hand from the specification. */
import { assert, describe, it } from "@effect/vitest"
import type { Configuration } from "../../src/domain/Configuration.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

type Form = "none" | "excluded_categories" | "excluded_set_of_categories"

/** Whether two cuboids that intersect are warned of: by form, by whether they are of one category, by who is in the list. */
const table: ReadonlyArray<readonly [form: Form, same: boolean, a: boolean, b: boolean, warns: boolean]> = [
  ["none", true, false, false, true],
  ["none", false, false, false, true],
  // Never trigger, whatever they meet, their own kind included.
  ["excluded_categories", true, true, true, false],
  ["excluded_categories", true, false, false, true],
  ["excluded_categories", false, true, true, false],
  ["excluded_categories", false, true, false, false],
  ["excluded_categories", false, false, true, false],
  ["excluded_categories", false, false, false, true],
  // May meet each other; two of the same category still warn.
  ["excluded_set_of_categories", true, true, true, true],
  ["excluded_set_of_categories", true, false, false, true],
  ["excluded_set_of_categories", false, true, true, false],
  ["excluded_set_of_categories", false, true, false, true],
  ["excluded_set_of_categories", false, false, true, true],
  ["excluded_set_of_categories", false, false, false, true],
]

const expected = (form: Form, a: number, b: number, list: ReadonlyArray<number>): boolean => {
  const row = table.find(
    ([of, same, inA, inB]) =>
      of === form &&
      same === (a === b) &&
      (form === "none" || (inA === list.includes(a) && inB === list.includes(b))),
  )
  if (row === undefined) throw new Error("The table is not whole.")
  return row[4]
}

const categories = [0, 1, 2]

/** Every list of the three categories, the empty one too. */
const lists = Array.from({ length: 8 }, (_, bits) => categories.filter((id) => (bits >> id) & 1))

const rules = [
  { form: "none" as Form, list: [] },
  ...(["excluded_categories", "excluded_set_of_categories"] as const).flatMap((form) =>
    lists.map((list) => ({ form: form as Form, list })),
  ),
]

const configured = (chosen: ReadonlyArray<(typeof rules)[number]>): Configuration => ({
  categories: categories.map((id) => ({ id, name: `category ${id}` })),
  warning_rules: chosen.map(({ form, list }) => ({
    name: "intersecting-cuboids" as const,
    ...(form === "none" ? {} : { [form]: list }),
  })),
})

const cuboid = (id: number, category_id: number) => ({
  id,
  category_id,
  type: "cuboid",
  position: { x: id * 0.1, y: 0, z: 0 },
  dimensions: { x: 1, y: 1, z: 1 },
  yaw: 0,
})

/** The rules that warn of two cuboids in one place. */
const warned = (configuration: Configuration, a: number, b: number): ReadonlyArray<number | null> =>
  checkLabel({ annotations: [cuboid(1, a), cuboid(2, b)] }, configuration).warnings.map(
    ({ ruleIndex }) => ruleIndex,
  )

const pairs = categories.flatMap((a) => categories.map((b) => [a, b] as const))

describe("exclusions of intersecting cuboids", () => {
  it("hold for every list, in both forms, for every two categories", () => {
    for (const rule of rules) {
      for (const [a, b] of pairs) {
        const warns = warned(configured([rule]), a, b).length > 0
        assert.strictEqual(warns, expected(rule.form, a, b, rule.list), JSON.stringify({ rule, a, b }))
      }
    }
  })

  it("hold for each of several rules alone, which warn one by one", () => {
    for (const one of rules) {
      for (const other of rules) {
        const configuration = configured([one, other])
        for (const [a, b] of pairs) {
          const of = [one, other].flatMap(({ form, list }, index) =>
            expected(form, a, b, list) ? [index] : [],
          )
          assert.deepStrictEqual(warned(configuration, a, b), of, JSON.stringify({ one, other, a, b }))
        }
      }
    }
  })

  it("are not there when no rule is", () => {
    assert.deepStrictEqual(warned(configured([]), 0, 0), [])
  })
})
