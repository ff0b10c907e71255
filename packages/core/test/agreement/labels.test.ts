import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { compareLabels, encodeIds, type PersonLabel } from "../../src/agreement.ts"
import { box, compare, configuration, still } from "./makeLabels.ts"

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

  it("of one frame each are tracks all the same, and none are no disagreement", () => {
    const { pairs } = compare(sequence("ana", [[at(1, 0)], []]), sequence("ben", [[at(1, 0)], []]))
    assert.strictEqual(pairs[0]?.identity, 1)
    assert.strictEqual(compare(sequence("ana", [[]]), sequence("ben", [[]])).pairs[0]?.identity, 1)
    assert.isNull(compare(still("ana", box(1, 1, 0)), still("ben", box(1, 1, 0))).pairs[0]?.identity)
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

describe("agreement", () => {
  const annotations = FastCheck.array(
    FastCheck.record({
      left: FastCheck.integer({ min: 0, max: 60 }),
      category: FastCheck.constantFrom(1, 2),
    }),
    { maxLength: 6 },
  ).map((list) => list.map(({ category, left }, index) => box(index + 1, category, left)))

  it("does not depend on the side when two assignments are equally similar", () => {
    const [a, b] = [
      [box(1, 1, 40), box(2, 2, 40)],
      [box(1, 1, 37), box(2, 1, 38)],
    ] as const
    // 8 of 12 pixels are common to the more similar pair of one category, out of two pairs of objects.
    for (const sides of [
      [a, b],
      [b, a],
    ] as const) {
      const [ana, ben] = sides
      assert.closeTo(compare(still("ana", ...ana), still("ben", ...ben)).agreement ?? 0, 8 / 12 / 2, 1e-12)
    }
  })

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
