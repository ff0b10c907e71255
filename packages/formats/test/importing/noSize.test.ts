/** Records that state 0 × 0 say nothing about the size of their image. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { decodeBitmap } from "../../src/files/bitmap.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { encodeBrush } from "../../src/label-studio/brush.ts"
import { encodeMask } from "../../src/labelme/masks.ts"
import { encodeBitmap } from "../../src/supervisely/bitmap.ts"
import { type Files, readFiles, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"

const png = pngOf({ width: 10, height: 5 })

const shape = { label: "cat", points: [[1, 1], [3, 3]], shape_type: "rectangle", flags: {} } // biome-ignore format: corners

const region = {
  id: "r",
  original_width: 0,
  original_height: 0,
  type: "rectanglelabels",
  from_name: "label",
  to_name: "image",
  value: { x: 10, y: 20, width: 20, height: 40, rotation: 0, rectanglelabels: ["cat"] },
}

const findFormat = (name: string): Format => formats.find((one) => one.name === name) ?? assert.fail(name)

/** An image with a box from 1, 1 to 3, 3. */
const files: Readonly<Record<string, Files>> = {
  coco: {
    "a.json": {
      images: [{ id: 1, file_name: "a.png", width: 0, height: 0 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 2, 2], area: 4, iscrowd: 0 }],
      categories: [{ id: 1, name: "cat" }],
    },
    "a.png": png,
  },
  cvat: {
    "annotations.xml":
      '<annotations><version>1.1</version><meta></meta><image id="0" name="a.png" width="0" height="0"><box label="cat" xtl="1" ytl="1" xbr="3" ybr="3"/></image></annotations>',
    "images/a.png": png,
  },
  labelme: {
    "a.json": {
      version: "5.5.0",
      flags: {},
      shapes: [shape],
      imagePath: "a.png",
      imageHeight: 0,
      imageWidth: 0,
    },
    "a.png": png,
  },
  "label-studio": {
    "tasks.json": [{ id: 1, data: { image: "a.png" }, annotations: [{ id: 1, result: [region] }] }],
    "a.png": png,
  },
}

/** A mask of two pixels, from 2, 1 to 4, 2; `others` are further shapes. */
const masks: Readonly<Record<string, (others: boolean) => Files>> = {
  coco: (others) => ({
    "a.json": {
      images: [{ id: 1, file_name: "a.png", width: 0, height: 0 }],
      annotations: [
        {
          id: 1,
          image_id: 1,
          category_id: 1,
          bbox: [2, 1, 2, 1],
          area: 2,
          iscrowd: 0,
          segmentation: { size: [5, 10], counts: [11, 1, 4, 1, 33] },
        },
        ...(others ? [{ id: 2, image_id: 1, category_id: 1, bbox: [5, 1, 2, 2], area: 4, iscrowd: 0 }] : []),
      ],
      categories: [{ id: 1, name: "cat" }],
    },
    "a.png": png,
  }),
  cvat: (others) => ({
    "annotations.xml": `<annotations><version>1.1</version><meta></meta><image id="0" name="a.png" width="0" height="0"><mask label="cat" rle="0,2" left="2" top="1" width="2" height="1"/>${others ? '<box label="cat" xtl="5" ytl="1" xbr="7" ybr="3"/>' : ""}</image></annotations>`,
    "images/a.png": png,
  }),
  labelme: (others) => ({
    "a.json": {
      version: "5.5.0",
      flags: {},
      shapes: [
        {
          label: "cat",
          points: [[2, 1], [3, 1]], // biome-ignore format: corners
          shape_type: "mask",
          flags: {},
          mask: encodeMask({ left: 2, top: 1, width: 2, height: 1, isIn: () => true }),
        },
        ...(others ? [shape] : []),
      ],
      imagePath: "a.png",
      imageHeight: 0,
      imageWidth: 0,
    },
    "a.png": png,
  }),
  "label-studio": (others) => ({
    "tasks.json": [
      {
        id: 1,
        data: { image: "a.png" },
        annotations: [
          {
            id: 1,
            result: [
              {
                ...region,
                type: "brushlabels",
                value: {
                  format: "rle",
                  rle: encodeBrush({ width: 10, height: 5 }, (at) => at === 12 || at === 13),
                  brushlabels: ["cat"],
                },
              },
              ...(others ? [{ ...region, id: "s" }] : []),
            ],
          },
        ],
      },
    ],
    "a.png": png,
  }),
  supervisely: (others) => ({
    "meta.json": {
      classes: [
        { title: "cat", shape: "bitmap", color: "#000001" },
        ...(others ? [{ title: "dog", shape: "rectangle", color: "#000002" }] : []),
      ],
      tags: [],
      projectType: "images",
    },
    "ds/ann/a.png.json": {
      size: { width: 0, height: 0 },
      tags: [],
      objects: [
        {
          classTitle: "cat",
          geometryType: "bitmap",
          tags: [],
          bitmap: encodeBitmap({ left: 2, top: 1, width: 2, height: 1, isIn: () => true }),
        },
        ...(others
          ? [
              {
                classTitle: "dog",
                geometryType: "rectangle",
                tags: [],
                points: { exterior: [[5, 1], [6, 2]], interior: [] }, // biome-ignore format: corners
              },
            ]
          : []),
      ],
    },
    "ds/img/a.png": png,
  }),
}

const importFiles = async (name: string, files: Files) => {
  const bitmaps: Array<Uint8Array> = []
  const { losses, records } = await importDataset({
    format: findFormat(name),
    source: sourceOf(files),
    save: async ({ content, kind, path }) => {
      if (kind === "bitmap") bitmaps.push(Buffer.concat(await collected(content)))
      return path
    },
  })
  return { bitmaps, records: await collected(records), losses: losses() }
}

describe("a mask in a record that states 0 × 0", () => {
  for (const [name, makeFiles] of Object.entries(masks)) {
    it(`has all of its pixels among other shapes in ${findFormat(name).title}`, async () => {
      const { losses, records } = await importFiles(name, makeFiles(true))
      const annotations = records[0]?.label?.["annotations"]
      assert.deepInclude((annotations as ReadonlyArray<object>)[0], {
        points: [[2, 1], [4, 1], [4, 2], [2, 2]], // biome-ignore format: corners
      })
      assert.isEmpty(losses)
    })

    it(`has all of its pixels in a segmentation of ${findFormat(name).title}`, async () => {
      const { bitmaps, losses, records } = await importFiles(name, makeFiles(false))
      assert.lengthOf(records, 1)
      const [bitmap = assert.fail("no bitmap")] = bitmaps
      const { ids, ...size } = decodeBitmap(bitmap)
      assert.deepStrictEqual(size, { width: 10, height: 5 })
      assert.deepStrictEqual(
        [...ids].flatMap((id, at) => (id === 0 ? [] : [at])),
        [12, 13],
      )
      assert.isEmpty(losses)
    })
  }
})

describe("a mask in a video of CVAT that states 0 × 0", () => {
  it("has all of its pixels, and is counted where no image says the size", async () => {
    const mask = (frame: number) =>
      `<mask frame="${frame}" keyframe="1" outside="0" occluded="0" rle="0,2" left="2" top="1" width="2" height="1" z_order="0"/>`
    const document = `<annotations><version>1.1</version><meta><task><size>2</size><mode>interpolation</mode><original_size><width>0</width><height>0</height></original_size></task></meta><track id="0" label="cat">${mask(0)}${mask(1)}</track></annotations>`
    const images = { "images/frame_000000.PNG": png, "images/frame_000001.PNG": png }
    const { bitmaps, losses } = await importFiles("cvat", { "annotations.xml": document, ...images })
    assert.deepStrictEqual(
      bitmaps.map((bitmap) => [...decodeBitmap(bitmap).ids].flatMap((id, at) => (id === 0 ? [] : [at]))),
      [
        [12, 13],
        [12, 13],
      ],
    )
    assert.isEmpty(losses)
    const { losses: counted } = await readFiles(findFormat("cvat"), { "annotations.xml": document }, null)
    assert.deepStrictEqual(
      counted.map(({ count, kind }) => [kind, count]),
      [["empty-masks", 2]],
    )
  })
})

describe("a record that states one side alone", () => {
  it("leaves the size to its image in regions of Label Studio", async () => {
    const sides = { original_width: 10, original_height: 0 }
    const task = {
      id: 1,
      data: { image: "a.png" },
      annotations: [{ id: 1, result: [{ ...region, ...sides }] }],
    }
    const { losses, records } = await importFiles("label-studio", { "tasks.json": [task], "a.png": png })
    assert.deepInclude(records[0]?.label, {
      annotations: [{ id: 1, category_id: 1, type: "bbox", points: [[1, 1], [3, 3]] }], // biome-ignore format: corners
    })
    assert.isEmpty(losses)
  })
})

describe("a record that states 0 × 0", () => {
  for (const [name, own] of Object.entries(files))
    it(`leaves the size to its image in ${findFormat(name).title}, and loses nothing`, async () => {
      const { losses, records } = await importDataset({
        format: findFormat(name),
        source: sourceOf(own),
        save: async ({ path }) => path,
      })
      const [record] = await collected(records)
      assert.deepInclude(record?.sizes?.[0], { width: 10, height: 5 })
      assert.deepInclude(record?.label, {
        annotations: [{ id: 1, category_id: 1, type: "bbox", points: [[1, 1], [3, 3]] }], // biome-ignore format: corners
      })
      assert.isEmpty(losses())
    })
})
