/** Figures of people: who confuses which categories, and the same as CSV. */
import { describe, expect, it } from "vitest"
import { formatConfusions, formatPeople } from "../../src/pages/agreement/agreementCsv.ts"
import type { Agreement } from "../../src/pages/agreement/figures.ts"
import { findConfusions, listPartners, makeMatrix } from "../../src/pages/agreement/findConfusions.ts"

const confuse = (category_id: number | null, other_category_id: number | null, count: number) => ({
  category_id,
  category: category_id === null ? null : `c${category_id}`,
  other_category_id,
  other_category: other_category_id === null ? null : `c${other_category_id}`,
  count,
})
const figure = { value: 0.5, limits: { lower: 0.25, upper: 0.75 } }
// Cast: the fields that these functions read.
const pairs = [
  { people: ["ann", "ben"], confusions: [confuse(1, 2, 3), confuse(null, 1, 5)] },
  { people: ["ann", "cleo"], confusions: [] },
] as unknown as Agreement["pairs"]
const people = [
  {
    person: "=ann",
    samples: 6,
    quality: figure,
    mean_similarity: { value: null, limits: null },
    kappa: figure,
    alpha: { value: 1, limits: null },
    errors: null,
    confusions: [confuse(1, null, 2)],
  },
] as unknown as Agreement["people"]

describe("the confusions of two people", () => {
  it("begin with the category of the person who is looked at", () => {
    expect(findConfusions(pairs, "ann", "ben")).toEqual([confuse(1, 2, 3), confuse(null, 1, 5)])
    expect(findConfusions(pairs, "ben", "ann")).toEqual([confuse(2, 1, 3), confuse(1, null, 5)])
    expect(findConfusions(pairs, "ben", "cleo")).toEqual([])
  })

  it("are offered for people who labeled the same samples", () => {
    expect(listPartners(pairs, "ann")).toEqual(["ben", "cleo"])
    expect(listPartners(pairs, "ben")).toEqual(["ann"])
  })

  it("are a matrix from the most frequent one, with absence as a category", () => {
    const { columns, findCount, largestCount, rows } = makeMatrix(findConfusions(pairs, "ann", "ben"))
    expect(rows.map(({ id }) => id)).toEqual([null, 1])
    expect(columns.map(({ id }) => id)).toEqual([1, 2])
    expect([findCount(null, 1), findCount(1, 2), findCount(1, 1)]).toEqual([5, 3, undefined])
    expect(largestCount).toBe(5)
  })
})

describe("a file for a spreadsheet", () => {
  it("has the limits of each figure, empty cells for those that do not exist, and no formula", () => {
    expect(formatPeople(people).split("\n")).toEqual([
      "person,samples,quality,quality_lower,quality_upper,mean_similarity,mean_similarity_lower,mean_similarity_upper,kappa,kappa_lower,kappa_upper,alpha,alpha_lower,alpha_upper,accuracy",
      "'=ann,6,0.5,0.25,0.75,,,,0.5,0.25,0.75,1,,,",
      "",
    ])
  })

  it("has the confusions of each person with all others, and of each two people", () => {
    expect(formatConfusions({ pairs, people }).split("\n").slice(1)).toEqual([
      "'=ann,,1,c1,,,2",
      "ann,ben,1,c1,2,c2,3",
      "ann,ben,,,1,c1,5",
      "",
    ])
  })
})
