/** Sizes of pictures in exports: stated, known or measured, and what is reported of them. */
import { hashUrl } from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import type { WireSample } from "../../src/model/fromWire.ts"
import { orientedJpeg } from "../pictures/oriented.ts"
import { each } from "../roundTrip.ts"

const url = "https://images.example/a.jpg"
const stored = { width: 24, height: 16 }
const file = orientedJpeg(stored, 6)

const annotation = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [1, 2],
    [3, 4],
  ],
}

const sample = (id: string, more: Partial<WireSample> = {}): WireSample => ({
  id,
  name: id,
  metadata: {},
  attributes: { image: { url } },
  label: { annotations: [annotation] },
  ...more,
})

const exported = async (
  samples: ReadonlyArray<WireSample>,
  { files = "leave", format: name = "coco", taskType = "vector" } = {},
) => {
  const format = formats.find((each) => each.name === name)
  if (format === undefined) throw new Error(`${name} is missing.`)
  const target = memoryTarget()
  const opened: Array<string> = []
  const measured: Array<unknown> = []
  const report = await exportDataset({
    format,
    dataset: {
      name: "made",
      description: "",
      taskType,
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [],
    },
    samples: each(samples),
    target,
    open: async (address) => {
      opened.push(address)
      return address.endsWith(".jpg") ? each([file]) : null
    },
    onMeasured: (picture) => measured.push(picture),
    files: files as "leave" | "copy",
  })
  return { files: target.files, measured, opened, report }
}

const sizesIn = (files: ReadonlyMap<string, Uint8Array>) => {
  const text = Buffer.from(files.get("annotations/instances_default.json") ?? []).toString()
  const { images } = JSON.parse(text) as {
    readonly images: ReadonlyArray<{ readonly width: number; readonly height: number }>
  }
  return images.map(({ height, width }) => [width, height])
}

const known = { url: hashUrl(url), width: 30, height: 40, orientation: 6 }

describe("the size of a picture in an export", () => {
  it("is measured once where nobody knows it, and reported for each sample that has the picture", async () => {
    const { files, measured, opened } = await exported([sample("a"), sample("b")])
    assert.deepStrictEqual(sizesIn(files), [
      [16, 24],
      [16, 24],
    ])
    assert.deepStrictEqual(opened, [url])
    const size = { url, width: 16, height: 24, orientation: 6 }
    assert.deepStrictEqual(measured, [
      { sample: "a", ...size },
      { sample: "b", ...size },
    ])
  })

  it("is the known one, for which no file is opened", async () => {
    const { files, measured, opened } = await exported([sample("a", { sizes: [known] })])
    assert.deepStrictEqual(sizesIn(files), [[30, 40]])
    assert.deepStrictEqual([opened, measured], [[], []])
  })

  it("is the one that the sample states, whatever was measured", async () => {
    const attributes = { image: { url, width: 5, height: 6 } }
    const { files, measured, opened } = await exported([sample("a", { attributes, sizes: [known] })])
    assert.deepStrictEqual(sizesIn(files), [[5, 6]])
    assert.deepStrictEqual([opened, measured], [[], []])
  })

  it("is not that of a picture that the sample had before", async () => {
    const sizes = [{ ...known, url: hashUrl("https://images.example/before.jpg") }]
    const { files } = await exported([sample("a", { sizes })])
    assert.deepStrictEqual(sizesIn(files), [[16, 24]])
  })

  it("is reported by copies, too", async () => {
    const attributes = { image: { url, width: 24, height: 16 } }
    const { measured } = await exported([sample("a", { attributes })], { files: "copy" })
    assert.deepStrictEqual(measured, [{ sample: "a", url, width: 16, height: 24, orientation: 6 }])
  })

  it("is measured for cameras where the format has their sizes", async () => {
    const pose = { translation: { x: 0, y: 0, z: 0 }, rotation: { qx: 0, qy: 0, qz: 0, qw: 1 } }
    const matrix = [
      [1, 0, 8],
      [0, 1, 12],
      [0, 0, 1],
    ]
    const camera = { name: "front", url, intrinsics: { intrinsic_matrix: matrix }, extrinsics: pose }
    const clouds = {
      frames: [
        { pcd: { url: "https://clouds.example/a.pcd", type: "pcd" }, images: [camera], timestamp: "1" },
      ],
    }
    const label = { frames: [{ annotations: [] }] }
    const { files, measured } = await exported([sample("a", { attributes: clouds, label })], {
      format: "nuscenes",
      taskType: "pointcloud-cuboid-sequence",
    })
    assert.deepStrictEqual(measured, [{ sample: "a", url, width: 16, height: 24, orientation: 6 }])
    const data = [...files].find(([path]) => path.endsWith("sample_data.json"))?.[1]
    const rows = JSON.parse(Buffer.from(data ?? []).toString()) as ReadonlyArray<object>
    assert.isTrue(
      rows.some((row) => "width" in row && row.width === 16 && "height" in row && row.height === 24),
    )
  })
})
