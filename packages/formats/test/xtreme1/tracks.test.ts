import { assert, describe, it } from "vitest"
import { xtreme1 } from "../../src/xtreme1/format.ts"
import { type Files, readFiles } from "../files.ts"

interface Track {
  readonly trackId?: unknown
  readonly trackName?: unknown
}

const cuboid = (track: Track, pointN: unknown = 12) => ({
  type: "3D_BOX",
  className: "car",
  contour: {
    pointN,
    size3D: { x: 4, y: 2, z: 1.5 },
    center3D: { x: 1, y: -2, z: 0.5 },
    rotation3D: { x: 0, y: 0, z: 0.5 },
  },
  ...track,
})

/** The files of a folder: of each point cloud its objects, or nothing for one that nobody labeled. */
const makeFolder = (root: string, clouds: Readonly<Record<string, ReadonlyArray<unknown> | null>>): Files =>
  Object.fromEntries(
    Object.entries(clouds).flatMap(([name, objects]) => [
      [
        `${root}data/${name}.json`,
        {
          dataId: 8,
          type: "LIDAR_BASIC",
          name,
          lidarPointClouds: [{ url: `https://files.example/${name}` }],
        },
      ],
      ...(objects === null
        ? []
        : [[`${root}result/${name}.json`, [{ dataId: 8, sourceName: "Ground Truth", objects }]]]),
    ]),
  )

const summarize = async (files: Files) => {
  const { dataset, losses, scenes } = await readFiles(xtreme1, files)
  return {
    taskType: dataset.taskType,
    losses: losses.map(({ examples, kind }) => [kind, examples]),
    scenes: scenes.map(({ frames, isSequence, name }) => [
      name,
      isSequence,
      frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)),
    ]),
  }
}

const [a, b] = [
  { trackId: "AAA", trackName: "1" },
  { trackId: "BBB", trackName: "2" },
]

describe("Tracks of Xtreme1", () => {
  it("keep objects apart whose keys are a number, a text, or absent", async () => {
    const { scenes } = await summarize(
      makeFolder("s/", {
        1: [cuboid({ trackName: "1" }), cuboid({ trackId: "BBB" }), cuboid({})],
        2: [cuboid({ trackName: "1" }), cuboid({ trackId: "BBB" })],
      }),
    )
    assert.deepStrictEqual(scenes, [
      [
        "s",
        true,
        [
          [1, 2, 3],
          [1, 2],
        ],
      ],
    ])
  })

  it("are those of the id: two objects that show the same number stay two, which is counted", async () => {
    const { losses, scenes } = await summarize(
      makeFolder("s/", {
        1: [cuboid({ trackId: "AAA", trackName: "4" }), cuboid({ trackId: "BBB", trackName: "5" })],
        2: [cuboid({ trackId: "CCC", trackName: "4" }), cuboid({ trackId: "BBB", trackName: "5" })],
      }),
    )
    assert.deepStrictEqual(scenes, [
      [
        "s",
        true,
        [
          [6, 5],
          [7, 5],
        ],
      ],
    ])
    assert.deepStrictEqual(losses, [["track-ids", ["s/: trackName 4"]]])
  })

  it("join the frames of an object whose shown number changes", async () => {
    const { losses, scenes } = await summarize(
      makeFolder("s/", {
        1: [cuboid({ trackId: "AAA", trackName: "4" })],
        2: [cuboid({ trackId: "AAA", trackName: "9" })],
      }),
    )
    assert.deepStrictEqual(scenes, [["s", true, [[1], [1]]]])
    assert.deepStrictEqual(losses, [["track-ids", ["s/: trackName 4"]]])
  })

  it("are guessed by the shown number where objects have no id, which is counted", async () => {
    const { losses, scenes } = await summarize(
      makeFolder("s/", { 1: [cuboid({ trackName: "4" })], 2: [cuboid({ trackName: "4" })] }),
    )
    assert.deepStrictEqual(scenes, [["s", true, [[4], [4]]]])
    assert.deepStrictEqual(losses, [["tracks-by-name", ["s/: trackName 4"]]])
  })

  it("that show the same number in several point clouds make no sequence of different objects", async () => {
    const { scenes, taskType } = await summarize(
      makeFolder("", {
        1: [cuboid({ trackId: "AAA", trackName: "1" })],
        2: [cuboid({ trackId: "BBB", trackName: "1" })],
      }),
    )
    assert.strictEqual(taskType, "pointcloud-cuboid")
    assert.lengthOf(scenes, 2)
  })

  it("that are no key are counted, and the cuboid is kept", async () => {
    const { losses, scenes } = await summarize(
      makeFolder("s/", { 1: [cuboid(a), cuboid({ trackId: { id: 3 } })], 2: [cuboid(a)] }),
    )
    assert.deepStrictEqual(scenes, [["s", true, [[1, 2], [1]]]])
    assert.deepStrictEqual(losses, [
      ["unreadable", ["s/result/1.json /0/objects/1/trackId must be a text or a finite number"]],
    ])
  })
})

describe("Folders of Xtreme1", () => {
  it("are each a sequence or single point clouds by their own objects, and single ones among sequences are counted", async () => {
    const { losses, scenes, taskType } = await summarize({
      ...makeFolder("moving/", { 1: [cuboid(a)], 2: [cuboid(a)] }),
      ...makeFolder("single/", { 1: [cuboid(a)], 2: [cuboid(b)] }),
    })
    assert.strictEqual(taskType, "pointcloud-cuboid-sequence")
    assert.deepStrictEqual(scenes, [
      ["moving", true, [[1], [1]]],
      ["single/1", true, [[1]]],
      ["single/2", true, [[2]]],
    ])
    assert.deepStrictEqual(losses, [["singles", ["single/1", "single/2"]]])
  })

  it("without objects in two point clouds are sequences like the others, which is counted as a guess", async () => {
    const { losses, scenes } = await summarize({
      ...makeFolder("moving/", { 1: [cuboid(a)], 2: [cuboid(a)] }),
      ...makeFolder("waiting/", { 1: [cuboid(b)], 2: null }),
    })
    assert.deepStrictEqual(scenes, [
      ["moving", true, [[1], [1]]],
      ["waiting", true, [[2], []]],
    ])
    assert.deepStrictEqual(losses, [["guessed-sequences", ["waiting/"]]])
  })
})

describe("Numbers of Xtreme1", () => {
  it("of points that are none are counted", async () => {
    for (const [points, reason] of [
      ["12", "must be a finite number"],
      [1.5, "must be a whole number"],
      [-1, "must not be negative"],
    ] as const) {
      const { losses, scenes } = await summarize(makeFolder("", { 1: [cuboid({}, points)] }))
      assert.lengthOf(scenes, 1)
      assert.deepStrictEqual(losses, [
        ["attribute-value", [`result/1.json /0/objects/0/contour/pointN ${reason}`]],
      ])
    }
  })

  it("of image folders are no lengths of lists: gaps of any width cost nothing", async () => {
    const read = (folders: ReadonlyArray<string>) =>
      readFiles(xtreme1, {
        ...makeFolder("", { 1: [cuboid({})] }),
        ...Object.fromEntries(folders.map((folder) => [`${folder}/1.jpg`, ""])),
      })
    const { losses, scenes } = await read([
      "camera_image_2",
      "camera_image_900000000",
      "camera_image_4294967296",
    ])
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.cameras.map(({ name, url }) => [name, url]),
      [
        ["camera_image_2", "camera_image_2/1.jpg"],
        ["camera_image_900000000", "camera_image_900000000/1.jpg"],
        ["camera_image_4294967296", "camera_image_4294967296/1.jpg"],
      ],
    )
    assert.deepStrictEqual(
      losses.map(({ count, kind }) => [kind, count]),
      [["intrinsics", 3]],
    )
  })

  it("of image folders that have more digits than numbers keep their folders apart", async () => {
    const { scenes } = await readFiles(xtreme1, {
      ...makeFolder("", { 1: [cuboid({})] }),
      "camera_image_99999999999999999/1.jpg": "",
      "camera_image_99999999999999998/1.jpg": "",
      "camera_image_0/1.jpg": "",
    })
    assert.lengthOf(scenes[0]?.frames[0]?.cameras ?? [], 3)
  })
})

describe("Sizes of images of Xtreme1", () => {
  const read = (size: object) =>
    readFiles(xtreme1, {
      "data/a.json": {
        dataId: 7,
        type: "IMAGE",
        images: [{ filename: "a.png", url: "https://files.example/a.png", ...size }],
      },
      "result/a.json": [{ dataId: 7, sourceName: "Ground Truth", objects: [] }],
    })

  it("are whole numbers above zero, and others are counted", async () => {
    for (const [size, place] of [
      [{ width: 100, height: -3 }, "height must be above 0"],
      [{ width: 0, height: 3 }, "width must be above 0"],
      [{ width: 100.5, height: 3 }, "width must be a whole number"],
      [{ width: "100", height: 3 }, "width must be a finite number"],
    ] as const) {
      const { losses, scenes } = await read(size)
      assert.isNull(scenes[0]?.frames[0]?.image?.size)
      assert.deepStrictEqual(
        losses.map(({ examples, kind }) => [kind, examples]),
        [["image-sizes", [`data/a.json /images/0/${place}`]]],
      )
    }
  })
})
