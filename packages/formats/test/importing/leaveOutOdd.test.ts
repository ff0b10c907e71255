import { assert, describe, it } from "vitest"
import { bdd100k } from "../../src/bdd100k/bdd100k.ts"
import { Losses } from "../../src/carry/Losses.ts"
import { makeBareCamera } from "../../src/drawn-cuboids/DrawnCuboid.ts"
import type { Format } from "../../src/Format.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { leaveOutOdd } from "../../src/importing/leaveOutOdd.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Annotation, Scene } from "../../src/model/Scene.ts"
import { sourceOf } from "../files.ts"
import { collected } from "../roundTrip.ts"

const common = { categoryId: 1, trackId: null, isKeyframe: true, attributes: {} }

const drawing = (
  id: number,
  type: "bbox" | "polygon" | "polyline" | "point",
  ...points: Array<Array<number>>
) => ({ ...common, id, type, points }) satisfies Annotation

const cuboid = (id: number, yaw: number): Annotation => ({
  ...common,
  id,
  type: "cuboid",
  isSynced: false,
  position: { x: 1, y: 2, z: 3 },
  dimensions: { x: 1, y: 2, z: 3 },
  yaw,
  rotation: null,
})

const bareCamera = makeBareCamera("front", "front.png")

const scene = (annotations: ReadonlyArray<Annotation>): Scene => ({
  ...emptyScene,
  name: "street",
  kind: "image-vector",
  frames: [{ ...emptyFrame, annotations }],
})

describe("Annotations that no label can have", () => {
  it("are left out and counted by themselves, with the values of attributes that no label can have", () => {
    const losses = new Losses()
    const odd = scene([
      drawing(1, "polygon", [0, 0], [1, 1]),
      drawing(2, "bbox", [0, 0], [1, 1]),
      drawing(3, "bbox", [0, Number.NaN], [1, 1]),
      drawing(4, "polyline", [0, 0]),
      cuboid(5, Number.POSITIVE_INFINITY),
      // A reader of another package may have such a value.
      { ...cuboid(6, 0), attributes: { kept: 1, odd: { a: 1 } as unknown as string } },
      drawing(7, "point"),
    ])
    const [frame] = leaveOutOdd(odd, losses).frames
    assert.deepStrictEqual(
      frame?.annotations.map(({ attributes, id }) => [id, attributes]),
      [
        [2, {}],
        [6, { kept: 1 }],
      ],
    )
    assert.deepStrictEqual(
      losses.list().map(({ examples, kind }) => [kind, examples]),
      [
        ["attribute-value", ["street: the annotation 6: odd"]],
        [
          "unreadable",
          [
            "street: the annotation 1 is a polygon of 2 points",
            "street: the annotation 3 has a number that is not finite",
            "street: the annotation 4 is a polyline of 1 points",
            "street: the annotation 5 has a number that is not finite",
            "street: the annotation 7 is a point of 0 points",
          ],
        ],
      ],
    )
  })

  it("are not sizes: those of images and cameras are counted where they are not whole numbers above 0", () => {
    const size = { width: Number.NaN, height: 50 }
    for (const [odd, written] of [
      [size, "NaN × 50"],
      [{ width: 100, height: -3.5 }, "100 × -3.5"],
      [{ width: 0, height: 0 }, "0 × 0"],
    ] as const) {
      const losses = new Losses()
      const camera = { ...bareCamera, size: odd }
      const frame = { ...emptyFrame, image: { url: "a.png", size: odd }, cameras: [camera] }
      const [left] = leaveOutOdd({ ...scene([]), frames: [frame] }, losses).frames
      assert.isNull(left?.image?.size)
      assert.isNull(left?.cameras[0]?.size)
      assert.deepStrictEqual(
        losses.list().map(({ examples, kind }) => [kind, examples]),
        [
          [
            "image-sizes",
            [
              `street: the size of a.png, ${written}, is not one`,
              `street: the size of front, ${written}, is not one`,
            ],
          ],
        ],
      )
    }
    const sound = {
      ...scene([]),
      frames: [{ ...emptyFrame, image: { url: "a.png", size: { width: 1, height: 2 } } }],
    }
    assert.strictEqual(leaveOutOdd(sound, new Losses()), sound)
  })

  it("are refused by a strict import alone", async () => {
    // A reader that checks nothing.
    const careless: Format = {
      ...bdd100k,
      reader: {
        detect: async () => undefined,
        read: async () => ({
          dataset: { name: "d", description: "", taskType: "vector", categories: [], imageAttributes: [] },
          scenes: (async function* () {
            yield scene([drawing(1, "polygon", [0, 0]), drawing(2, "bbox", [0, 0], [1, 1])])
          })(),
        }),
      },
    }
    const plan = { format: careless, source: sourceOf({}), save: async () => "/x" }
    const found = await importDataset(plan)
    const [record] = await collected(found.records)
    assert.match(JSON.stringify(record?.label), /^[^[]*"annotations":\[\{"id":2,[^{]*\}\]/)
    const strict = await importDataset({ ...plan, strict: true })
    const error = await collected(strict.records).catch((cause: unknown) => cause)
    assert.match(String(error), /could not be read and was left out \(street: the annotation 1 is a polygon/)
  })
})
