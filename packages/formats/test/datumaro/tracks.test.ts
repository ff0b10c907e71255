/** Sequences of other tools: items whose annotations have the attributes `track_id` and `keyframe`, as CVAT writes them. */
import { assert, describe, it } from "vitest"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { readFiles } from "../files.ts"

const categories = {
  label: {
    labels: ["tram", "cyclist"].map((name) => ({ name, parent: "", attributes: [] })),
    attributes: ["occluded"],
  },
}

const cuboid = (x: number, label_id: number, attributes: object, id = 0) => ({
  id,
  type: "cuboid_3d",
  attributes: { occluded: false, ...attributes },
  group: 0,
  label_id,
  position: [x, 1, 0.5],
  rotation: [0, 0, 0.25],
  scale: [6, 2.5, 3],
})

const item = (frame: number | undefined, annotations: ReadonlyArray<object>, more: object = {}) => ({
  id: `cloud-${frame}`,
  annotations,
  attr: frame === undefined ? {} : { frame },
  point_cloud: { path: `cloud-${frame}.pcd` },
  ...more,
})

const fileOf = (items: ReadonlyArray<object>) => ({
  "annotations/default.json": { info: {}, categories, items },
})

const tracked = [
  item(5, [cuboid(3, 0, { track_id: 0, keyframe: false })]),
  item(2, [cuboid(1, 0, { track_id: 0, keyframe: true }), cuboid(9, 1, {})]),
  item(8, []),
]

describe("items with tracks in Datumaro", () => {
  it("are the frames of one sequence in the order of their numbers, with keyframes", async () => {
    const { dataset, losses, scenes } = await readFiles(datumaro, fileOf(tracked))
    assert.deepStrictEqual(losses, [])
    assert.strictEqual(dataset.taskType, "pointcloud-cuboid-sequence")
    assert.deepStrictEqual(
      scenes.map(({ isSequence, marksKeyframes, name }) => [name, isSequence, marksKeyframes]),
      [["default", true, true]],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations, cloud, name }) => [
        name,
        cloud?.url,
        annotations.map(({ attributes, id, isKeyframe, trackId }) => [id, trackId, isKeyframe, attributes]),
      ]),
      [
        [
          "cloud-2",
          "cloud-2.pcd",
          [
            [1, 0, true, { occluded: false }],
            // A shape without a track is a track of one frame.
            [2, 1, true, { occluded: false }],
          ],
        ],
        ["cloud-5", "cloud-5.pcd", [[1, 0, false, { occluded: false }]]],
        ["cloud-8", "cloud-8.pcd", []],
      ],
    )
  })

  it("of images are a sequence, too", async () => {
    const box = (track_id: number) => ({
      id: 0,
      type: "bbox",
      attributes: { track_id, keyframe: true },
      group: 0,
      label_id: 0,
      bbox: [1, 2, 3, 4],
    })
    const image = (frame: number) => ({
      id: `${frame}`,
      annotations: [box(4), box(5)],
      attr: { frame },
      image: { path: `${frame}.png` },
    })
    const { dataset, scenes } = await readFiles(datumaro, fileOf([image(0), image(1)]))
    assert.strictEqual(dataset.taskType, "image-vector-sequence")
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ annotations }) => annotations.map(({ id, trackId }) => [id, trackId])),
      [
        [
          [1, 4],
          [2, 5],
        ],
        [
          [1, 4],
          [2, 5],
        ],
      ],
    )
  })

  it("keep their tracks as attributes, counted, where numbers of frames repeat", async () => {
    const { dataset, losses, scenes } = await readFiles(
      datumaro,
      fileOf([...tracked, item(8, [cuboid(1, 0, { track_id: 3 })], { id: "other" })]),
    )
    assert.strictEqual(dataset.taskType, "pointcloud-cuboid")
    assert.strictEqual(scenes.length, 4)
    assert.deepStrictEqual(scenes[1]?.frames[0]?.annotations[0]?.attributes, {
      occluded: false,
      track_id: 0,
      keyframe: true,
    })
    assert.deepStrictEqual(
      losses.map(({ count, examples, kind }) => [kind, count, examples]),
      [["tracks", 1, ["annotations/default.json"]]],
    )
  })

  it("have the images beside their point clouds that are among the files; others are counted", async () => {
    const related_images = [{ path: "cloud-2/left.png" }, { path: "cloud-2/gone.png" }]
    const { losses, scenes } = await readFiles(datumaro, {
      ...fileOf([item(2, [cuboid(1, 0, { track_id: 0, keyframe: true })], { related_images })]),
      "images/default/cloud-2/left.png": "",
    })
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.cameras.map(({ name, url }) => [name, url]),
      [["left", "images/default/cloud-2/left.png"]],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["cameras", 1]],
    )
  })
})
