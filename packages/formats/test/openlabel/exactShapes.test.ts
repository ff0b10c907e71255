/** Rotated boxes, polygons with holes and skeletons as other tools write them, and ours that other tools have changed. */
import { assert, describe, it } from "vitest"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { ExactShape } from "../../src/model/exactShapes.ts"
import { draw, makeJoint } from "../../src/model/exactShapes.ts"
import type { Annotation } from "../../src/model/Scene.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { dataset } from "../drive.ts"
import { collected, readBack, written } from "../roundTrip.ts"

const encode = (document: unknown) => new TextEncoder().encode(JSON.stringify(document))

/** The annotations of the frames of a document with one object of the type person. */
const read = async (...frames: ReadonlyArray<object>) => {
  const openlabelPart = {
    metadata: { schema_version: "1.0.0" },
    objects: { 7: { name: "7", type: "person" } },
    frames: Object.fromEntries(
      frames.map((object_data, index) => [index, { objects: { 7: { object_data } } }]),
    ),
  }
  const found = await readBack(openlabel, new Map([["a.json", encode({ openlabel: openlabelPart })]]))
  const [scene] = await collected(found.scenes)
  const shapes = scene?.frames.map(({ annotations }) =>
    annotations.map((one) => ("points" in one ? (one.shape ?? { type: one.type, points: one.points }) : one)),
  )
  return { losses: found.losses, shapes, categories: found.dataset.categories }
}

const closed = { closed: true, mode: "MODE_POLY2D_ABSOLUTE" }

const ring = (left: number, top: number, size: number) =>
  [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
  ] as const

describe("OpenLABEL's rbbox", () => {
  it("is a rotated box with its center, size and angle", async () => {
    const { losses, shapes } = await read({ rbbox: [{ name: "a", val: [50, 40, 20, 10, 0.5] }] })
    assert.deepStrictEqual(shapes, [[{ type: "rotated_box", center: [50, 40], size: [20, 10], angle: 0.5 }]])
    assert.isTrue(losses.isEmpty, losses.table())
  })
})

describe("poly2d with the hierarchy of OpenCV", () => {
  const contour = (index: number, val: ReadonlyArray<number>, hierarchy: ReadonlyArray<number>) => ({
    name: `contour${index}`,
    val,
    hierarchy,
    ...closed,
  })
  const [outer, hole, island, other] = [ring(0, 0, 90), ring(10, 10, 50), ring(20, 20, 9), ring(200, 0, 9)]

  it("is one object whose rings are outlines, holes in them, and islands in those", async () => {
    const { losses, shapes } = await read({
      poly2d: [
        contour(0, outer.flat(), [3, -1, 1, -1]),
        contour(1, hole.flat(), [-1, -1, 2, 0]),
        contour(2, island.flat(), [-1, -1, -1, 1]),
        contour(3, other.flat(), [-1, 0, -1, -1]),
      ],
    })
    assert.deepStrictEqual(shapes, [[{ type: "multipolygon", polygons: [[outer, hole], [island], [other]] }]])
    assert.isTrue(losses.isEmpty, losses.table())
  })

  it("is a polygon where it is one ring", async () => {
    const { shapes } = await read({ poly2d: [contour(0, outer.flat(), [-1, -1, -1, -1])] })
    assert.deepStrictEqual(shapes, [[{ type: "polygon", points: outer }]])
  })

  it("loses rings of fewer than three points with the holes in them, and names of rings that are missing, counted", async () => {
    const { losses, shapes } = await read({
      poly2d: [
        contour(0, [1, 1, 2, 2], [-1, -1, 1, -1]),
        contour(1, hole.flat(), [-1, -1, -1, 0]),
        contour(2, outer.flat(), [-1, -1, -1, 9]),
      ],
    })
    assert.deepStrictEqual(shapes, [[{ type: "polygon", points: outer }]])
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["broken", 2],
        ["unknown", 1],
      ],
    )
  })

  it("is read where rings name each other as their outlines", async () => {
    const { shapes } = await read({
      poly2d: [contour(0, outer.flat(), [-1, -1, -1, 1]), contour(1, hole.flat(), [-1, -1, -1, 0])],
    })
    assert.lengthOf(shapes?.[0] ?? [], 1)
  })
})

describe("several point2d of one object", () => {
  const point = (name: string, ...val: ReadonlyArray<number>) => ({ name, val })

  it("are a skeleton by their names, also in frames with one of them", async () => {
    const { categories, shapes } = await read(
      { point2d: [point("nose", 1, 2), point("tail", 3, 4)] },
      { point2d: [point("tail", 5, 6)] },
    )
    assert.deepStrictEqual(shapes, [
      [{ type: "skeleton", joints: [makeJoint("nose", [1, 2], 2), makeJoint("tail", [3, 4], 2)] }],
      [{ type: "skeleton", joints: [makeJoint("tail", [5, 6], 2)] }],
    ])
    assert.deepStrictEqual(categories[0]?.skeleton, {
      joints: [{ name: "nose" }, { name: "tail" }],
      edges: [],
      flip: [],
    })
  })

  it("stay points where two of a frame share a name", async () => {
    const { shapes } = await read({ point2d: [point("p", 1, 2), point("p", 3, 4)] })
    assert.deepStrictEqual(shapes, [
      [
        { type: "point", points: [[1, 2]] },
        { type: "point", points: [[3, 4]] },
      ],
    ])
  })
})

describe("an ellipse", () => {
  const common = { id: 1, categoryId: 1, trackId: null, isKeyframe: true, attributes: {} }
  const write = async (shape: ExactShape) => {
    const annotation: Annotation = { ...common, ...draw(shape) }
    const image = { url: "a.jpg", size: { width: 100, height: 50 } }
    const frame = { ...emptyFrame, image, annotations: [annotation] }
    const scene = { ...emptyScene, name: "a", kind: "image-vector" as const, frames: [frame] }
    return written(openlabel, { dataset: { ...dataset, taskType: "vector" }, scenes: [scene] })
  }

  it("is a polygon where another tool has moved a point of it, which is counted", async () => {
    const { files } = await write({ type: "ellipse", center: [50, 20], radii: [9, 5], angle: 0.2 })
    const document = JSON.parse(new TextDecoder().decode(files.get("a.json")))
    document.openlabel.frames[0].objects[1].object_data.poly2d[0].val[0] += 1
    const found = await readBack(openlabel, new Map([...files, ["a.json", encode(document)]]))
    const [scene] = await collected(found.scenes)
    const [annotation] = scene?.frames[0]?.annotations ?? []
    assert.strictEqual(annotation?.type, "polygon")
    assert.isUndefined(annotation && "shape" in annotation ? annotation.shape : undefined)
    assert.deepStrictEqual(
      found.losses.list().map(({ kind }) => kind),
      ["outdated-shapes"],
    )
  })
})
