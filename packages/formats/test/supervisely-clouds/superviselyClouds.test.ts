import { assert, describe, it } from "vitest"
import { superviselyClouds } from "../../src/supervisely-clouds/superviselyClouds.ts"
import { type Files, readFiles, refusal } from "../files.ts"
import { assertClose } from "../roundTrip.ts"

const meta = (projectType: string) => ({
  classes: [
    { title: "crane", shape: "cuboid_3d", color: "#FF8000", geometry_config: {} },
    { title: "truck", shape: "cuboid_3d", color: "", geometry_config: {} },
  ],
  tags: [],
  projectType,
})

const figure = (objectKey: string, x: number, geometryType = "cuboid_3d") => ({
  key: `f-${objectKey}`,
  objectKey,
  geometryType,
  geometry: {
    position: { x, y: 2, z: 3 },
    rotation: { x: 0, y: 0, z: 0.5 },
    dimensions: { x: 4, y: 2, z: 1.5 },
  },
})

const object = (key: string, classTitle: string, tags: ReadonlyArray<object> = []) => ({
  key,
  classTitle,
  tags,
})

const item = (key: string, objects: ReadonlyArray<object>, figures: ReadonlyArray<object>) => ({
  description: "",
  key,
  tags: [{ name: "weather", value: "rain" }],
  objects,
  figures,
})

const summary = async (files: Files) => {
  const { dataset, losses, scenes } = await readFiles(superviselyClouds, files)
  return {
    taskType: dataset.taskType,
    losses: losses.map(({ count, kind }) => [kind, count]),
    scenes: scenes.map(({ frames, name }) => [
      name,
      frames.map(({ annotations, cloud }) => [
        cloud?.url,
        annotations.map(({ attributes, isKeyframe, trackId }) => [trackId, isKeyframe, attributes]),
      ]),
    ]),
  }
}

describe("Supervisely's point clouds", () => {
  it("are single samples with tags and the images beside them", async () => {
    const files = {
      "meta.json": meta("point_clouds"),
      "yard/ann/a.pcd.json": item(
        "k1",
        [object("o1", "crane", [{ name: "moving" }, { name: "load", value: 3.5 }])],
        [figure("o1", 1), figure("o1", 1, "point_cloud")],
      ),
      "yard/pointcloud/a.pcd": "",
      "yard/related_images/a_pcd/left.png": "",
      "yard/related_images/a_pcd/left.png.json": {
        name: "left.png",
        meta: {
          deviceId: "LEFT",
          sensorsData: {
            // A point at x ahead is at z of the camera, which is one meter ahead.
            extrinsicMatrix: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, -1],
            intrinsicMatrix: [700, 0, 400, 0, 700, 300, 0, 0, 1],
          },
        },
      },
    }
    assert.deepStrictEqual(await summary(files), {
      taskType: "pointcloud-cuboid",
      losses: [["shapes", 1]],
      scenes: [["yard/a", [["yard/pointcloud/a.pcd", [[null, true, { moving: true, load: 3.5 }]]]]]],
    })
    const { dataset, scenes } = await readFiles(superviselyClouds, files)
    assert.deepStrictEqual(
      dataset.categories.map(({ color, name }) => [name, color]),
      [
        ["crane", [255, 128, 0]],
        ["truck", null],
      ],
    )
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(frame?.attributes, { weather: "rain" })
    assert.deepInclude(frame?.cameras[0], { name: "LEFT", url: "yard/related_images/a_pcd/left.png" })
    assertClose(frame?.cameras[0]?.extrinsics?.position, { x: 1, y: 0, z: 0 }, 1e-12, "position")
  })

  it("are one sequence where an object is in several of them, with the keyframes of CVAT", async () => {
    const keyframe = (value: string) => [
      { name: "keyframe", value },
      { name: "occluded", value: "false" },
    ]
    const files = {
      "meta.json": meta("point_clouds"),
      "key_id_map.json": { tags: {}, objects: { o1: 5 }, figures: {}, videos: { late: 7, soon: 3 } },
      "ds0/ann/a.pcd.json": item("late", [object("o1", "truck", keyframe("false"))], [figure("o1", 9)]),
      "ds0/ann/b.pcd.json": item("soon", [object("o1", "truck", keyframe("true"))], [figure("o1", 1)]),
    }
    assert.deepStrictEqual(await summary(files), {
      taskType: "pointcloud-cuboid-sequence",
      losses: [],
      scenes: [
        [
          "ds0",
          [
            ["ds0/pointcloud/b.pcd", [[1, true, { occluded: false }]]],
            ["ds0/pointcloud/a.pcd", [[1, false, { occluded: false }]]],
          ],
        ],
      ],
    })
  })

  it("keep objects apart whose keys are a number and a text", async () => {
    const objects = [object("1", "crane"), object("o2", "truck")]
    const { scenes } = await readFiles(superviselyClouds, {
      "meta.json": meta("point_clouds"),
      "yard/ann/1.pcd.json": item("k1", objects, [figure("o2", 2), figure("1", 1)]),
      "yard/ann/2.pcd.json": item("k2", objects, [figure("1", 1), figure("o2", 2)]),
      "yard/pointcloud/1.pcd": "",
      "yard/pointcloud/2.pcd": "",
    })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId))),
      [
        [
          [2, 1],
          [1, 2],
        ],
      ],
    )
  })

  it("are in each folder a sequence or single ones, and single ones among sequences are counted", async () => {
    const one = (key: string, name: string) => item(key, [object(name, "crane")], [figure(name, 1)])
    const { losses, scenes } = await summary({
      "meta.json": meta("point_clouds"),
      "hall/ann/1.pcd.json": one("k1", "a"),
      "hall/ann/2.pcd.json": one("k2", "b"),
      "yard/ann/1.pcd.json": one("k3", "c"),
      "yard/ann/2.pcd.json": one("k4", "c"),
    })
    assert.deepStrictEqual(
      scenes.map(([name, frames]) => [name, frames?.length]),
      [
        ["yard", 2],
        ["hall/1", 1],
        ["hall/2", 1],
      ].sort(),
    )
    assert.deepStrictEqual(losses, [["singles", 2]])
  })

  it("of episodes are sequences, with frames without figures, and tags of some frames", async () => {
    const files = {
      "meta.json": meta("point_cloud_episodes"),
      "ep/frame_pointcloud_map.json": { "0": "x.pcd", "1": "y.pcd", "2": "z.pcd" },
      "ep/annotation.json": {
        key: "e",
        framesCount: 3,
        tags: [],
        objects: [object("o1", "truck", [{ name: "light", value: "on", frameRange: [0, 1] }])],
        frames: [
          { index: 2, figures: [figure("o1", 3)] },
          { index: 0, figures: [figure("o1", 1)] },
        ],
      },
    }
    assert.deepStrictEqual(await summary(files), {
      taskType: "pointcloud-cuboid-sequence",
      losses: [],
      scenes: [
        [
          "ep",
          [
            ["ep/pointcloud/x.pcd", [[1, true, { light: "on" }]]],
            ["ep/pointcloud/y.pcd", []],
            ["ep/pointcloud/z.pcd", [[1, true, {}]]],
          ],
        ],
      ],
    })
  })

  it("count figures, tags, objects and calibrations that cannot be read, and keep the rest", async () => {
    const tags = [{ name: "load", value: { kg: 3 } }, { value: 1 }, { name: "moving" }]
    const { losses, scenes } = await readFiles(superviselyClouds, {
      "meta.json": meta("point_clouds"),
      "d/ann/a.pcd.json": item(
        "k",
        [object("o1", "crane", tags), { key: "o2" }],
        [figure("o9", 1), figure("o1", 1), { ...figure("o1", 2), geometry: null }],
      ),
      "d/related_images/a_pcd/left.png": "",
      "d/related_images/a_pcd/left.png.json": { meta: { sensorsData: { extrinsicMatrix: [1, 2] } } },
    })
    const [frame] = scenes[0]?.frames ?? []
    assert.deepStrictEqual(
      frame?.annotations.map(({ attributes }) => attributes),
      [{ moving: true }],
    )
    assert.deepInclude(frame?.cameras[0], { name: "left", extrinsics: null })
    assert.deepStrictEqual([...new Set(losses.flatMap(({ examples }) => examples))].sort(), [
      "d/ann/a.pcd.json /figures/0/objectKey is none of the objects",
      "d/ann/a.pcd.json /figures/2/geometry must be an object",
      "d/ann/a.pcd.json /objects/0/tags/0/value must be a text",
      "d/ann/a.pcd.json /objects/0/tags/1/name must be a text",
      "d/ann/a.pcd.json /objects/1/classTitle must be a text",
      "d/related_images/a_pcd/left.png.json /meta/sensorsData/extrinsicMatrix must have 12 numbers",
    ])
  })

  it("are refused where an episode claims too many frames", async () => {
    const annotation = { framesCount: 5_000_000_000, objects: [], frames: [] }
    assert.match(
      await refusal(superviselyClouds, {
        "meta.json": meta("point_cloud_episodes"),
        "e/annotation.json": annotation,
      }),
      /framesCount is 5000000000, above the limit/,
    )
  })
})
