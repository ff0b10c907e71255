/** The fields of the format's tables as data: what each may hold, what is wrong in it, and what is merely odd. */

export type Json = { readonly [key: string]: unknown }

/** Where a field stands: its pointer, and a whole configuration around one object with that field. */
export interface Place {
  readonly pointer: string
  readonly around: (object: Json) => Json
  /** What else the object needs. */
  readonly object: Json
}

const category = { id: 1, name: "car" }
export const top: Place = { pointer: "", around: (object) => object, object: { categories: [category] } }
export const inCategory: Place = {
  pointer: "/categories/0",
  around: (object) => ({ categories: [object, { id: 2, name: "road" }] }),
  object: category,
}
export const inAttribute = (object: Json): Place => ({
  pointer: "/categories/0/attributes/0",
  around: (attribute) => ({ categories: [{ ...category, attributes: [attribute] }] }),
  object: { name: "a", ...object },
})
export const inLink = (object: Json): Place => ({
  pointer: "/categories/0/link_attributes/0",
  around: (attribute) => ({ categories: [{ ...category, link_attributes: [attribute] }] }),
  object: { name: "a", ...object },
})
export const inImage = (object: Json): Place => ({
  pointer: "/image_attributes/0",
  around: (attribute) => ({ ...top.object, image_attributes: [attribute] }),
  object: { name: "a", ...object },
})
const inRule = (name: string): Place => ({
  pointer: "/warning_rules/0",
  around: (rule) => ({ ...top.object, warning_rules: [rule] }),
  object: { name },
})
const inAxes = (key: "dimensions" | "min" | "max"): Place =>
  key === "dimensions"
    ? {
        pointer: "/categories/0/dimensions",
        around: (dimensions) => inCategory.around({ ...category, dimensions }),
        object: {},
      }
    : {
        pointer: `/warning_rules/0/${key}`,
        around: (axes) => inRule(limits).around({ name: limits, [key]: axes }),
        object: {},
      }

export const intersecting = "intersecting-cuboids"
export const limits = "cuboid-dimension-limits"
export const select = { input_type: "select", values: ["a", "b"] }
const [text, number, checkbox] = ["text", "number", "checkbox"].map((input_type) => ({ input_type }))
const multiselect = { input_type: "multiselect", values: ["a", "b"] }
const others = ["vector3", "quaternion", "points"].map((input_type) => ({ input_type }))

/** What a field may hold, and what is told when it holds something else; a bare string is a pointer below the field. */
export interface Field {
  readonly at: Place
  readonly key: string
  readonly required?: true
  readonly valid: ReadonlyArray<unknown>
  readonly wrong: ReadonlyArray<unknown>
  /** Values with the pointers of the complaints about them, below the object. */
  readonly told?: ReadonlyArray<readonly [value: unknown, ...pointers: ReadonlyArray<string>]>
  readonly odd?: ReadonlyArray<readonly [value: unknown, ...pointers: ReadonlyArray<string>]>
}

export const noText = [5, true, [], {}, 0.5]
export const noFlag = ["true", 1, 0, "", [], {}]
export const noNumber = ["1", true, [], {}]
export const noList = ["a", 5, true, { 0: "a" }]
const noObject = ["a", 5, false, [1, 2, 3]]
const numericText = {
  valid: ["0", "0.5", "-1e3", " 2. ", "+.5", 3, 2.5, "", null],
  wrong: [true, [], {}],
}
const unreadable = (key: string) =>
  ["x", "0x10", "1e", "1,5", " ", "NaN", "Infinity", "1e999"].map((value) => [value, `/${key}`] as const)

export const fields: ReadonlyArray<Field> = [
  {
    at: top,
    key: "format_version",
    valid: ["0.1", "0.2", 0.1, 0.2, null],
    wrong: [true, [], {}],
    odd: [
      ["0.3", "/format_version"],
      [1, "/format_version"],
      ["", "/format_version"],
    ],
  },
  {
    at: { ...top, object: {} },
    key: "categories",
    required: true,
    valid: [[category]],
    wrong: [null, ...noList, []],
    told: [[[5, category], "/categories/0"]],
  },
  { at: top, key: "image_attributes", valid: [[], null, [{ name: "a", ...text }]], wrong: noList },
  {
    at: top,
    key: "circle_radius",
    valid: [0, 50, null],
    wrong: [...noNumber, 1.5, 1e300],
    told: [[-1, "/circle_radius"]],
  },
  {
    at: top,
    key: "warning_rules",
    valid: [[], null],
    wrong: noList,
    told: [
      [[{ name: "other" }], "/warning_rules/0/name"],
      [[{}], "/warning_rules/0/name"],
      [[null], "/warning_rules/0"],
      [[[]], "/warning_rules/0"],
    ],
  },
  { at: top, key: "extra", valid: [], wrong: [], odd: [[1, "/extra"]] },

  {
    at: inCategory,
    key: "name",
    required: true,
    valid: ["bus"],
    wrong: [null, ...noText, "", " "],
    told: [["road", "/1/name"]],
  },
  {
    at: inCategory,
    key: "id",
    required: true,
    valid: [3, 1e9],
    wrong: [null, ...noNumber, 1.5, 2 ** 53],
    told: [
      [-1, "/id"],
      [2, "/1/id"],
    ],
    odd: [[0, "/id"]],
  },
  {
    at: inCategory,
    key: "color",
    valid: [[0, 113, 255], [1, 2, 3, 4], null],
    wrong: [...noList, [], [1, 2], [1, 2, 3, 4, 5]],
    odd: [[[0, 113.5, 255], "/color/1"]],
    told: [
      [[-1, 0, 256], "/color/0", "/color/2"],
      [[0, "0", 0], "/color/1"],
    ],
  },
  ...["has_instances", "lock_dimensions", "lock_rotation", "lock_position"].map((key) => ({
    at: inCategory,
    key,
    valid: [true, false, null],
    wrong: noFlag,
  })),
  { at: inCategory, key: "attributes", valid: [[], null], wrong: noList, told: [[[[]], "/attributes/0"]] },
  { at: inCategory, key: "link_attributes", valid: [[], null], wrong: noList },
  {
    at: inCategory,
    key: "link_category_restrictions",
    valid: [[], [2], null],
    wrong: noList,
    told: [[["2", 1.5], "/link_category_restrictions/0", "/link_category_restrictions/1"]],
  },
  { at: inCategory, key: "dimensions", valid: [{}, { x: 1, y: 2, z: 3 }, null], wrong: noObject },
  { at: inCategory, key: "anything", valid: [1, null, { deep: [] }], wrong: [] },
  ...(["dimensions", "min", "max"] as const).flatMap((key) => [
    ...["x", "y", "z"].map((axis) => ({
      at: inAxes(key),
      key: axis,
      valid: [0, 1.5, null],
      wrong: noNumber,
    })),
    { at: inAxes(key), key: "w", valid: [], wrong: [], odd: [[1, "/w"] as const] },
  ]),

  ...[inAttribute, inLink, inImage].flatMap(
    (at): ReadonlyArray<Field> => [
      { at: at(select), key: "name", required: true, valid: ["b"], wrong: [null, ...noText, ""] },
      {
        at: at(select),
        key: "input_type",
        required: true,
        valid: ["select", "multiselect"],
        wrong: [null, ...noText, "slider", "Select"],
      },
      { at: at({ input_type: "text" }), key: "input_type", valid: ["text", "number", "checkbox"], wrong: [] },
      {
        at: at({}),
        key: "input_type",
        valid: [],
        wrong: [],
        odd: [
          ["vector3", "/input_type"],
          ["quaternion", "/input_type"],
          ["points", "/input_type"],
        ],
      },
      { at: at(select), key: "hint", valid: [], wrong: [], odd: [["", "/hint"]] },
      { at: at(select), key: "a/b~c", valid: [], wrong: [], odd: [["", "/a~1b~0c"]] },
      ...[select, multiselect].map((object) => ({
        at: at(object),
        key: "values",
        required: true as const,
        valid: [["a"], ["a", "A", ""]],
        wrong: [null, [], ...noList],
        told: [
          [["a", 5, null], "/values/1", "/values/2"],
          [["a", "b", "a"], "/values/2"],
        ] as const,
      })),
      ...[text, number, checkbox, ...others].map((object) => ({
        at: at(object ?? {}),
        key: "values",
        valid: [null],
        wrong: [["a"], []],
      })),
      ...["min", "max", "step"].flatMap(
        (key): ReadonlyArray<Field> => [
          {
            at: at(number ?? {}),
            key,
            valid:
              key === "step" ? numericText.valid.filter((v) => v !== "0" && v !== "-1e3") : numericText.valid,
            wrong: numericText.wrong,
            told: unreadable(key),
          },
          ...[select, text, checkbox, ...others].map((object) => ({
            at: at(object ?? {}),
            key,
            valid: [null],
            wrong: ["1", 1],
          })),
        ],
      ),
      { at: at({ ...number, max: "10" }), key: "min", valid: ["9", 10], wrong: ["11", 10.5] },
      { at: at({ ...number, min: 2 }), key: "max", valid: ["10", 2], wrong: [], told: [["1", "/min"]] },
      { at: at(number ?? {}), key: "step", valid: [0.1], wrong: [0, "0", "-1", -0.5] },
      { at: at(select), key: "default_value", valid: ["a", "", null], wrong: ["c", 1, true, ["a"]] },
      {
        at: at(multiselect),
        key: "default_value",
        valid: ["a", "", null],
        wrong: ["c", 1, ["c"], [1]],
        odd: [
          [["a", "b"], "/default_value"],
          [[], "/default_value"],
        ],
      },
      { at: at(text ?? {}), key: "default_value", valid: ["x", "", null], wrong: [1, true, []] },
      { at: at(checkbox ?? {}), key: "default_value", valid: [true, false, null], wrong: ["true", 0, ""] },
      {
        at: at({ ...number, min: "1", max: 4 }),
        key: "default_value",
        valid: ["1", 4, 2.5, "3.0", null],
        wrong: ["x", true, [], "0", 5],
        odd: [["", "/default_value"]],
      },
      ...others.map((object) => ({
        at: at(object),
        key: "default_value",
        valid: [[0, 0, 1], null],
        wrong: [],
      })),
      ...[select, text, number].map((object) => ({
        at: at(object ?? {}),
        key: "is_mandatory",
        valid: [true, false, null],
        wrong: noFlag,
      })),
      { at: at(checkbox ?? {}), key: "is_mandatory", valid: [false, null], wrong: [true] },
      { at: at(select), key: "is_track_level", valid: [true, false, null], wrong: noFlag },
      { at: at(select), key: "applies_to_later_frames", valid: [true, false, null], wrong: noFlag },
      { at: at(select), key: "synced_across_sensors", valid: [true, false, null], wrong: noFlag },
      ...["sensors", "sensor_filter"].map((key) => ({
        at: at(select),
        key,
        valid: ["2D", "3D", "all", null],
        wrong: ["2d", "", 2, []],
      })),
      {
        at: at({ ...text, sensors: "2D" }),
        key: "sensor_filter",
        valid: ["2D"],
        wrong: [],
        odd: [["3D", "/sensor_filter"]],
      },
    ],
  ),

  ...[intersecting, limits].map((name) => ({
    at: inRule(name),
    key: "name",
    required: true as const,
    valid: [name],
    wrong: [null, ...noText, "intersecting"],
  })),
  ...["excluded_categories", "excluded_set_of_categories"].map((key) => ({
    at: inRule(intersecting),
    key,
    valid: [[], [1], null],
    wrong: noList,
    told: [[[1, 2, "1"], `/${key}/1`, `/${key}/2`] as const],
  })),
  {
    at: { ...inRule(intersecting), object: { name: intersecting, excluded_categories: [] } },
    key: "excluded_set_of_categories",
    valid: [null],
    wrong: [],
    told: [[[], ""]],
  },
  { at: inRule(intersecting), key: "min", valid: [], wrong: [], odd: [[{ x: 1 }, "/min"]] },
  {
    at: inRule(limits),
    key: "categories",
    valid: [[], [1], null],
    wrong: noList,
    told: [[[9], "/categories/0"]],
  },
  ...["min", "max"].map((key) => ({ at: inRule(limits), key, valid: [{}, null], wrong: noObject })),
  {
    at: { ...inRule(limits), object: { name: limits, max: { x: 1, y: null } } },
    key: "min",
    valid: [{ x: 1, y: 5 }],
    wrong: [],
    told: [[{ x: 2, y: 1, z: 3 }, "/min/x"]],
  },
  {
    at: inRule(limits),
    key: "excluded_categories",
    valid: [],
    wrong: [],
    odd: [[[1], "/excluded_categories"]],
  },
]
