/** Every clause that the check of a configuration can say has words in each language of its form. */
import { readdirSync, readFileSync } from "node:fs"
import { checkConfiguration, toJsonText } from "@annotary/core/effect"
import i18next from "i18next"
import { describe, expect, it } from "vitest"
import { translateViolation } from "../../../src/pages/configuration/violationWords.ts"
import { toSentence } from "../../../src/ui/fieldProblems.ts"
import de from "../../../src/words/de/configuration.ts"
import en from "../../../src/words/en/configuration.ts"

const car = { id: 1, name: "car" }
const broken: ReadonlyArray<unknown> = [
  [],
  {},
  { categories: [] },
  { categories: {} },
  { categories: Array.from({ length: 10_001 }, () => car) },
  { categories: [car, car, { id: -1, name: "" }, { id: "1", has_instances: 1, dimensions: 5 }, "car"] },
  { categories: [car], format_version: [], circle_radius: -1, image_attributes: 5 },
  { categories: [car], circle_radius: "far", warning_rules: [{ name: "none" }], quality_rules: [{}, []] },
  {
    categories: [
      { ...car, color: [1, 2] },
      { id: 2, name: "b", color: [1, 2, 300] },
      {
        id: 3,
        name: "c",
        skeleton: { joints: [{ name: "" }, { name: "a" }, { name: "a", sigma: -1 }, { name: "b" }] },
      },
      {
        id: 4,
        name: "d",
        skeleton: {
          joints: [{ name: "a" }, { name: "b" }, { name: "c" }],
          edges: [["a"], ["a", "x"]],
          flip: [
            ["a", "b"],
            ["a", "c"],
          ],
        },
      },
      { id: 5, name: "e", skeleton: { joints: [] } },
      { id: 6, name: "f", skeleton: { joints: Array.from({ length: 10_001 }, () => ({ name: "a" })) } },
    ],
  },
  {
    categories: [car],
    image_attributes: [
      { name: "a", input_type: "select" },
      { name: "a", input_type: "select", values: ["a", "a"], default_value: "b" },
      { name: "b", input_type: "multiselect", values: ["a"], default_value: ["b"], sensors: "4D" },
      { name: "c", input_type: "text", values: ["a"], min: 1, default_value: 5 },
      { name: "d", input_type: "checkbox", is_mandatory: true, default_value: "yes" },
      { name: "e", input_type: "number", min: 5, max: 1, step: 0, default_value: "many" },
      { name: "f", input_type: "number", min: "x", max: 1, default_value: 2 },
      { name: "g", input_type: "slider" },
    ],
    warning_rules: [
      { name: "intersecting-cuboids", excluded_categories: [9], excluded_set_of_categories: [1] },
      { name: "cuboid-dimension-limits", min: { x: 2 }, max: { x: 1 } },
    ],
    quality_rules: [
      { name: "minimum-points", attribute: "a" },
      {
        name: "minimum-points",
        attribute: "a",
        bands: [
          { max_distance: 2, min: -1 },
          { max_distance: 1, min: 1 },
        ],
      },
      { name: "shape-outside-image", width: 0 },
      { name: "shape-outside-image", height: 1, width_attribute: "w", width: 3 },
      { name: "overlapping-boxes", max_iou: 2, categories: [9] },
    ],
  },
]
const link = (input_type: string) => ({ name: input_type, input_type })
const odd = {
  format_version: "7",
  team: "x",
  categories: [
    {
      id: 0,
      name: "none",
      color: [1, 2, 0.5],
      dimensions: { x: 1 },
      attributes: [
        { name: "a", input_type: "text", is_track_level: true, applies_to_later_frames: true },
        { name: "b", input_type: "text", synced_across_sensors: true, sensors: "2D", sensor_filter: "3D" },
        { name: "c", input_type: "multiselect", values: ["a"], default_value: ["a"] },
        { name: "d", input_type: "number", default_value: "" },
      ],
      link_attributes: ["vector3", "quaternion", "points"].map(link),
      link_category_restrictions: [0],
      skeleton: { joints: [{ name: "a", sigma: 1 }, { name: "b" }], edges: [["a", "b"]] },
    },
  ],
  image_attributes: [{ name: "e", input_type: "number", min: 1, max: "5", step: 1 }],
  circle_radius: 1,
  warning_rules: [
    { name: "intersecting-cuboids", excluded_categories: [0] },
    { name: "cuboid-dimension-limits", categories: [0], min: { x: 1 }, max: { x: 2 } },
  ],
  quality_rules: [
    { name: "track-displacement", categories: [0], max_distance: 1 },
    { name: "minimum-points", attribute: "a", bands: [{ max_distance: 1, min: 1 }] },
    { name: "shape-outside-image", width_attribute: "w", height: 1, tolerance: 1 },
    { name: "overlapping-boxes", max_iou: 1, across_categories: true },
    { name: "missing-joints", joints: ["a"] },
  ],
}

/** The value with each of its places in turn replaced by values of other types, or without it. */
const listVariants = (value: unknown): ReadonlyArray<unknown> => [
  ...[5, 0.5, "x", true, {}, [], undefined],
  ...(Array.isArray(value)
    ? value.flatMap((item, index) => listVariants(item).map((variant) => value.with(index, variant ?? null)))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          listVariants(item).map((variant) => ({ ...value, [key]: variant })),
        )
      : []),
]

const messages = [
  ...new Set(
    [
      ...[...broken, ...listVariants(odd).slice(7)].map((value) =>
        checkConfiguration(toJsonText(value), 1_000_000),
      ),
      checkConfiguration(toJsonText(odd), 10),
      checkConfiguration(toJsonText(odd), 1_000_000, "segmentation-bitmap"),
    ].flatMap(({ advice, errors }) => [...errors, ...advice].map(({ message }) => message)),
  ),
]

const rules = new URL("../../../../core/src/config/", import.meta.url)
/** The beginnings of the clauses in the source of the rules, up to their first variable. */
const beginnings = readdirSync(rules)
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => [
    ...readFileSync(new URL(file, rules), "utf8").matchAll(/["`]((?:must|is|has|means|required) [^"`$]+)/g),
  ])
  .map(([, beginning = ""]) => beginning)

const makeTranslate = async (lng: "de" | "en") => {
  const words = i18next.createInstance()
  await words.init({
    lng,
    resources: { en: { configuration: en }, de: { configuration: de } },
    interpolation: { escapeValue: false },
  })
  return words.getFixedT(lng, "configuration")
}

describe("the clauses about a configuration", () => {
  it("are all provoked here", () => {
    expect(beginnings.length).toBeGreaterThan(30)
    expect(beginnings.filter((start) => !messages.some((message) => message.includes(start)))).toEqual([])
  })

  it("have words in English and in German", async () => {
    const [english, german] = await Promise.all([makeTranslate("en"), makeTranslate("de")])
    const untranslated = messages.filter(
      (message) =>
        translateViolation(german, message) === toSentence(message) ||
        translateViolation(german, message) === translateViolation(english, message),
    )
    expect(untranslated).toEqual([])
  })
})
