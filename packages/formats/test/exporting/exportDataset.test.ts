import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { masks } from "../../src/masks-png/masks.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import { assertDetected } from "../detected.ts"
import { collected, each } from "../roundTrip.ts"

const dataset: Dataset = {
  name: "street",
  description: "",
  taskType: "vector",
  categories: ["car", "truck", "person"].map((name, i) => ({
    id: i + 1,
    name,
    color: null,
    hasInstances: true,
    attributes: [],
  })),
  imageAttributes: [],
}

const annotation = (id: number, category_id: number) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [1, 2],
    [3, 4],
  ],
})

const sample = (name: string, categories: ReadonlyArray<number>) => ({
  name,
  attributes: { image: { url: `https://images.example/${name}.png` } },
  metadata: {},
  label: { annotations: categories.map((category, i) => annotation(i + 1, category)) },
})

const png = encode({ width: 7, height: 5, channels: 4, data: new Uint8Array(140) })

async function* parts(bytes: Uint8Array) {
  yield bytes
}

const exported = async (plan: Partial<Parameters<typeof exportDataset>[0]>) => {
  const target = memoryTarget()
  const report = await exportDataset({
    format: labelme,
    dataset,
    samples: each([sample("a", [1, 2]), sample("b", [3])]),
    target,
    open: async () => parts(png),
    ...plan,
  })
  const text = (path: string) => Buffer.from(target.files.get(path) ?? []).toString()
  return { report, files: target.files, text, document: (path: string) => JSON.parse(text(path)) }
}

describe("an export", () => {
  it("takes the size of an image from its header", async () => {
    const { document } = await exported({})
    assert.strictEqual(document("a.json").imageWidth, 7)
    assert.strictEqual(document("a.json").imageHeight, 5)
  })

  it("leaves files where they are, and lists them", async () => {
    const { document, text } = await exported({})
    assert.strictEqual(document("a.json").imagePath, "a.png")
    assert.strictEqual(
      text("files.tsv"),
      "a.png\thttps://images.example/a.png\nb.png\thttps://images.example/b.png\n",
    )
  })

  it("links files by their URLs, or copies them", async () => {
    const linked = await exported({ files: "link" })
    assert.strictEqual(linked.document("a.json").imagePath, "https://images.example/a.png")
    const copied = await exported({ files: "copy" })
    assert.deepStrictEqual([...copied.files.keys()].sort(), ["a.json", "a.png", "b.json", "b.png"])
    assert.isTrue(Buffer.from(png).equals(copied.files.get("a.png") ?? new Uint8Array()))
  })

  it("fails when a file that it copies cannot be read", async () => {
    let failure = ""
    await exported({
      files: "copy",
      open: async () => null,
      samples: each([{ ...sample("a", []), attributes: { image: { url: "x", width: 1, height: 1 } } }]),
    }).catch((cause: unknown) => {
      failure = String(cause)
    })
    assert.match(failure, /x cannot be read, so it cannot be copied/)
  })

  it("counts samples whose image has no known size as left out", async () => {
    assert.deepInclude((await exported({})).report, { samples: 2, samplesLeftOut: 0 })
    const { files, report } = await exported({ open: async () => null })
    assert.strictEqual(files.size, 0)
    assert.deepInclude(report, { samples: 0, samplesLeftOut: 2 })
    assert.deepStrictEqual(
      report.losses.map(({ count, examples, kind }) => ({ count, examples, kind })),
      [{ count: 2, examples: ["a", "b"], kind: "image-size" }],
    )
  })

  it("counts a sample as written when a frame or a sensor of it is written", async () => {
    const frames = (name: string, count: number) => ({
      frames: Array.from({ length: count }, (_, index) => ({
        image: { url: `https://images.example/${name}${index}.png` },
      })),
    })
    const labels = (count: number) => ({
      frames: Array.from({ length: count }, () => ({ annotations: [annotation(1, 1)] })),
    })
    const open = async (url: string) => (/[0-3]\.png$/.test(url) ? null : parts(png))
    const sequence = (name: string, count: number) => ({
      name,
      attributes: frames(name, count),
      metadata: {},
      label: labels(count),
    })
    const inFrames = await exported({
      dataset: { ...dataset, taskType: "image-vector-sequence" },
      samples: each([sequence("a", 10), sequence("b", 4)]),
      open,
    })
    assert.strictEqual([...inFrames.files.keys()].filter((path) => path.endsWith(".json")).length, 6)
    assert.deepInclude(inFrames.report, { samples: 1, samplesLeftOut: 1 })
    const cloud = { frames: [{ pcd: { url: "https://clouds.example/a.pcd", type: "pcd" } }] }
    const sensors = [
      { name: "camera", task_type: "image-vector-sequence", attributes: frames("c", 5) },
      { name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: cloud },
      { name: "other", task_type: "pointcloud-cuboid-sequence", attributes: cloud },
    ]
    const multisensor = (name: string, own: ReadonlyArray<object>) => ({
      name,
      attributes: { sensors: own },
      metadata: {},
      label: { sensors: [] },
    })
    const inSensors = await exported({
      dataset: { ...dataset, taskType: "multisensor-sequence" },
      samples: each([multisensor("a", sensors), multisensor("b", sensors.slice(1))]),
      open,
    })
    assert.deepInclude(inSensors.report, { samples: 1, samplesLeftOut: 1 })
  })

  it("keeps, renames and joins categories", async () => {
    const { document } = await exported({ categories: { only: ["car", "truck"], rename: { truck: "car" } } })
    assert.deepStrictEqual(
      document("a.json").shapes.map(({ label }: { label: string }) => label),
      ["car", "car"],
    )
    assert.deepStrictEqual(document("b.json").shapes, [])
  })

  it("refuses a category that the dataset does not have", async () => {
    const failure = await exported({ categories: { only: ["tram"] } }).catch(String)
    assert.match(String(failure), /no category "tram"/)
  })

  it("can be imported again, and is recognised", async () => {
    const { files } = await exported({ files: "copy" })
    const source = memorySource(files)
    await assertDetected(labelme, source)
    const saved: Array<string> = []
    const found = await importDataset({
      format: labelme,
      source,
      save: async ({ path }) => {
        saved.push(path)
        return `/files/${path}`
      },
    })
    const records = await collected(found.records)
    assert.deepStrictEqual(
      records.map(({ attributes, name }) => ({ name, attributes })),
      ["a", "b"].map((name) => ({
        name,
        attributes: { image: { url: `/files/${name}.png`, width: 7, height: 5 } },
      })),
    )
    assert.deepStrictEqual(saved, ["a.png", "b.png"])
  })

  it("names a file that an import misses", async () => {
    const { files } = await exported({})
    const found = await importDataset({ format: labelme, source: memorySource(files), save: async () => "" })
    assert.match(String(await collected(found.records).catch(String)), /a.png: is missing among the files/)
  })
})

describe("sizes that samples state", () => {
  const bitmap = encode({ width: 7, height: 5, channels: 4, data: new Uint8Array(140) })
  const segmented = (name: string, width: number) => ({
    name,
    attributes: { image: { url: `https://images.example/${name}.png`, width, height: 5 } },
    metadata: {},
    label: { annotations: [], segmentation_bitmap: { url: "https://images.example/b.png" } },
  })

  it("are claims: a sample whose masks would be larger than the limit is left out and counted", async () => {
    for (const format of formats.filter(
      ({ abilities, reader, write }) =>
        write !== undefined && reader !== undefined && abilities.kinds.includes("image-segmentation"),
    )) {
      const { losses, samplesLeftOut } = await exportDataset({
        format,
        dataset: { ...dataset, taskType: "segmentation-bitmap" },
        samples: each([segmented("a", 7), segmented("b", 4_000_000_000)]),
        target: memoryTarget(),
        open: async () => parts(bitmap),
      })
      assert.strictEqual(samplesLeftOut, 1, format.name)
      assert.deepStrictEqual(
        losses.filter(({ kind }) => kind === "large-masks").map(({ examples }) => examples),
        [["b"]],
        format.name,
      )
    }
  })

  it("of drawings with the pixels of a mask drive no memory either", async () => {
    const far = 3_000_000_000
    const shape = {
      ...annotation(1, 1),
      type: "polygon",
      points: [
        [0, 0],
        [far, 0],
        [far, far],
      ],
      attributes: { is_mask: true },
    }
    for (const name of ["coco", "cvat", "label-studio", "labelme"]) {
      const format = formats.find((one) => one.name === name) ?? assert.fail(name)
      const report = await exportDataset({
        format,
        dataset,
        samples: each([
          {
            name: "a",
            attributes: { image: { url: "https://images.example/a.png", width: far, height: far } },
            metadata: {},
            label: { annotations: [shape] },
          },
        ]),
        target: memoryTarget(),
        open: async () => parts(png),
      })
      assert.strictEqual(report.samples, 1, name)
    }
  })

  it("of bitmaps are checked before they are decoded", async () => {
    const error = await exportDataset({
      format: masks,
      dataset: { ...dataset, taskType: "segmentation-bitmap" },
      samples: each([segmented("a", 2)]),
      target: memoryTarget(),
      open: async () => parts(bitmap),
      limits: { ...defaultLimits, pixels: 34 },
    }).catch((cause: unknown) => cause)
    assert.match(String(error), /35|pixels/)
  })
})
