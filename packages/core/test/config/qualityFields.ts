/** The fields of `quality_rules`, like the table of the other fields. */
import { qualityRuleKinds } from "../../src/domain/QualityRule.ts"
import { type Field, type Json, noFlag, noList, noNumber, noText, type Place, top } from "./fieldTable.ts"

const inQuality = (object: Json): Place => ({
  pointer: "/quality_rules/0",
  around: (rule) => ({ ...top.object, quality_rules: [rule] }),
  object,
})
const quality = (name: string): Json => ({
  name,
  ...(name === "track-displacement" && { max_distance: 1 }),
  ...(name === "minimum-points" && { attribute: "n", min: 1 }),
  ...(name === "shape-outside-image" && { width: 10, height: 10 }),
})

export const qualityFields: ReadonlyArray<Field> = [
  {
    at: top,
    key: "quality_rules",
    valid: [[], null],
    wrong: noList,
    told: [
      [[{ name: "intersecting-cuboids" }], "/quality_rules/0/name"],
      [[{}], "/quality_rules/0/name"],
      [[null], "/quality_rules/0"],
      [[[]], "/quality_rules/0"],
    ],
  },
  ...Object.keys(qualityRuleKinds).map((name) => ({
    at: inQuality(quality(name)),
    key: "name",
    required: true as const,
    valid: [name],
    wrong: [null, ...noText, "duplicate"],
  })),
  ...Object.keys(qualityRuleKinds)
    .filter((name) => name !== "track-category-change")
    .flatMap((name) =>
      ["categories", "excluded_categories"].map((key) => ({
        at: inQuality(quality(name)),
        key,
        valid: [[], [1], null],
        wrong: noList,
        told: [[[1, 2, "1"], `/${key}/1`, `/${key}/2`] as const],
      })),
    ),
  ...[
    ["track-dimension-change", "max_ratio", [0, 0.5, 2], [-0.1]] as const,
    ["track-rotation-jump", "max_degrees", [0, 180], [-1, 181]] as const,
    ["minimum-points", "min", [0, 5], [-1]] as const,
    ["shape-outside-image", "tolerance", [0, 1.5], [-1]] as const,
    ["overlapping-boxes", "max_iou", [0, 1], [-0.1, 1.1]] as const,
  ].map(([name, key, valid, wrong]) => ({
    at: inQuality({ ...quality(name), ...(key === "min" && { bands: [{ max_distance: 1, min: 1 }] }) }),
    key,
    valid: [...valid, null],
    wrong: [...noNumber, ...wrong],
  })),
  {
    at: inQuality(quality("track-displacement")),
    key: "max_distance",
    required: true,
    valid: [0, 3],
    wrong: [null, ...noNumber, -1],
  },
  {
    at: inQuality(quality("minimum-points")),
    key: "attribute",
    required: true,
    valid: ["n"],
    wrong: [null, ...noText],
  },
  {
    at: inQuality(quality("minimum-points")),
    key: "bands",
    valid: [[], null, [{ max_distance: 1, min: 0 }]],
    wrong: noList,
    told: [
      [
        [
          { max_distance: 2, min: 1 },
          { max_distance: 2, min: 1 },
        ],
        "/bands/1/max_distance",
      ],
      [[{ max_distance: 2, min: -1 }], "/bands/0/min"],
      [[{ min: 1 }], "/bands/0/max_distance"],
    ],
    odd: [[[{ max_distance: 1, min: 1, max: 2 }], "/bands/0/max"]],
  },
  {
    at: inQuality(quality("overlapping-boxes")),
    key: "across_categories",
    valid: [true, false, null],
    wrong: noFlag,
    odd: [],
  },
  {
    at: inQuality(quality("missing-joints")),
    key: "joints",
    valid: [[], ["nose"], null],
    wrong: noList,
    told: [[["nose", 1], "/joints/1"]],
  },
  { at: inQuality(quality("track-category-change")), key: "min", valid: [], wrong: [], odd: [[1, "/min"]] },
]
