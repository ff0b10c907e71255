import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { cocoPanoptic } from "../../src/coco-panoptic/panoptic.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"
import { assertRoundTrip } from "../roundTrip.ts"

const png = (ids: ReadonlyArray<number>) =>
  encode({
    width: 2,
    height: 1,
    channels: 3,
    depth: 8,
    data: Uint8Array.from(ids.flatMap((id) => [id & 255, (id >> 8) & 255, id >> 16])),
  })

const segment = { id: 70_000, category_id: 1, area: 1, bbox: [0, 0, 1, 1], iscrowd: 0 }
const document = {
  images: [{ id: 4, file_name: "a.jpg", width: 2, height: 1 }],
  annotations: [{ image_id: 4, file_name: "a.png", segments_info: [segment] }],
  categories: [{ id: 1, name: "sky", supercategory: "sky", isthing: 0, color: [1, 2, 3] }],
}
const files = (change: object = {}, ids: ReadonlyArray<number> = [70_000, 0]) => ({
  "annotations/panoptic_val2017.json": { ...document, ...change },
  "annotations/panoptic_val2017/a.png": png(ids),
})

describe("COCO panoptic", () => {
  it("returns what it carries", { timeout: 60_000 }, () => assertRoundTrip(cocoPanoptic, { runs: 6 }))

  it("has the ids of pixels in three colors, and areas without instances", async () => {
    const { dataset, losses, scenes } = await readFiles(cocoPanoptic, files())
    assert.deepInclude(dataset.categories[0], { name: "sky", hasInstances: false, color: [1, 2, 3] })
    assert.strictEqual(scenes[0]?.split, "val")
    const frame = scenes[0]?.frames[0]
    assert.deepStrictEqual([...((await frame?.bitmap?.load())?.ids ?? [])], [70_000, 0])
    assert.strictEqual(frame?.annotations[0]?.id, 70_000)
    assert.isEmpty(losses)
  })

  it("looks through the files once for masks that are elsewhere", async () => {
    const countLooks = async (images: number): Promise<number> => {
      const all = Array.from({ length: images }, (_, id) => id)
      const source = sourceOf({
        "annotations/panoptic_val2017.json": {
          ...document,
          images: all.map((id) => ({ ...document.images[0], id, file_name: `${id}.jpg` })),
          annotations: all.map((id) => ({
            ...document.annotations[0],
            image_id: id,
            file_name: `${id}.png`,
          })),
        },
        ...Object.fromEntries(all.map((id) => [`masks/panoptic_val2017/${id}.png`, png([70_000, 0])])),
      })
      let looks = 0
      const counted = Object.defineProperty({ ...source }, "paths", {
        get: () => {
          looks++
          return source.paths
        },
      })
      const context = { limits: source.limits, losses: new Losses(), sizeOf: async () => null }
      const read = await cocoPanoptic.reader?.read(counted, context)
      let count = 0
      for await (const { frames } of read?.scenes ?? []) {
        for (const { bitmap } of frames) await bitmap?.load()
        count++
      }
      await read?.close?.()
      assert.strictEqual(count, images)
      return looks
    }
    assert.strictEqual(await countLooks(6), await countLooks(1))
  })

  it("counts odd segments and pixels without one, and reads the rest", async () => {
    const other = (change: object) => ({ ...segment, id: 5, ...change })
    const found = await readFiles(
      cocoPanoptic,
      files(
        {
          annotations: [
            {
              ...document.annotations[0],
              segments_info: [segment, other({ category_id: 2 }), other({ id: 0 }), null],
            },
            { ...document.annotations[0], image_id: 5 },
          ],
        },
        [70_000, 9],
      ),
    )
    const frame = found.scenes[0]?.frames[0]
    assert.deepStrictEqual(
      frame?.annotations.map(({ id }) => id),
      [70_000],
    )
    assert.deepStrictEqual([...((await frame?.bitmap?.load())?.ids ?? [])], [70_000, 0])
    assert.deepStrictEqual(
      found.losses.map(({ count, kind }) => [kind, count]),
      [
        ["references", 3],
        ["unreadable", 2],
      ],
      "a category, an image, pixels; an id and a null",
    )
  })

  it("leaves pictures without a label whose mask is missing or of another size, and counts further masks", async () => {
    const [image] = document.images
    const [annotation] = document.annotations
    const { losses, scenes } = await readFiles(
      cocoPanoptic,
      files({
        images: [
          image,
          { ...image, id: 21, file_name: "b.jpg" },
          { ...image, id: 22, file_name: "c.jpg", width: 3 },
        ],
        annotations: [
          annotation,
          { ...annotation, id: 9 },
          { ...annotation, image_id: 21, file_name: null },
          { ...annotation, image_id: 22 },
        ],
      }),
    )
    assert.deepStrictEqual(
      scenes.map(({ frames, name, status }) => [name, status, frames[0]?.annotations.length]),
      [
        ["a", undefined, 1],
        ["b", "UNLABELED", 0],
        ["c", "UNLABELED", 0],
      ],
    )
    const path = "annotations/panoptic_val2017"
    assert.deepStrictEqual(
      losses.filter(({ kind }) => kind !== "references").map(({ examples, kind }) => [kind, examples]),
      [
        ["alternatives", [`${path}.json /annotations/1`]],
        [
          "unreadable",
          [
            `${path}.json /annotations/2/file_name must be a text`,
            `${path}/a.png must have the size of its image, 3 × 1`,
          ],
        ],
      ],
    )
  })

  it("refuses what does not match, with the file", async () => {
    const refused = (change: object, ids?: ReadonlyArray<number>) => refusal(cocoPanoptic, files(change, ids))
    const annotations = (change: object) => ({ annotations: [{ ...document.annotations[0], ...change }] })
    assert.match(await refused(annotations({ file_name: "b.png" })), /b.png: is missing/)
    assert.match(
      await refused({ images: [{ ...document.images[0], width: 3 }] }),
      /must have the size of its image, 3 × 1/,
    )
    const broken = { ...files(), "annotations/panoptic_val2017/a.png": Buffer.from("GIF") }
    assert.match(await refusal(cocoPanoptic, broken), /it is not a PNG or JPEG picture/)
  })
})
