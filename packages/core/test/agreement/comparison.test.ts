import { assert, describe, it } from "@effect/vitest"
import { compareLabels, type PersonLabel } from "../../src/agreement.ts"
import { box, compare, configuration, still } from "./makeLabels.ts"

describe("labels that cannot be compared", () => {
  const cloud = (person: string, ...point_annotations: ReadonlyArray<number>): PersonLabel => ({
    person,
    label: { annotations: [{ id: 1, category_id: 1 }], point_annotations },
  })

  it("are named where their clouds have different numbers of points, and resemble nothing there", () => {
    const { agreement, mismatches, pairs } = compare(
      cloud("ana", 1, 1, 0),
      cloud("ben", 1, 1, 0),
      cloud("eve", 1, 1),
    )
    assert.deepStrictEqual(mismatches, [
      { people: [0, 2], sensor: null, frame: null, lengths: [3, 2] },
      { people: [1, 2], sensor: null, frame: null, lengths: [3, 2] },
    ])
    assert.deepStrictEqual(
      pairs.map(({ matches }) => matches.length),
      [1, 0, 0],
    )
    assert.closeTo(agreement ?? 0, 1 / 3, 1e-12)
  })

  it("are named where their bitmaps have as many pixels in other rows, and resemble nothing there", () => {
    const bitmap = (person: string, width?: number): PersonLabel => ({
      person,
      label: {
        annotations: [{ id: 1, category_id: 1 }],
        segmentation_bitmap: { url: `${person}.png` },
      },
      getBitmap: () => ({ ids: [1, 0], lengths: [6, 4], ...(width !== undefined && { width }) }),
    })
    const { mismatches, pairs } = compare(bitmap("ana", 5), bitmap("ben", 2), bitmap("eve", 5), bitmap("ida"))
    assert.deepStrictEqual(mismatches, [
      { people: [0, 1], sensor: null, frame: null, lengths: [10, 10] },
      { people: [1, 2], sensor: null, frame: null, lengths: [10, 10] },
    ])
    assert.deepStrictEqual(
      pairs.map(({ matches, people }) => [...people, matches.length]),
      [
        [0, 1, 0],
        [0, 2, 1],
        [0, 3, 1],
        [1, 2, 0],
        [1, 3, 1],
        [2, 3, 1],
      ],
    )
  })

  it("are refused where two are of one person", () => {
    assert.throws(() => compare(still("ana"), still("ben"), still("ana")), `Two labels are of "ana".`)
  })

  it("are refused with options that have no meaning", () => {
    for (const options of [
      { maxPixels: 0 },
      { maxMeters: -1 },
      { maxPixels: Number.NaN },
      { threshold: Number.NaN },
      { threshold: 0 },
      { threshold: 50 },
    ])
      assert.throws(() => compareLabels(configuration, [still("ana"), still("ben")], options), RangeError)
  })
})

describe("attributes of one kind of sensors", () => {
  const sensors = {
    ...configuration,
    image_attributes: [],
    categories: [
      {
        id: 1,
        name: "car",
        attributes: [
          { name: "occluded", input_type: "checkbox" as const, sensors: "2D" as const },
          { name: "moving", input_type: "checkbox" as const },
        ],
      },
    ],
  }
  const cuboid = {
    id: 2,
    category_id: 1,
    track_id: 2,
    position: { x: 0, y: 0, z: 0 },
    dimensions: { x: 1, y: 1, z: 1 },
    yaw: 0,
  }
  const makeLabel = (person: string): PersonLabel => ({
    person,
    label: {
      sensors: [
        {
          name: "front",
          task_type: "image-vector-sequence",
          attributes: { frames: [{ annotations: [box(1, 1, 0)] }] },
        },
        {
          name: "lidar",
          task_type: "pointcloud-cuboid-sequence",
          attributes: { frames: [{ annotations: [cuboid] }] },
        },
      ],
    },
  })

  it("are compared in scenes of that kind alone", () => {
    const { attributes } = compareLabels(sensors, [makeLabel("ana"), makeLabel("ben")])
    assert.deepStrictEqual(
      attributes.map(({ name, units }) => [name, units]),
      [
        ["occluded", 1],
        ["moving", 2],
      ],
    )
  })
})

describe("skeletons without a size", () => {
  it("resemble each other by the area of at least one pixel", () => {
    const skeleton = (person: string, ...places: ReadonlyArray<readonly [number, number]>) =>
      still(person, {
        id: 1,
        category_id: 3,
        type: "point",
        points: [[0, 0]],
        shape: {
          type: "skeleton",
          joints: places.map(([x, y], index) => ({ name: ["foot", "head"][index], x, y, visibility: 2 })),
        },
      })
    const getSimilarity = (...labels: ReadonlyArray<PersonLabel>) =>
      compareLabels(configuration, labels, { threshold: 0.01 }).pairs[0]?.matches[0]?.[2]
    // 0.1² / (2 · 1 · 0.1²) = 0.5.
    const one = getSimilarity(skeleton("ana", [5, 5]), skeleton("ben", [5.1, 5]))
    assert.closeTo(one ?? 0, Math.exp(-0.5), 1e-9)
    // 50 by 1: 1² / (2 · 50 · 0.1²) = 1 for the foot, and 1 / 4 of it for the head.
    const line = getSimilarity(skeleton("ana", [0, 0], [50, 0]), skeleton("ben", [0, 1], [50, 1]))
    assert.closeTo(line ?? 0, (Math.exp(-1) + Math.exp(-0.25)) / 2, 1e-9)
    assert.strictEqual(getSimilarity(skeleton("ana", [5, 5]), skeleton("ben", [5, 5])), 1)
  })
})
