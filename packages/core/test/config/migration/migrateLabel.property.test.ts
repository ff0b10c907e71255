/** Labels put through a change: as the plain meaning of the actions has it, and otherwise the text that it was. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import fc from "fast-check"
import type { ConfigurationAction } from "../../../src/config/migration/Action.ts"
import { migrateLabel } from "../../../src/config/migration/migrateLabel.ts"
import { planChange } from "../../../src/config/migration/planChange.ts"
import { makePlan, type Step } from "../../../src/config/migration/Step.ts"
import { castToJsonText, toJsonText } from "../../../src/domain/JsonText.ts"
import { carryOut } from "./oracle.ts"
import { anyLabel, linked, shapes } from "./shapes.ts"

const stepOf = (action: ConfigurationAction, index: number): Step => {
  const scope = action.scope ?? "object"
  const category = action.category_id ?? null
  const name = action.attribute ?? action.from ?? ""
  const attribute = { _tag: "Attribute", action: index, scope, category } as const
  const text = JSON.stringify
  switch (action.op) {
    case "drop_category":
      return { _tag: "Category", action: index, from: category ?? 0, to: null }
    case "merge_category":
    case "rename_category":
      return { _tag: "Category", action: index, from: category ?? 0, to: Number(action.to) }
    case "rename_attribute":
      return { ...attribute, edit: { _tag: "Rename", name, to: String(action.to) } }
    case "drop_attribute":
      return { ...attribute, edit: { _tag: "Drop", name } }
    case "rename_value":
      return { ...attribute, edit: { _tag: "Value", name, from: action.from ?? "", to: text(action.to) } }
    case "rename_joint":
    case "drop_joint": {
      const to = action.op === "drop_joint" ? null : String(action.to)
      return { _tag: "Joint", action: index, category: category ?? 0, from: action.from ?? "", to }
    }
    case "set_default":
      return { ...attribute, edit: { _tag: "Fill", name, value: text(action.value), sensors: "3D" } }
  }
}

const name = fc.constantFrom("color", "kind", "note", "é\n")
const category = fc.integer({ min: 1, max: 5 })
const word = fc.constantFrom("a", "b", "c")
const place = fc.oneof(
  fc.record({ scope: fc.constantFrom("object" as const, "link" as const), category_id: category }),
  fc.constant({ scope: "image" as const }),
)
const action: fc.Arbitrary<ConfigurationAction> = fc.oneof(
  fc.record({
    op: fc.constantFrom("merge_category" as const, "rename_category" as const),
    category_id: category,
    to: category,
  }),
  fc.record({ op: fc.constant("drop_category" as const), category_id: category }),
  fc
    .tuple(place, fc.record({ op: fc.constant("rename_attribute" as const), attribute: name, to: name }))
    .map(all),
  fc.tuple(place, fc.record({ op: fc.constant("drop_attribute" as const), attribute: name })).map(all),
  fc
    .tuple(
      place,
      fc.record({ op: fc.constant("rename_value" as const), attribute: name, from: word, to: word }),
    )
    .map(all),
  fc
    .tuple(
      place,
      fc.record({
        op: fc.constant("set_default" as const),
        attribute: name,
        value: fc.constantFrom<unknown>("a", 2, ["b"]),
      }),
    )
    .map(all),
)
function all<A, B>([a, b]: readonly [A, B]): A & B {
  return { ...a, ...b }
}

describe("a label and actions of any kind", () => {
  it("come out as when each action is carried out on the parsed label, and count the same", async () => {
    const property = fc.property(anyLabel, fc.array(action, { maxLength: 6 }), (label, actions) => {
      const { hits, text } = migrateLabel(toJsonText(label), makePlan(actions.map(stepOf)))
      const expected = JSON.parse(JSON.stringify(label))
      const counts = actions.map((one) => carryOut(expected, one, one.op === "set_default" ? "3D" : "all"))
      assert.strictEqual(text, JSON.stringify(expected), JSON.stringify({ label, actions }))
      // What a later action drops is counted with that one only.
      if (actions.some(({ op }) => op === "drop_category")) return
      assert.deepStrictEqual(
        actions.map((_, index) => hits.get(index) ?? 0),
        counts,
        JSON.stringify({ label, actions }),
      )
    })
    await checkProperty(property, 10_000)
  }, 120_000)
})

const before = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "color", input_type: "select", values: ["a", "b"] },
        { name: "big", input_type: "text" },
      ],
      link_attributes: [{ name: "near", input_type: "select", values: ["a", "b"] }],
    },
    { id: 2, name: "bus" },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["a", "b"] }],
}

/** The new configuration is the old one after `change`, on a copy. */
const changed = (change: (copy: typeof before) => unknown) => {
  const copy = structuredClone(before)
  change(copy)
  return copy
}

const migrate = (text: string, after: unknown, actions: ReadonlyArray<object>) => {
  const planned = planChange({ before: toJsonText(before), after: toJsonText(after), actions }, 1_000_000)
  if (Either.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return migrateLabel(castToJsonText(text), planned.right.plan)
}

/** Each op in each scope that it has: the new configuration, the action, and what it does to a text, if the text has it. */
type Case = readonly [
  what: string,
  after: unknown,
  action: object,
  turned: (text: string) => string,
  has: (text: string) => boolean,
]
const attributesOf = (copy: typeof before, scope: string) =>
  (scope === "image"
    ? copy.image_attributes
    : scope === "link"
      ? copy.categories[0]?.link_attributes
      : copy.categories[0]?.attributes) ?? []
const ofScope = (scope: "object" | "image" | "link", name: string): ReadonlyArray<Case> => {
  const at = scope === "image" ? { scope } : { scope, category_id: 1 }
  const held = (text: string) => text.includes(`"${name}":`)
  // The cuboids spell their value as an escape, which is the same value.
  const a = new RegExp(`"${name}":"(a|\\\\u0061)"`)
  const first = (copy: typeof before) => attributesOf(copy, scope)[0]
  return [
    [
      `rename_attribute of ${scope}`,
      changed((copy) => Object.assign(first(copy) ?? {}, { name: "other" })),
      { op: "rename_attribute", ...at, attribute: name, to: "other" },
      (text) => text.replaceAll(`"${name}":`, '"other":'),
      held,
    ],
    [
      `drop_attribute of ${scope}`,
      changed((copy) => attributesOf(copy, scope).shift()),
      { op: "drop_attribute", ...at, attribute: name },
      (text) => text.replaceAll(new RegExp(`${a.source},?`, "g"), ""),
      held,
    ],
    [
      `rename_value of ${scope}`,
      changed((copy) => Object.assign(first(copy) ?? {}, { values: ["z", "b"] })),
      { op: "rename_value", ...at, attribute: name, from: "a", to: "z" },
      (text) => text.replaceAll(new RegExp(a.source, "g"), `"${name}":"z"`),
      held,
    ],
    [
      `set_default of ${scope}`,
      changed((copy) => attributesOf(copy, scope).push({ name: "fresh", input_type: "text" })),
      { op: "set_default", ...at, attribute: "fresh", value: "é" },
      (text) => text.replaceAll(new RegExp(`("${name}":[^}]*)\\}`, "g"), '$1,"fresh":"é"}'),
      held,
    ],
  ]
}
const cases: ReadonlyArray<Case> = [
  [
    "rename_category to a name",
    changed((copy) => Object.assign(copy.categories[0] ?? {}, { name: "auto" })),
    { op: "rename_category", category_id: 1, to: "auto" },
    (text) => text,
    () => true,
  ],
  [
    "rename_category to a number",
    changed((copy) => Object.assign(copy.categories[0] ?? {}, { id: 9 })),
    { op: "rename_category", category_id: 1, to: 9 },
    (text) => text.replaceAll('"category_id":1', '"category_id":9'),
    () => true,
  ],
  [
    "merge_category",
    changed((copy) => copy.categories.shift()),
    { op: "merge_category", category_id: 1, to: 2 },
    (text) => text.replaceAll('"category_id":1', '"category_id":2'),
    () => true,
  ],
  ...ofScope("object", "color"),
  ...ofScope("image", "weather"),
  ...ofScope("link", "near"),
]

describe.each(shapes)("a label of the shape %s", (_shape, text) => {
  it.each(cases)("%s", (_what, after, action, turned, has) => {
    const { hits, text: migrated } = migrate(text, after, [action])
    assert.strictEqual(migrated, turned(text))
    assert.strictEqual(hits.get(0) ?? 0, has(text) ? 1 : 0)
  })

  it("drop_category: its objects go, with their links and their points", () => {
    const after = changed((copy) => copy.categories.shift())
    const { hits, text: migrated } = migrate(text, after, [{ op: "drop_category", category_id: 1 }])
    const label = JSON.parse(text)
    carryOut(label, { op: "drop_category", category_id: 1 })
    assert.deepStrictEqual(JSON.parse(migrated), label)
    assert.include(migrated, '"annotations":[]')
    if (linked(text)) assert.include(migrated, '"links":[]')
    if (text.includes("point_annotations")) assert.match(migrated, /"point_annotations":\[0(,0)*\]/)
    assert.strictEqual(hits.get(0), 1)
  })

  it("stays the very text where nothing speaks of it", () => {
    const after = changed((copy) => copy.categories.pop())
    const { hits, text: same } = migrate(text, after, [{ op: "drop_category", category_id: 2 }])
    assert.strictEqual(same, text)
    assert.strictEqual(hits.size, 0)
  })
})

describe("set_default", () => {
  const sensors = (kind: string, attributes: string) =>
    `{"sensors":[{"name":"s","task_type":"${kind}","attributes":{"frames":[{"annotations":[{"id":1,"category_id":1${attributes}}]}]}}]}`
  const after = changed((copy) =>
    copy.categories[0]?.attributes?.push(
      Object.assign({ name: "lanes", input_type: "number" }, { sensors: "3D" }),
    ),
  )
  const action = { op: "set_default", category_id: 1, attribute: "lanes", value: 2 }

  it("fills in only where the attribute applies", () => {
    const cloud = sensors("pointcloud-cuboid-sequence", "")
    assert.include(migrate(cloud, after, [action]).text, '"attributes":{"lanes":2},"id":1')
    const camera = sensors("image-vector-sequence", "")
    assert.strictEqual(migrate(camera, after, [action]).text, camera)
  })

  it("leaves what is filled in, and takes null, nothing and white space for not", () => {
    for (const [sent, expected] of [
      [',"attributes":{"lanes":0}', ',"attributes":{"lanes":0}'],
      [',"attributes":{"lanes":false}', ',"attributes":{"lanes":false}'],
      [',"attributes":{"lanes":null}', ',"attributes":{"lanes":2}'],
      [',"attributes":{"lanes":" \\t"}', ',"attributes":{"lanes":2}'],
      [',"attributes":null', ',"attributes":{"lanes":2}'],
      [',"attributes":[]', ',"attributes":[]'],
    ] as const) {
      const kind = "pointcloud-cuboid-sequence"
      assert.strictEqual(migrate(sensors(kind, sent), after, [action]).text, sensors(kind, expected))
    }
  })
})
