import { checkConfiguration, toJsonText } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"

const errorsOf = (value: unknown) =>
  checkConfiguration(toJsonText(value), 1024 * 1024).errors.map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  )

describe("the skeleton of a category", () => {
  const skeletonErrors = (skeleton: unknown) =>
    errorsOf({ categories: [{ id: 1, name: "person", skeleton }] }).map((error) =>
      error.replace("/categories/0/skeleton", ""),
    )
  const joints = [{ name: "nose", sigma: 0.026 }, { name: "left_eye" }, { name: "right_eye" }]

  it("has joints, edges and mirror pairs", () => {
    assert.deepStrictEqual(
      skeletonErrors({ joints, edges: [["nose", "left_eye"]], flip: [["left_eye", "right_eye"]], more: 1 }),
      [],
    )
    assert.deepStrictEqual(skeletonErrors(null), [])
    assert.isNotEmpty(skeletonErrors({}))
    assert.isNotEmpty(skeletonErrors({ joints: [] }))
    assert.isNotEmpty(skeletonErrors({ joints: ["nose"] }))
  })

  it("has joints with names that differ, to which its pairs refer", () => {
    assert.deepStrictEqual(
      skeletonErrors({ joints: [...joints, { name: "nose" }, { name: "", sigma: -1 }] }),
      [
        "/joints/3/name: must be unique among the joints",
        "/joints/4/name: must not be empty",
        "/joints/4/sigma: must be at least 0",
      ],
    )
    assert.deepStrictEqual(
      skeletonErrors({
        joints,
        edges: [["nose", "tail"], ["nose"], ["nose", "nose"]],
        flip: [
          ["left_eye", "right_eye"],
          ["nose", "left_eye"],
        ],
      }),
      [
        "/edges/0/1: must be the name of a joint",
        "/edges/1: must be two joints",
        "/edges/2: must be two joints",
        "/flip/1/1: must be in one pair alone",
      ],
    )
  })
})
