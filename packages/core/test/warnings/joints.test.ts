/** Joints that a skeleton lacks, and joints that its category does not have. */
import { assert, describe, it } from "@effect/vitest"
import type { Configuration } from "../../src/domain/Configuration.ts"
import type { Joint } from "../../src/domain/exactShape/ExactShape.ts"
import { toContract } from "../../src/domain/exactShape/toContract.ts"
import type { QualityRule } from "../../src/domain/QualityRule.ts"
import { checkLabel } from "../../src/warnings/checkLabel.ts"

const joints = ["nose", "left_eye", "right_eye", "tail"]

const categories: Configuration["categories"] = [
  { id: 1, name: "dog", skeleton: { joints: joints.map((name) => ({ name })) } },
  { id: 2, name: "thing" },
]

const makeSkeleton = (id: number, category_id: number, visibilities: { [name: string]: 0 | 1 | 2 }) => {
  const shape = {
    type: "skeleton" as const,
    joints: Object.entries(visibilities).map(
      ([name, visibility], at): Joint =>
        visibility === 0 ? { name, x: null, y: null, visibility } : { name, x: at, y: 5, visibility },
    ),
  }
  return { id, category_id, ...toContract(shape), shape }
}

const check = (annotations: ReadonlyArray<object>, ...quality_rules: ReadonlyArray<QualityRule>) =>
  checkLabel({ annotations }, { categories, quality_rules }).warnings

const whole = { nose: 2, left_eye: 1, right_eye: 2, tail: 2 } as const

describe("joints that a skeleton lacks", () => {
  it("are no warning unless the rule is listed", () => {
    assert.deepStrictEqual(check([makeSkeleton(1, 1, { nose: 2 })]), [])
  })

  it("are one warning for each skeleton that names them, with the numbers of joints", () => {
    const annotations = [
      makeSkeleton(1, 1, whole),
      makeSkeleton(2, 1, { nose: 2, tail: 1 }),
      makeSkeleton(3, 1, { ...whole, left_eye: 0 }),
      { id: 4, category_id: 1, type: "point", points: [[1, 1]] },
    ]
    const warnings = check(annotations, { name: "missing-joints" })
    assert.deepStrictEqual(
      warnings.map(({ annotationIds, limit, measured, message }) => ({
        annotationIds,
        limit,
        measured,
        message,
      })),
      [
        {
          annotationIds: [2],
          limit: 4,
          measured: 2,
          message: "Skeleton 2 is missing 2 of 4 joints: left_eye, right_eye.",
        },
        {
          annotationIds: [3],
          limit: 4,
          measured: 3,
          message: "Skeleton 3 is missing 1 of 4 joints: left_eye.",
        },
      ],
    )
  })

  it("are those that the rule lists, if it lists any", () => {
    const annotations = [makeSkeleton(1, 1, { nose: 2 }), makeSkeleton(2, 2, { tail: 2 })]
    const ids = (rule: QualityRule) => check(annotations, rule).map(({ annotationIds }) => annotationIds)
    assert.deepStrictEqual(ids({ name: "missing-joints", joints: ["nose"] }), [[2]])
    assert.deepStrictEqual(ids({ name: "missing-joints", joints: ["nose"], excluded_categories: [2] }), [])
    assert.deepStrictEqual(ids({ name: "missing-joints", joints: [] }), [[1]])
  })

  it("are five in the message, and the number of the others", () => {
    const many = Array.from({ length: 8 }, (_, at) => `j${at}`)
    const [warning] = check([makeSkeleton(1, 2, { a: 2 })], { name: "missing-joints", joints: many })
    assert.strictEqual(
      warning?.message,
      "Skeleton 1 is missing 8 of 8 joints: j0, j1, j2, j3, j4 and 3 more.",
    )
  })
})

describe("a joint that the skeleton of its category does not have", () => {
  it("is one warning for all annotations of the category", () => {
    const annotations = [1, 2].map((id) => makeSkeleton(id, 1, { ...whole, ["toString"]: 2 as const }))
    assert.deepStrictEqual(
      check(annotations).map(({ annotationIds, message, rule }) => ({ annotationIds, message, rule })),
      [
        {
          annotationIds: [1],
          message: "Skeleton 1 has the joint toString, which the skeleton of its category does not have.",
          rule: "unknown-joint",
        },
      ],
    )
  })

  it("is no warning where the category has no skeleton", () => {
    assert.deepStrictEqual(check([makeSkeleton(1, 2, { nose: 2 })]), [])
  })
})
