/** A configuration with every key of the format, and documents that differ from it in a random place or a few. */
import fc from "fast-check"

export const rich = {
  format_version: "0.2",
  categories: [
    {
      id: 1,
      name: "car",
      color: [255, 0, 12.5],
      has_instances: true,
      lock_dimensions: false,
      lock_rotation: true,
      lock_position: null,
      attributes: [
        { name: "make", input_type: "select", values: ["a", "b"], default_value: "a", is_mandatory: true },
        { name: "wheels", input_type: "number", min: "0", max: 12, step: "1", default_value: "4" },
        { name: "note", input_type: "text", default_value: "", is_track_level: true, sensors: "2D" },
        { name: "parked", input_type: "checkbox", default_value: false, synced_across_sensors: true },
        { name: "colors", input_type: "multiselect", values: ["red", "blue"], default_value: "red" },
        { name: "axis", input_type: "vector3", default_value: [0, 0, 1], sensor_filter: "3D" },
      ],
      link_attributes: [{ name: "relation", input_type: "text", is_mandatory: false }],
      link_category_restrictions: [7],
      dimensions: { x: 4.5, y: 1.9, z: null },
      "any other key": { "a/b": ["~"] },
    },
    { id: 7, name: "road", color: [1, 2, 3, 4], has_instances: false },
    { id: 0, name: "sky" },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
  circle_radius: 10,
  warning_rules: [
    { name: "intersecting-cuboids", excluded_categories: [] },
    { name: "intersecting-cuboids", excluded_set_of_categories: [1, 7], excluded_categories: null },
    { name: "cuboid-dimension-limits", categories: [7], min: { x: 1 }, max: { x: 2, y: 1, z: null } },
  ],
  quality_rules: [
    { name: "track-displacement", categories: [7], max_distance: 3 },
    { name: "minimum-points", attribute: "weather", bands: [{ max_distance: 20, min: 10 }], min: null },
    { name: "shape-outside-image", width: 10, height_attribute: "height", excluded_categories: [1] },
    { name: "overlapping-boxes", across_categories: true, max_iou: 0.5 },
    { name: "missing-joints", joints: ["nose"] },
  ],
}

type Step = string | number

/** The paths of everything in a document, the root's first. */
const pathsOf = (value: unknown, path: ReadonlyArray<Step> = []): ReadonlyArray<ReadonlyArray<Step>> => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))
      : []),
]

const at = (value: unknown, path: ReadonlyArray<Step>): unknown =>
  path.reduce<unknown>((inner, step) => Object(inner)[step], value)

/** The same document with something else in one place; `undefined` takes it away. */
const replaced = (value: unknown, [step, ...rest]: ReadonlyArray<Step>, by: unknown): unknown => {
  if (step === undefined) return by
  if (Array.isArray(value)) {
    const inner = replaced(value[Number(step)], rest, by)
    return value.flatMap((item, index) => (index !== step ? [item] : inner === undefined ? [] : [inner]))
  }
  const { [step]: inner, ...others } = Object(value)
  const next = replaced(inner, rest, by)
  return next === undefined ? others : { ...others, [step]: next }
}

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    "",
    " ",
    "0.1",
    "car",
    "select",
    "number",
    "all",
    "x",
    "__proto__",
  ),
  fc.constantFrom<unknown>(0, -1, 1, 7, 1.5, 256, 1e300, -1e300, 2 ** 53, "1e999", "12", "-3", "0x10"),
  fc.constantFrom<unknown>([], {}, [[]], [null], [1, 1], ["a", "a"], { x: 1 }, { name: "a" }, [{}]),
  fc.jsonValue({ maxDepth: 2 }),
)

/** One change: a place is taken away, replaced by a strange value or by another place, doubled, or given a new member. */
const change = (document: unknown): fc.Arbitrary<unknown> => {
  const paths = pathsOf(document)
  const place = fc.constantFrom(...paths)
  return fc.oneof(
    place.map((path) => replaced(document, path, path.length === 0 ? {} : undefined)),
    fc.tuple(place, strange).map(([path, value]) => replaced(document, path, value)),
    fc.tuple(place, place).map(([path, from]) => replaced(document, path, at(document, from))),
    place.map((path) => {
      const here = at(document, path)
      return Array.isArray(here) ? replaced(document, path, [...here, ...here]) : document
    }),
    fc.tuple(place, fc.string(), strange).map(([path, key, value]) => {
      const here = at(document, path)
      const isObject = typeof here === "object" && here !== null && !Array.isArray(here)
      return isObject ? replaced(document, path, { ...here, [key]: value }) : document
    }),
  )
}

/** The rich configuration after one to three changes. */
export const mutated: fc.Arbitrary<unknown> = change(rich).chain((once) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(once) }, change(once), change(once).chain(change)),
)

/** Whether an RFC 6901 pointer leads to a place in the document, or to a missing key of an object that is there. */
export const resolves = (document: unknown, pointer: string): boolean => {
  if (pointer === "") return true
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
  let here = document
  for (const [index, step] of steps.entries()) {
    if (typeof here !== "object" || here === null) return false
    if (!Object.hasOwn(here, step)) return index === steps.length - 1 && !Array.isArray(here)
    here = Object(here)[step]
  }
  return pointer.startsWith("/")
}
