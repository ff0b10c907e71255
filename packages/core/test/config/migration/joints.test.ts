/** Joints of skeletons that a configuration change renames or removes, in the configuration and in labels. */
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { migrateLabel } from "../../../src/config/migration/migrateLabel.ts"
import { planChange } from "../../../src/config/migration/planChange.ts"
import { computeContractDigest } from "../../../src/domain/exactShape/contractDigest.ts"
import { castToJsonText, toJsonText } from "../../../src/domain/JsonText.ts"

const configuration = (...joints: ReadonlyArray<string>) => ({
  categories: [
    { id: 1, name: "person", skeleton: { joints: joints.map((name) => ({ name })) } },
    { id: 2, name: "car" },
  ],
})
const before = configuration("nose", "eye", "tail")

const plan = (after: object, ...actions: ReadonlyArray<object>) =>
  planChange({ before: toJsonText(before), after: toJsonText(after), actions }, 1024 * 1024)

const errorsOf = (after: object, ...actions: ReadonlyArray<object>) => {
  const planned = plan(after, ...actions)
  return Either.isRight(planned) ? [] : planned.left.map(({ message, pointer }) => `${pointer}: ${message}`)
}

const migrate = (text: string, after: object, ...actions: ReadonlyArray<object>) => {
  const planned = plan(after, ...actions)
  if (Either.isLeft(planned)) return assert.fail(JSON.stringify(planned.left))
  return migrateLabel(castToJsonText(text), planned.right.plan)
}

const digestOf = (points: ReadonlyArray<ReadonlyArray<number>>) =>
  computeContractDigest({ type: "point", points })
const annotation = (category: number, points: string, joints: string, sha256: string) =>
  `{"id":1,"category_id":${category},"type":"point","points":${points},"shape":{"type":"skeleton","joints":${joints},"note":1.50,"sha256":"${sha256}"}}`
const label = (...annotations: ReadonlyArray<string>) => `{"annotations":[${annotations.join(",")}]}`

const nose = '{"name":"nose","x":1.0,"y":2,"visibility":2}'
const eye = '{"visibility":1,"name":"eye","x":3,"y":4}'
const tail = '{"name":"tail","visibility":0}'
const both = digestOf([
  [1, 2],
  [3, 4],
])

describe("joints of a skeleton", () => {
  it("are renamed in labels of the category, and nothing else of the text changes", () => {
    const text = label(
      annotation(1, "[[1.0,2],[3,4]]", `[${nose},${eye},${tail}]`, both),
      annotation(2, "[[1,2]]", `[${nose}]`, both),
    )
    const migrated = migrate(text, configuration("snout", "eye", "tail"), {
      op: "rename_joint",
      category_id: 1,
      from: "nose",
      to: "snout",
    })
    assert.strictEqual(migrated.text, text.replace('"nose"', '"snout"'))
    assert.deepStrictEqual([...migrated.hits], [[0, 1]])
  })

  it("never get the name of another joint of the label, which no configuration has", () => {
    const stray = '{"name":"snout","x":5,"y":6,"visibility":2}'
    const second = '{"name":"snout 2","visibility":0}'
    const text = label(annotation(1, "[[1.0,2],[5,6]]", `[${nose},${stray},${second}]`, both))
    const { text: migrated } = migrate(text, configuration("snout", "eye", "tail"), {
      op: "rename_joint",
      category_id: 1,
      from: "nose",
      to: "snout",
    })
    const { joints } = JSON.parse(migrated).annotations[0].shape
    assert.deepStrictEqual(
      joints.map(({ name, x }: { readonly name: string; readonly x?: number }) => [name, x]),
      [
        ["snout", 1],
        ["snout 3", 5],
        ["snout 2", undefined],
      ],
    )
  })

  it("are removed with their points, and the shape stays that of the points", () => {
    const text = label(annotation(1, "[[1.0,2],[3,4]]", `[${nose},${eye},${tail}]`, both))
    const drop = (from: string) => ({ op: "drop_joint", category_id: 1, from })
    const { text: migrated } = migrate(text, configuration("eye"), drop("nose"), drop("tail"))
    assert.strictEqual(migrated, label(annotation(1, "[[3,4]]", `[${eye}]`, digestOf([[3, 4]]))))
  })

  it("leave the points alone where none of them is left", () => {
    const text = label(annotation(1, "[[1,2]]", `[${nose}]`, digestOf([[1, 2]])))
    const { text: migrated } = migrate(text, configuration("eye", "tail"), {
      op: "drop_joint",
      category_id: 1,
      from: "nose",
    })
    assert.deepStrictEqual(JSON.parse(migrated).annotations, [
      { id: 1, category_id: 1, type: "point", points: [[1, 2]], shape: null },
    ])
  })

  it("are left as they are in shapes that are malformed or of another type", () => {
    for (const shape of [
      '{"type":"skeleton","joints":7}',
      '{"type":"ellipse","joints":[{"name":"nose"}]}',
      "7",
    ]) {
      const text = `{"annotations":[{"id":1,"category_id":1,"shape":${shape}}]}`
      const { text: migrated } = migrate(text, configuration("eye", "tail"), {
        op: "drop_joint",
        category_id: 1,
        from: "nose",
      })
      assert.strictEqual(migrated, text)
    }
  })

  it("must exist at their turn, and end as in the new configuration", () => {
    const rename = (from: string, to: string) => ({ op: "rename_joint", category_id: 1, from, to })
    assert.deepStrictEqual(errorsOf(configuration("nose", "ear", "tail"), rename("eye", "ear")), [])
    assert.deepStrictEqual(
      errorsOf(configuration("nose", "ear", "tail"), rename("eye", "a"), rename("a", "ear")),
      [],
    )
    assert.deepStrictEqual(errorsOf(before, rename("eye", "ear")), [
      "/actions/0/to: must be a joint of the new configuration",
    ])
    assert.deepStrictEqual(errorsOf(before, rename("foot", "ear")), [
      "/actions/0/from: must be the name of a joint",
    ])
    assert.deepStrictEqual(errorsOf(before, rename("eye", "nose")), [
      "/actions/0/to: is the name of another joint",
    ])
    assert.deepStrictEqual(errorsOf(before, { op: "drop_joint", category_id: 1, from: "eye" }), [
      "/actions/0/from: is still a joint of the new configuration",
    ])
    assert.deepStrictEqual(errorsOf(before, { op: "drop_joint", category_id: 2, from: "eye" }), [
      "/actions/0/from: must be the name of a joint",
    ])
    assert.deepStrictEqual(errorsOf(before, { op: "drop_joint", from: "eye" }), [
      "/actions/0/category_id: is required",
    ])
    assert.deepStrictEqual(errorsOf(before, { op: "rename_joint", category_id: 1, from: "eye", value: 1 }), [
      "/actions/0/value: has no meaning for a joint",
    ])
  })
})
