import { assert, describe, it } from "vitest"
import { labelCloud } from "../../src/labelcloud/labelCloud.ts"
import { getCuboidRotation } from "../../src/model/poses.ts"
import type { Cuboid } from "../../src/model/Scene.ts"
import { type Files, readFiles, refusal } from "../files.ts"
import { assertClose } from "../roundTrip.ts"

const classes = (format: string) => ({
  classes: [{ name: "pallet", id: 7, color: "#0a10ff" }],
  default: 7,
  type: "object_detection",
  format,
  created_with: { name: "labelCloud", version: "1.1.1" },
})

const label = (objects: ReadonlyArray<object>) => ({
  folder: "clouds",
  filename: "hall.pcd",
  path: "/home/someone/clouds/hall.pcd",
  objects,
})

const centered = (rotations: object) => ({
  name: "pallet",
  centroid: { x: 1, y: -2, z: 0.5 },
  dimensions: { length: 1.2, width: 0.8, height: 0.2 },
  rotations,
})

/** As labelCloud 1.1.1 writes the cuboid below, turned by 10, 20 and 300 degrees. */
const vertices = [
  [4.0205187, 6.24303797, 5.63206989],
  [5.60914957, 7.32826976, 5.95843163],
  [4.81892447, 7.90949247, 8.73451005],
  [3.23029377, 6.82426057, 8.40814831],
  [4.77970751, 4.80577013, 5.28961486],
]

const cuboidOf = async (files: Files): Promise<Cuboid> => {
  const { losses, scenes } = await readFiles(labelCloud, files)
  assert.deepStrictEqual(losses, [])
  const [found] = scenes[0]?.frames[0]?.annotations ?? []
  return found?.type === "cuboid" ? found : assert.fail("It has no cuboid.")
}

describe("labelCloud", () => {
  it("is called as the point cloud, without the folder of the labels", async () => {
    const { scenes } = await readFiles(labelCloud, {
      "day/labels/hall.json": label([centered({ x: 0, y: 0, z: 0 })]),
      "day/pointclouds/hall.pcd": "",
    })
    assert.deepInclude(scenes[0], { name: "day/hall", split: null })
  })

  it("keeps the folder of the labels in names that two files would share", async () => {
    const document = label([centered({ x: 0, y: 0, z: 0 })])
    const { scenes } = await readFiles(labelCloud, {
      "a/labels/x.json": document,
      "a/x.json": document,
      "a/labels/y.json": document,
    })
    assert.deepStrictEqual(scenes.map(({ name }) => name).sort(), ["a/labels/x", "a/x", "a/y"])
  })

  it("takes no point cloud of another set", async () => {
    const { scenes } = await readFiles(labelCloud, {
      "labels/val/hall.json": label([centered({ x: 0, y: 0, z: 0 })]),
      "clouds/train/hall.pcd": "",
    })
    assert.strictEqual(scenes[0]?.frames[0]?.cloud?.url, "hall.pcd")
  })

  it("is read with degrees, with radians, and from vertices, as its classes say", async () => {
    const degrees = {
      "_classes.json": classes("centroid_abs"),
      "hall.json": label([centered({ x: 0, y: 0, z: 300 })]),
    }
    const radians = {
      "_classes.json": classes("centroid_rel"),
      "hall.json": label([centered({ x: 0, y: 0, z: -Math.PI / 3 })]),
    }
    for (const files of [degrees, radians]) {
      const cuboid = await cuboidOf(files)
      assert.closeTo(cuboid.yaw, -Math.PI / 3, 1e-12)
      assert.deepStrictEqual(
        [cuboid.position, cuboid.dimensions],
        [
          { x: 1, y: -2, z: 0.5 },
          { x: 1.2, y: 0.8, z: 0.2 },
        ],
      )
      assert.isNull(cuboid.rotation)
    }
  })

  it("turns about x, then y, then z of the point cloud", async () => {
    const turned = await cuboidOf({
      "_classes.json": classes("centroid_abs"),
      "hall.json": label([centered({ x: 90, y: 0, z: 90 })]),
    })
    // z of the cuboid points to −y after the turn about x, and to +x after the turn about z.
    const half = Math.SQRT1_2 * Math.SQRT1_2
    assertClose(getCuboidRotation(turned), { qx: half, qy: half, qz: half, qw: half }, 1e-12, "rotation")
  })

  it("takes the edges of vertices for length, width and height", async () => {
    const corner = (l: number, w: number, h: number) => [5 + l * 2, 6 + w, 7 + h * 0.5]
    const box = [
      corner(-1, -1, -1),
      corner(-1, 1, -1),
      corner(1, 1, -1),
      corner(1, -1, -1),
      corner(-1, -1, 1),
      corner(-1, 1, 1),
      corner(1, 1, 1),
      corner(1, -1, 1),
    ]
    const cuboid = await cuboidOf({ "hall.json": label([{ name: "pallet", vertices: box }]) })
    assert.deepStrictEqual(
      [cuboid.position, cuboid.dimensions, cuboid.yaw],
      [{ x: 5, y: 6, z: 7 }, { x: 4, y: 2, z: 1 }, 0],
    )
  })

  it("has the classes in their order with colors, then other names, and the point cloud beside the labels", async () => {
    const other = { ...centered({ x: 0, y: 0, z: 0 }), name: "forklift" }
    const { dataset, scenes } = await readFiles(labelCloud, {
      "labels/_classes.json": classes("centroid_abs"),
      "labels/hall.json": label([other]),
      "clouds/hall.pcd": "",
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ color, id, name }) => [id, name, color]),
      [
        [1, "pallet", [10, 16, 255]],
        [2, "forklift", null],
      ],
    )
    assert.deepStrictEqual(scenes[0]?.frames[0]?.cloud, { url: "clouds/hall.pcd", type: "pcd" })
    assert.strictEqual(scenes[0]?.frames[0]?.annotations[0]?.categoryId, 2)
  })

  it("is refused where nothing says the unit of its angles, or two files may be its point cloud", async () => {
    assert.match(
      await refusal(labelCloud, { "hall.json": label([centered({ x: 0, y: 0, z: 1.5 })]) }),
      /hall.json: \/objects\/0\/rotations may be degrees or radians; _classes.json, which says it, is missing/,
    )
    assert.match(
      await refusal(labelCloud, { "l/hall.json": label([]), "a/hall.pcd": "", "b/hall.pcd": "" }),
      /which may be a\/hall.pcd or b\/hall.pcd/,
    )
  })

  it("counts objects, colors and files that cannot be read, with their places, and keeps the rest", async () => {
    const good = centered({ x: 0, y: 0, z: 0 })
    const { dataset, losses, scenes } = await readFiles(labelCloud, {
      "_classes.json": { ...classes("centroid_abs"), classes: [{ name: "pallet", color: "red" }] },
      "hall.json": label([
        { name: "pallet", vertices: [...vertices, ...vertices.slice(0, 3)] },
        good,
        { ...good, dimensions: { length: 1, width: null, height: 1 } },
      ]),
      "notes.json": { text: "of somebody" },
    })
    assert.deepStrictEqual(
      scenes.map(({ frames, name }) => [name, frames[0]?.annotations.length]),
      [["hall", 1]],
    )
    assert.isNull(dataset.categories[0]?.color)
    assert.deepStrictEqual(
      losses.map(({ examples, kind }) => [kind, examples]),
      [
        ["category-colors", ["_classes.json /classes/0/color"]],
        ["records", ["notes.json /filename must be a text"]],
        [
          "unreadable",
          [
            "hall.json /objects/0/vertices is not a cuboid: its edges are not at right angles",
            "hall.json /objects/2/dimensions/width must be a finite number",
          ],
        ],
      ],
    )
  })

  it("has the unit of angles and the classes of each folder, and the sets that folders name", async () => {
    const turned = (z: number, name = "pallet") => label([{ ...centered({ x: 0, y: 0, z }), name }])
    const { dataset, scenes } = await readFiles(labelCloud, {
      "train/_classes.json": classes("centroid_abs"),
      "train/hall.json": turned(180),
      "val/_classes.json": {
        ...classes("centroid_rel"),
        classes: [
          { name: "box", color: "#000001" },
          { name: "pallet", color: "#0a10ff" },
        ],
      },
      "val/hall.json": turned(Math.PI, "box"),
    })
    assert.deepStrictEqual(
      dataset.categories.map(({ id, name }) => [id, name]),
      [
        [1, "pallet"],
        [2, "box"],
      ],
    )
    const summary = scenes.map(({ frames, name, split }) => {
      const [found] = frames[0]?.annotations ?? []
      return [name, split, found?.categoryId, found?.type === "cuboid" ? Math.abs(found.yaw) : undefined]
    })
    assert.deepStrictEqual(summary, [
      ["train/hall", "train", 1, Math.PI],
      ["val/hall", "val", 2, Math.PI],
    ])
  })
})
