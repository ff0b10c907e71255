/** Videos of COCO in which annotations have no track. */
import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { readFiles } from "../files.ts"

/** Videos of two images, with one annotation in each image or several. */
const readVideo = async (frames: ReadonlyArray<ReadonlyArray<object>>) => {
  const box = { category_id: 1, bbox: [1, 1, 2, 2], area: 4, iscrowd: 0 }
  const { scenes } = await readFiles(coco, {
    "a.json": {
      videos: [{ id: 1, name: "drive" }],
      images: frames.map((_, frame) => ({
        id: frame + 1,
        video_id: 1,
        frame_id: frame,
        file_name: `${frame}.png`,
        width: 10,
        height: 5,
      })),
      annotations: frames.flatMap((own, frame) =>
        own.map((fields) => ({ ...box, image_id: frame + 1, ...fields })),
      ),
      categories: [{ id: 1, name: "car" }],
    },
  })
  return scenes[0]?.frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)) ?? []
}

describe("an annotation of a video of COCO without a track", () => {
  it("never becomes one with the object of a track that has the number of its id", async () => {
    const tracks = await readVideo([[{ id: 1, track_id: 2 }], [{ id: 2 }], [{ id: 3, track_id: 2 }]])
    assert.deepStrictEqual(tracks, [[2], [1], [2]])
  })

  it("is a separate object where the annotations have no ids, or ids of their image", async () => {
    for (const id of [undefined, 1])
      assert.deepStrictEqual(await readVideo([[{ id }], [{ id }, { track_id: 2 }]]), [[1], [3, 2]])
  })

  it("keeps the track that another name of the field states", async () => {
    assert.deepStrictEqual(await readVideo([[{ id: 1, instance_id: 7 }], [{ id: 2, track_id: "7" }]]), [
      [7],
      [7],
    ])
  })
})
