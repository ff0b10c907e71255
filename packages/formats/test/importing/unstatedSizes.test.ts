/** Sizes of pictures that an import measures and its records do not state. */
import { hashUrl } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import type { Camera, Scene } from "../../src/model/Scene.ts"
import { pngOf } from "../images.ts"
import { orientedJpeg } from "../pictures/oriented.ts"
import { collected, each } from "../roundTrip.ts"

const camera = (url: string, size: Camera["size"] = null): Camera => ({
  name: null,
  url,
  size,
  intrinsics: null,
  extrinsics: null,
  convention: "OpenCV",
  distortion: null,
})

const scene: Scene = {
  name: "drive",
  sensor: null,
  kind: "cuboid",
  isSequence: true,
  links: [],
  metadata: {},
  split: null,
  frames: [0, 1].map((index) => ({
    name: null,
    timestamp: String(index),
    image: null,
    cloud: { url: "clouds/a.pcd", type: "pcd" },
    cameras: [
      camera(`front/${index}.jpg`),
      camera("left.jpg", { width: 24, height: 16 }),
      camera("https://images.example/right.jpg"),
    ],
    egoPose: null,
    attributes: {},
    annotations: [],
    bitmap: null,
    pointAnnotations: null,
  })),
}

const format = (): Format => {
  const kitti = formats.find(({ name }) => name === "kitti")
  if (kitti === undefined) throw new Error("KITTI is missing.")
  return {
    ...kitti,
    reader: {
      detect: async () => undefined,
      read: async () => ({
        dataset: {
          name: "made",
          description: "",
          taskType: "pointcloud-cuboid-sequence",
          categories: [],
          imageAttributes: [],
        },
        scenes: each([scene]),
        outline: () => each([scene]),
      }),
    },
  }
}

describe("the records of an import", () => {
  it("have the upright sizes of pictures among the files that they do not state, by the URLs that these got", async () => {
    const files = new Map<string, Uint8Array>([
      ["front/0.jpg", orientedJpeg({ width: 24, height: 16 }, 6)],
      ["front/1.jpg", orientedJpeg({ width: 30, height: 20 }, 1)],
      ["left.jpg", orientedJpeg({ width: 24, height: 16 }, 1)],
      ["clouds/a.pcd", Buffer.from("a cloud")],
    ])
    const { records } = await importDataset({
      format: format(),
      source: memorySource(files),
      save: async ({ path }) => `/assets/${path}`,
    })
    const [record] = await collected(records)
    assert.deepStrictEqual(record?.sizes, [
      { url: "/assets/front/0.jpg", width: 16, height: 24, orientation: 6 },
      { url: "/assets/front/1.jpg", width: 30, height: 20, orientation: 1 },
    ])
  })

  it("have no measured size in the attributes, and an export knows it without the files", async () => {
    const find = (wanted: string) => {
      const found = formats.find(({ name }) => name === wanted)
      if (found === undefined) throw new Error(`${wanted} is missing.`)
      return found
    }
    const text = (content: string) => Buffer.from(content)
    const files = new Map<string, Uint8Array>([
      ["data.yaml", text("train: images/train\nval: images/train\nnames:\n  0: car\n")],
      ["images/train/a.png", pngOf({ width: 40, height: 20 })],
      ["labels/train/a.txt", text("0 0.5 0.5 0.25 0.5\n")],
    ])
    const { dataset, records } = await importDataset({
      format: find("yolo-detect"),
      source: memorySource(files),
      save: async ({ path }) => `https://images.example/${path}`,
    })
    const all = await collected(records)
    assert.deepStrictEqual(
      all.map(({ attributes }) => attributes),
      [{ image: { url: "https://images.example/images/train/a.png" } }],
    )
    const target = memoryTarget()
    const report = await exportDataset({
      format: find("coco"),
      dataset,
      samples: each(
        all.map(({ sizes = [], status: _, ...sample }) => ({
          ...sample,
          sizes: sizes.map(({ url, ...size }) => ({ ...size, url: hashUrl(url) })),
        })),
      ),
      target,
      open: () => Promise.reject(new Error("No file is opened.")),
    })
    assert.strictEqual(report.samplesLeftOut, 0)
    const [content] = target.files.values()
    const [image] = JSON.parse(Buffer.from(content ?? []).toString()).images
    assert.deepInclude(image, { width: 40, height: 20 })
  })
})
