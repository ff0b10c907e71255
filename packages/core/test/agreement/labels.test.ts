import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import {
  type Configuration,
  compareLabels,
  encodeIds,
  listAnswers,
  measureAgreement,
  type PersonLabel,
} from "../../src/agreement.ts"

const configuration: Configuration = {
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "color", input_type: "select", values: ["red", "blue"] },
        { name: "doors", input_type: "number" },
        { name: "tags", input_type: "multiselect", values: ["a", "b"] },
      ],
    },
    { id: 2, name: "van" },
    { id: 3, name: "person", skeleton: { joints: [{ name: "head", sigma: 0.1 }, { name: "foot" }] } },
  ],
  image_attributes: [{ name: "weather", input_type: "select", values: ["sun", "rain"] }],
}

const box = (id: number, category_id: number, left: number, attributes: object = {}) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [left, 0],
    [left + 10, 10],
  ],
  attributes,
})

const still = (person: string, ...annotations: ReadonlyArray<object>): PersonLabel => ({
  person,
  label: { annotations },
})

const compare = (...labels: ReadonlyArray<PersonLabel>) => compareLabels(configuration, labels)

describe("labels of one sample", () => {
  it("agree wholly with themselves", () => {
    const annotations = [box(1, 1, 0), box(2, 2, 100), box(3, 1, 200)]
    const { agreement, groups, objectAlpha, pairs } = compare(
      still("ana", ...annotations),
      still("ben", ...annotations.toReversed()),
    )
    assert.strictEqual(agreement, 1)
    assert.strictEqual(objectAlpha, 1)
    assert.deepStrictEqual(
      groups.map(({ members }) => members),
      [
        [0, 2],
        [1, 1],
        [2, 0],
      ],
    )
    assert.deepStrictEqual(pairs[0]?.matches, [
      [0, 2, 1],
      [1, 1, 1],
      [2, 0, 1],
    ])
  })

  it("have the quality of the objects that they share", () => {
    // A shift of 2 of 10 is an IoU of 8 / 12; one of two and one of one objects are a pair: 2 · (8/12) / 3.
    const { agreement, groups } = compare(
      still("ana", box(1, 1, 0), box(2, 1, 50)),
      still("ben", box(9, 1, 2)),
    )
    assert.closeTo(agreement ?? 0, (2 * (8 / 12)) / 3, 1e-12)
    assert.deepStrictEqual(
      groups.map(({ members }) => members),
      [
        [0, 0],
        [1, null],
      ],
    )
    assert.closeTo(groups[0]?.agreement ?? 0, 8 / 12, 1e-12)
    assert.strictEqual(groups[1]?.agreement, 0)
  })

  it("disagree about the category of a pair, or have no pair by category", () => {
    const labels = [still("ana", box(1, 1, 0)), still("ben", box(1, 2, 0))]
    assert.strictEqual(compare(...labels).pairs[0]?.matches.length, 1)
    assert.strictEqual(compare(...labels).agreement, 0)
    const apart = compareLabels(configuration, labels, { acrossCategories: false })
    assert.strictEqual(apart.pairs[0]?.matches.length, 0)
    assert.strictEqual(apart.groups.length, 2)
  })

  it("prefer the object of the same category among equal ones", () => {
    const { pairs } = compare(
      still("ana", box(1, 1, 0), box(2, 2, 0)),
      still("ben", box(1, 2, 0), box(2, 1, 0)),
    )
    assert.deepStrictEqual(pairs[0]?.matches, [
      [0, 1, 1],
      [1, 0, 1],
    ])
  })

  it("without objects agree, and null stands for none", () => {
    assert.strictEqual(compare(still("ana"), { person: "ben", label: null }).agreement, 1)
    assert.strictEqual(compare(still("ana"), still("ben", box(1, 1, 0))).agreement, 0)
    assert.isNull(compare(still("ana")).agreement)
  })

  it("group the objects of three people, whatever the order of the labels", () => {
    const labels = [
      still("ana", box(1, 1, 0), box(2, 1, 100)),
      still("ben", box(1, 1, 1), box(2, 1, 200)),
      still("eve", box(1, 1, 101), box(2, 1, 201), box(3, 1, 2)),
    ]
    const expected = [
      [0, 0, 2],
      [1, null, 0],
      [null, 1, 1],
    ]
    for (const order of [labels, labels.toReversed()])
      assert.deepStrictEqual(
        compare(...order).groups.map(({ members }) => members),
        expected,
      )
  })

  it("are measured by their exact shapes", () => {
    const polygon = (shape: object) => ({
      id: 1,
      category_id: 1,
      type: "polygon",
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      shape,
    })
    const rotated = polygon({ type: "rotated_box", center: [5, 5], size: [10, 10], angle: Math.PI / 2 })
    const round = polygon({ type: "ellipse", center: [5, 5], radii: [5, 5], angle: 0 })
    const { pairs } = compare(still("ana", box(1, 1, 0)), still("ben", rotated))
    assert.closeTo(pairs[0]?.matches[0]?.[2] ?? 0, 1, 1e-12)
    const circle = compare(still("ana", box(1, 1, 0)), still("ben", round))
    assert.closeTo(circle.pairs[0]?.matches[0]?.[2] ?? 0, Math.PI / 4, 1e-3)
  })

  it("compare skeletons by the deviations of the configuration", () => {
    const skeleton = (x: number) => ({
      id: 1,
      category_id: 3,
      type: "point",
      points: [[x, 0]],
      shape: {
        type: "skeleton",
        joints: [
          { name: "head", x, y: 0, visibility: 2 },
          { name: "foot", x: 10, y: 20, visibility: 2 },
        ],
        box: [
          [0, 0],
          [20, 20],
        ],
      },
    })
    const { pairs } = compare(still("ana", skeleton(0)), still("ben", skeleton(4)))
    // 4² / (2 · 400 · 0.2²) = 0.5
    assert.closeTo(pairs[0]?.matches[0]?.[2] ?? 0, (1 + Math.exp(-0.5)) / 2, 1e-12)
  })

  it("compare points and polylines by their distance", () => {
    const place = (type: string, x: number) => ({
      id: 1,
      category_id: 1,
      type,
      points:
        type === "point"
          ? [[x, 0]]
          : [
              [x, 0],
              [x, 10],
            ],
    })
    for (const type of ["point", "polyline"]) {
      const { pairs } = compare(still("ana", place(type, 0)), still("ben", place(type, 5)))
      assert.closeTo(pairs[0]?.matches[0]?.[2] ?? 0, 1 - 5 / 20, 1e-12)
      const apart = compare(still("ana", place(type, 0)), still("ben", place(type, 30)))
      assert.strictEqual(apart.pairs[0]?.matches.length, 0)
    }
  })

  it("compare bitmaps and segmented clouds by their elements", () => {
    const object = { id: 7, category_id: 1 }
    const bitmaps = compareLabels(configuration, [
      { ...still("ana", object), getBitmap: () => encodeIds([7, 7, 7, 0]) },
      { ...still("ben", object), getBitmap: () => encodeIds([0, 7, 7, 7]) },
    ])
    assert.deepStrictEqual(bitmaps.pairs[0]?.matches, [[0, 0, 0.5]])
    const cloud = (person: string, ids: ReadonlyArray<number>) => ({
      person,
      label: { annotations: [object], point_annotations: ids },
    })
    const clouds = compareLabels(configuration, [cloud("ana", [7, 7, 0]), cloud("ben", [7, 7, 7])])
    assert.closeTo(clouds.pairs[0]?.matches[0]?.[2] ?? 0, 2 / 3, 1e-12)
  })

  it("compare cuboids, of which degenerate ones resemble nothing", () => {
    const cuboid = (x: number, height = 2) => ({
      id: 1,
      category_id: 1,
      type: "cuboid",
      position: { x: 5_000_000 + x, y: 4_649_776, z: 0 },
      dimensions: { x: 4, y: 2, z: height },
      yaw: 0,
    })
    const { pairs } = compare(still("ana", cuboid(0)), still("ben", cuboid(1)))
    assert.closeTo(pairs[0]?.matches[0]?.[2] ?? 0, 3 / 5, 1e-12)
    const flat = compare(still("ana", cuboid(0, 0), cuboid(0)), still("ben", cuboid(0, 0), cuboid(0)))
    assert.deepStrictEqual(flat.pairs[0]?.matches, [[1, 1, 1]])
  })
})

describe("attributes", () => {
  it("are compared within objects that are the same, numbers on a scale, in any order of choices", () => {
    const { attributes, pairs } = compare(
      {
        person: "ana",
        label: {
          annotations: [box(1, 1, 0, { color: "red", doors: "4", tags: ["a", "b"] })],
          image_attributes: { weather: "sun" },
        },
      },
      {
        person: "ben",
        label: {
          annotations: [box(1, 1, 0, { color: "blue", doors: 4, tags: ["b", "a"] })],
          image_attributes: { weather: "sun" },
        },
      },
    )
    assert.deepStrictEqual(
      attributes.map(({ category, equal, level, name, units }) => [category, name, level, equal, units]),
      [
        [1, "color", "nominal", 0, 1],
        [1, "doors", "interval", 1, 1],
        [1, "tags", "nominal", 1, 1],
        [null, "weather", "nominal", 1, 1],
      ],
    )
    assert.deepStrictEqual(pairs[0]?.attributes, { equal: 3, total: 4 })
  })

  it("that are left out differ from those that are filled in", () => {
    const { attributes } = compare(still("ana", box(1, 1, 0, { color: "red" })), still("ben", box(1, 1, 0)))
    assert.deepStrictEqual(attributes.find(({ name }) => name === "color")?.counts, [
      ["red", 1],
      ["", 1],
    ])
  })
})

describe("tracks", () => {
  const sequence = (person: string, frames: ReadonlyArray<ReadonlyArray<object>>): PersonLabel => ({
    person,
    label: { frames: frames.map((annotations) => ({ annotations })) },
  })
  const at = (track_id: number, left: number) => ({ ...box(track_id, 1, left), track_id })

  it("are pairs by all of their frames, and a lost half is half", () => {
    const { objects, pairs } = compare(
      sequence("ana", [[at(1, 0)], [at(1, 5)], [at(1, 10)], [at(1, 15)]]),
      sequence("ben", [[at(8, 0)], [at(8, 5)], [], []]),
    )
    assert.deepStrictEqual(
      objects.map((list) => list.length),
      [1, 1],
    )
    assert.deepStrictEqual(pairs[0]?.matches, [[0, 0, 0.5]])
    // IDF1 = 2 · 2 / (4 + 2).
    assert.closeTo(pairs[0]?.identity ?? 0, 4 / 6, 1e-12)
  })

  it("that change their identity count for the longer part alone", () => {
    const { pairs } = compare(
      sequence("ana", [[at(1, 0)], [at(1, 0)], [at(1, 0)], [at(1, 0)]]),
      sequence("ben", [[at(1, 0)], [at(2, 0)], [at(2, 0)], [at(2, 0)]]),
    )
    assert.deepStrictEqual(pairs[0]?.matches, [[0, 1, 0.75]])
    assert.strictEqual(pairs[0]?.identity, 6 / 8)
  })
})

describe("a summary", () => {
  const samples = [
    compare(still("ana", box(1, 1, 0)), still("ben", box(1, 1, 0)), still("eve", box(1, 2, 0))),
    compare(still("ana", box(1, 2, 0)), still("ben", box(1, 2, 1)), still("eve")),
    compare(still("ana"), still("ben")),
    compare(still("ana", box(1, 1, 0))),
  ]
  const summary = measureAgreement(samples, { seed: 1 })

  it("is plain JSON, of plain JSON", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(summary)), summary)
    const stored = JSON.parse(JSON.stringify(samples))
    assert.deepStrictEqual(measureAgreement(stored, { seed: 1 }), summary)
  })

  it("compares pairs of people, and each person with the rest", () => {
    assert.strictEqual(summary.samples, 3)
    const [anaBen, anaEve] = summary.pairs
    assert.deepStrictEqual(anaBen?.people, ["ana", "ben"])
    assert.strictEqual(anaBen?.samples, 3)
    // 1, 9 / 11 and 1.
    assert.closeTo(anaBen?.quality.value ?? 0, (1 + 9 / 11 + 1) / 3, 1e-12)
    assert.deepStrictEqual(anaBen?.f1[0], { threshold: 0.5, value: 1 })
    assert.deepStrictEqual(anaBen?.f1[2], { threshold: 0.9, value: 0.5 })
    assert.deepStrictEqual(anaEve?.confusion, {
      values: [1, 2, "absent"],
      counts: [
        [0, 1, 0],
        [0, 0, 1],
        [0, 0, 0],
      ],
    })
    const eve = summary.people.find(({ person }) => person === "eve")
    assert.strictEqual(eve?.samples, 2)
    assert.strictEqual(eve?.quality.value, 0)
  })

  it("lists answers for the model of Dawid and Skene, absence included", () => {
    const answers = listAnswers(samples.slice(1, 2))
    assert.deepStrictEqual(answers, [
      { item: "0 0", person: "ana", value: "2" },
      { item: "0 0", person: "ben", value: "2" },
      { item: "0 0", person: "eve", value: "absent" },
    ])
  })

  it("has the α of objects and of categories, with limits", () => {
    const { categories, objectAlpha, pooledObjectAlpha } = summary
    // Of (1, 1, 2): α = 1 − 2 · 1 / 2 = 0; of (2, 2, absent) too; of no objects 1.
    assert.closeTo(objectAlpha.value ?? 0, 1 / 3, 1e-12)
    // Values 1, 1, 2, 2, 2, absent: observed 2 · 1, expected 11 / 5.
    assert.closeTo(pooledObjectAlpha.value ?? 0, 1 - 2 / (11 / 5), 1e-12)
    assert.isNotNull(objectAlpha.limits)
    assert.deepStrictEqual(
      categories.map(({ category, objects }) => [category, objects]),
      [
        [1, 1],
        [2, 2],
      ],
    )
  })
})

describe("agreement", () => {
  const annotations = FastCheck.array(
    FastCheck.record({
      left: FastCheck.integer({ min: 0, max: 60 }),
      category: FastCheck.constantFrom(1, 2),
    }),
    { maxLength: 6 },
  ).map((list) => list.map(({ category, left }, index) => box(index + 1, category, left)))

  it("is between 0 and 1, the same from both sides, and 1 with itself", () =>
    checkProperty(
      FastCheck.property(annotations, annotations, (a, b) => {
        const { agreement, objectAlpha } = compare(still("ana", ...a), still("ben", ...b))
        const turned = compare(still("ana", ...b), still("ben", ...a))
        assert.closeTo(agreement ?? 0, turned.agreement ?? 0, 1e-7)
        assert.isAtLeast(agreement ?? 0, 0)
        assert.isAtMost(agreement ?? 0, 1)
        assert.isAtMost(objectAlpha, 1)
        assert.closeTo(compare(still("ana", ...a), still("ben", ...a)).agreement ?? 0, 1, 1e-12)
      }),
      1000,
    ))
})
