import { assert, describe, it } from "vitest"
import { yoloDetect, yoloSegment } from "../../src/yolo/formats.ts"
import { readFiles } from "../files.ts"
import { assertReadBack } from "../roundTrip.ts"

const yaml = "train: images/train\nval: images/train\nnames: [car]\n"

/** A dataset of label files, each with its image. */
const filesOf = (labels: ReadonlyArray<string>) => ({
  "data.yaml": yaml,
  ...Object.fromEntries(
    labels.flatMap((label, index) => {
      const name = String(index).padStart(4, "0")
      return [
        [`images/train/${name}.jpg`, ""],
        [`labels/train/${name}.txt`, label],
      ]
    }),
  ),
})

const attributesOf = async (labels: ReadonlyArray<string>) => {
  const { losses, scenes } = await readFiles(yoloDetect, filesOf(labels))
  assert.deepStrictEqual(
    losses.filter(({ kind }) => kind === "rows"),
    [],
  )
  return scenes.flatMap(({ frames }) => frames[0]?.annotations.map(({ attributes }) => attributes) ?? [])
}

describe("what the rows of YOLO have", () => {
  it("is found in files with rows, in all parts of the dataset", async () => {
    const empty = Array.from({ length: 300 }, () => "")
    const { scenes } = await readFiles(yoloSegment, filesOf([...empty, "0 .1 .1 .5 .1 .5 .5 .1 .5 .2 .2"]))
    assert.strictEqual(scenes.at(-1)?.frames[0]?.annotations[0]?.type, "polygon")
    const boxes = Array.from({ length: 300 }, () => "0 .5 .5 .1 .1")
    await readFiles(yoloSegment, filesOf([...boxes, ...boxes.map(() => "0 .1 .1 .5 .1 .5 .5 .1 .5 .2 .2")]))
  })

  it("takes numbers of tracks for tracks, wherever the first one beyond 1 stands", async () => {
    const ones = Array.from({ length: 250 }, () => "0 .5 .5 .1 .1 1")
    const found = await attributesOf([...ones, "0 .5 .5 .1 .1 7"])
    assert.deepStrictEqual(found[0], { track_id: 1 })
    assert.deepStrictEqual(found.at(-1), { track_id: 7 })
    const scores = await attributesOf([...ones, "0 .5 .5 .1 .1 0.25"])
    assert.deepStrictEqual(scores[0], { score: 1 })
    assert.deepStrictEqual(scores.at(-1), { score: 0.25 })
  })
})

describe("sets with the names of other keys", () => {
  it("come back", async () => {
    for (const split of ["names", "path", "nc", "task", "night"])
      await assertReadBack(
        yoloDetect,
        {
          dataset: {
            name: "yolo",
            description: "",
            taskType: "bboxes",
            categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
            imageAttributes: [],
          },
          scenes: [
            {
              name: "a",
              sensor: null,
              kind: "image-vector",
              isSequence: false,
              frames: [
                {
                  name: null,
                  timestamp: null,
                  image: { url: "images/a.jpg", size: { width: 10, height: 10 } },
                  cloud: null,
                  cameras: [],
                  egoPose: null,
                  attributes: {},
                  annotations: [],
                  bitmap: null,
                  pointAnnotations: null,
                },
              ],
              links: [],
              metadata: {},
              split,
            },
          ],
        },
        { images: "placed" },
      )
  })
})
