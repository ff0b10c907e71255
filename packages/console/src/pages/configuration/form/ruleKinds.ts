/** The kinds of rules that raise warnings, and the keys of each, in the order in which they are shown. */
import type { Abilities, Ability } from "./abilities.ts"

export type RuleField = "categories" | "number" | "text" | "flag" | "axes" | "bands" | "list"

export interface RuleKey {
  readonly key:
    | "categories"
    | "excluded_categories"
    | "excluded_set_of_categories"
    | "min"
    | "max"
    | "max_ratio"
    | "max_degrees"
    | "max_distance"
    | "attribute"
    | "bands"
    | "width"
    | "height"
    | "width_attribute"
    | "height_attribute"
    | "tolerance"
    | "max_iou"
    | "across_categories"
    | "joints"
  readonly field: RuleField
  readonly required?: boolean
  /** The JSON text that a new rule begins with. */
  readonly initial?: string
}

const scope: ReadonlyArray<RuleKey> = [
  { key: "categories", field: "categories" },
  { key: "excluded_categories", field: "categories" },
]

const ruleKinds = {
  warning_rules: {
    "intersecting-cuboids": [
      { key: "excluded_categories", field: "categories" },
      { key: "excluded_set_of_categories", field: "categories" },
    ],
    "cuboid-dimension-limits": [
      { key: "categories", field: "categories" },
      { key: "min", field: "axes" },
      { key: "max", field: "axes" },
    ],
  },
  quality_rules: {
    "track-dimension-change": [...scope, { key: "max_ratio", field: "number" }],
    "track-rotation-jump": [...scope, { key: "max_degrees", field: "number" }],
    "track-displacement": [...scope, { key: "max_distance", field: "number", required: true, initial: "3" }],
    "track-category-change": [],
    "duplicate-id": scope,
    "minimum-points": [
      ...scope,
      { key: "attribute", field: "text", required: true, initial: '"interior_points"' },
      { key: "min", field: "number" },
      { key: "bands", field: "bands" },
    ],
    "polygon-self-intersection": scope,
    "shape-outside-image": [
      ...scope,
      { key: "width", field: "number" },
      { key: "height", field: "number" },
      { key: "width_attribute", field: "text" },
      { key: "height_attribute", field: "text" },
      { key: "tolerance", field: "number" },
    ],
    "overlapping-boxes": [
      ...scope,
      { key: "max_iou", field: "number" },
      { key: "across_categories", field: "flag" },
    ],
    "missing-joints": [...scope, { key: "joints", field: "list" }],
  },
} as const satisfies {
  readonly [List in RuleList]: { readonly [kind: string]: ReadonlyArray<RuleKey> }
}

export type RuleList = "warning_rules" | "quality_rules"
export type RuleKind = { [List in RuleList]: keyof (typeof ruleKinds)[List] }[RuleList]

/** Whether a key of a rule has a field in the form. */
export const isRuleKey = (key: string): key is RuleKey["key"] =>
  lists.some((list) => listKinds(list).some(([, keys]) => keys.some((one) => one.key === key)))

export const isRuleKind = (name: string): name is RuleKind =>
  lists.some((list) => listKinds(list).some(([kind]) => kind === name))

const lists: ReadonlyArray<RuleList> = ["warning_rules", "quality_rules"]

/** The kinds that a list may hold. */
export const listKinds = (list: RuleList): ReadonlyArray<readonly [RuleKind, ReadonlyArray<RuleKey>]> => {
  const kindsByList: {
    readonly [List in RuleList]: { readonly [Kind in RuleKind]?: ReadonlyArray<RuleKey> }
  } = ruleKinds
  // Cast: `Object.entries` forgets the names of the keys.
  return Object.entries(kindsByList[list]) as ReadonlyArray<readonly [RuleKind, ReadonlyArray<RuleKey>]>
}

/** Whether a kind of rule can find something in labels of a dataset. */
export const canApplyRule = (kind: RuleKind, abilities: Abilities): boolean =>
  ruleAbilities[kind].every((ability) => abilities[ability])

const ruleAbilities: { readonly [Kind in RuleKind]: ReadonlyArray<Ability> } = {
  "intersecting-cuboids": ["cuboids"],
  "cuboid-dimension-limits": ["cuboids"],
  "track-dimension-change": ["cuboids", "tracks"],
  "track-rotation-jump": ["cuboids", "tracks"],
  "track-displacement": ["tracks"],
  "track-category-change": ["tracks"],
  "duplicate-id": ["tracks"],
  "minimum-points": ["cuboids"],
  "polygon-self-intersection": ["shapes"],
  "shape-outside-image": ["images", "shapes"],
  "overlapping-boxes": ["images", "shapes"],
  "missing-joints": ["images", "shapes"],
}

/** A new rule of a kind, as JSON text. */
export const makeRule = (kind: RuleKind, keys: ReadonlyArray<RuleKey>): string =>
  `{${[
    `"name": ${JSON.stringify(kind)}`,
    ...keys.flatMap(({ initial, key }) => (initial === undefined ? [] : [`"${key}": ${initial}`])),
  ].join(", ")}}`
