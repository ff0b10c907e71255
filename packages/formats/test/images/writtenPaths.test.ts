/** Paths of images as other systems write them, in every format whose files state them. */
import { assert, describe, it } from "vitest"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { type Files, readFiles, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { collected } from "../roundTrip.ts"

const png = pngOf({ width: 100, height: 50 })

const box = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>"

/** Files of each format that name an image so. */
const records: Readonly<Record<string, (path: string) => Files>> = {
  bdd100k: (name) => ({
    "a.json": [{ name, labels: [{ category: "car", box2d: { x1: 1, y1: 1, x2: 9, y2: 9 } }] }],
  }),
  darwin: (name) => ({
    "a.json": {
      version: "2.0",
      schema_ref: "https://darwin-public.example/darwin_json/2.0/schema.json",
      item: { name, slots: [{ type: "image", slot_name: "0" }] },
      annotations: [{ name: "car", bounding_box: { x: 1, y: 1, w: 8, h: 8 } }],
    },
  }),
  createml: (image) => ({
    "a.json": [{ image, annotations: [{ label: "car", coordinates: { x: 5, y: 5, width: 8, height: 8 } }] }],
  }),
  imagefolder: (file_name) => ({
    "metadata.jsonl": JSON.stringify({ file_name, objects: { bbox: [[1, 1, 8, 8]], categories: ["car"] } }),
  }),
  labelme: (imagePath) => ({
    "a.json": {
      version: "5.0.0",
      shapes: [
        {
          label: "car",
          shape_type: "rectangle",
          points: [
            [1, 1],
            [9, 9],
          ],
        },
      ],
      imagePath,
      imageData: null,
    },
  }),
  coco: (file_name) => ({
    "a.json": {
      images: [{ id: 1, file_name, width: 100, height: 50 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 8, 8] }],
      categories: [{ id: 1, name: "car" }],
    },
  }),
  voc: (filename) => ({
    "a.xml": `<annotation><filename>${filename}</filename><size><width>100</width><height>50</height></size><object><name>car</name>${box}</object></annotation>`,
  }),
  cvat: (name) => ({
    "annotations.xml": `<annotations><version>1.1</version><meta><task><name>t</name><labels><label><name>car</name></label></labels></task></meta><image id="0" name="${name}" width="100" height="50"><box label="car" xtl="1" ytl="1" xbr="9" ybr="9"/></image></annotations>`,
  }),
  datumaro: (path) => ({
    "annotations/default.json": {
      info: {},
      categories: { label: { labels: [{ name: "car" }] } },
      items: [
        {
          id: "x",
          image: { path, size: [50, 100] },
          annotations: [{ id: 1, type: "bbox", label_id: 0, bbox: [1, 1, 8, 8] }],
        },
      ],
    },
  }),
  "label-studio": (image) => ({
    "a.json": [
      {
        id: 1,
        data: { image },
        annotations: [
          {
            id: 1,
            result: [
              {
                id: "r",
                type: "rectanglelabels",
                from_name: "label",
                to_name: "image",
                original_width: 100,
                original_height: 50,
                value: { x: 1, y: 1, width: 8, height: 8, rotation: 0, rectanglelabels: ["car"] },
              },
            ],
          },
        ],
      },
    ],
  }),
  "yolo-detect": (path) => ({
    "data.yaml": "train: train.txt\nval: train.txt\nnames: [car]\n",
    "train.txt": `${path}\n`,
    "photos/a 1.txt": "0 .5 .5 .1 .1\n",
  }),
}

const paths = [
  "photos/a 1.jpg",
  "./photos/a 1.jpg",
  "photos\\a 1.jpg",
  ".\\photos\\a 1.jpg",
  "C:\\data\\set\\photos\\a 1.jpg",
  "D:/data/photos/a 1.jpg",
  "/home/someone/data/photos/a 1.jpg",
  "//server/share/photos/a 1.jpg",
  "\\\\server\\share\\photos\\a 1.jpg",
  "file:///home/someone/photos/a 1.jpg",
  "file:///C:/data/photos/a%201.jpg",
  "file://host/share/photos/a%201.jpg",
]

describe("an image that a record names as another system does", () => {
  for (const [name, makeFiles] of Object.entries(records))
    it(`is found among the files: ${name}`, async () => {
      const format = formats.find((one) => one.name === name) ?? assert.fail(name)
      for (const path of paths) {
        const { scenes } = await readFiles(format, {
          ...makeFiles(path),
          "photos/a 1.jpg": "",
          "other/b.jpg": "",
        })
        const [scene] = scenes
        assert.strictEqual(scene?.frames[0]?.image?.url, "photos/a 1.jpg", `${name}: ${path}`)
        assert.lengthOf(scene?.frames[0]?.annotations ?? [], 1, `${name}: ${path}`)
      }
    })

  // The records of these state names of samples.
  const named = new Set(["labelme", "datumaro"])
  for (const [name, makeFiles] of Object.entries(records).filter(([own]) => !named.has(own)))
    it(`names its sample as the image is spelled, without folders of a machine: ${name}`, async () => {
      const format = formats.find((one) => one.name === name) ?? assert.fail(name)
      const written = ["PHOTOS/A 1.JPG", "photos/a%201.jpg", ...paths]
      for (const path of written) {
        const { records: imported } = await importDataset({
          format,
          source: sourceOf({ ...makeFiles(path), "photos/a 1.jpg": png, "other/b.jpg": png }),
          save: async ({ path: saved }) => saved,
        })
        const [record] = await collected(imported)
        assert.match(record?.name ?? "", /^(photos\/)?a 1$/, `${name}: ${path}`)
        assert.match(String(record?.metadata["file"]), /^(photos\/)?a 1.jpg$/, `${name}: ${path}`)
      }
    })
})

/** Formats whose records may name an image by its URL alone. */
const urlFormats = ["bdd100k", "coco", "darwin"]

const importNamed = async (name: string, files: Files) => {
  const format = formats.find((one) => one.name === name) ?? assert.fail(name)
  const { records: imported } = await importDataset({
    format,
    source: sourceOf(files),
    save: async ({ path }) => path,
  })
  return (await collected(imported)).map((record) => ({ name: record.name, file: record.metadata["file"] }))
}

describe("an image that a record names below further folders", () => {
  for (const name of ["bdd100k", "coco", "darwin"])
    it(`is called as it is spelled to the folder that is not there: ${name}`, async () => {
      const makeFiles = records[name] ?? assert.fail(name)
      assert.deepStrictEqual(
        await importNamed(name, { ...makeFiles("data/PHOTOS/A 1.JPG"), "photos/a 1.jpg": png }),
        [{ name: "data/photos/a 1", file: "data/photos/a 1.jpg" }],
      )
    })
})

describe("an image that a record names by its URL", () => {
  for (const name of urlFormats)
    it(`names its sample by the path without query and escapes, also where the URL is odd: ${name}`, async () => {
      const makeFiles = records[name] ?? assert.fail(name)
      for (const url of [
        "s3://my bucket/a 1.png",
        "https://example.org:99999/a%201.png?key=b/c.jpg#d",
        "https://[broken/../a%201.png",
      ])
        assert.deepStrictEqual(
          await importNamed(name, makeFiles(url)),
          [{ name: "a 1", file: "a 1.png" }],
          `${name}: ${url}`,
        )
    })

  it("is another sample on another host or with another query: bdd100k", async () => {
    const urls = ["https://h1/a.png", "https://h2/a.png", "https://h1/get?id=1", "https://h1/get?id=2"]
    const labels = [{ category: "car", box2d: { x1: 1, y1: 1, x2: 9, y2: 9 } }]
    const samples = await importNamed("bdd100k", { "a.json": urls.map((name) => ({ name, labels })) })
    assert.deepStrictEqual(
      samples.map(({ name }) => name),
      ["https/h1/a", "https/h2/a", "https/h1/get?id=1", "https/h1/get?id=2"],
    )
  })
})

describe("an image in the folder of its set", () => {
  for (const name of ["bdd100k", "coco", "darwin"])
    it(`gives its sample a name without that folder, where the record names it: ${name}`, async () => {
      const image = "images/train/a.jpg"
      const makeFiles = records[name] ?? assert.fail(name)
      const files = Object.entries(makeFiles(image)).map(([path, text]) => [`train/${path}`, text])
      assert.deepStrictEqual(await importNamed(name, { ...Object.fromEntries(files), [image]: png }), [
        { name: "a", file: "a.jpg" },
      ])
    })
})
