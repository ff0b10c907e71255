/** Point clouds of types that Annotary does not have. */
import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { printFeather } from "../../src/argoverse2/feather.ts"
import type { Format } from "../../src/Format.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { kitti } from "../../src/kitti/object.ts"
import { labelCloud } from "../../src/labelcloud/labelCloud.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { type Files, sourceOf } from "../files.ts"
import { collected } from "../roundTrip.ts"

const importFiles = async (format: Format, files: Files, baseUrl?: string) => {
  const { losses, records } = await importDataset({
    format,
    source: sourceOf(files),
    ...(baseUrl !== undefined && { baseUrl }),
    save: async ({ path }) => `saved:${path}`,
  })
  const samples = await collected(records)
  const text = JSON.stringify(samples, (_, value) => (typeof value === "bigint" ? String(value) : value))
  return { text, samples, losses: losses() }
}

const cuboid = {
  name: "pallet",
  centroid: { x: 1, y: -2, z: 0.5 },
  dimensions: { length: 1.2, width: 0.8, height: 0.2 },
  rotations: { x: 0, y: 0, z: 0 },
}

const document = {
  openlabel: {
    metadata: { schema_version: "1.0.0" },
    streams: { TOP: { type: "lidar", uri: "scan.csv" } },
    objects: { "1": { name: "a", type: "Car" } },
    frames: {
      "0": {
        objects: {
          "1": {
            object_data: { cuboid: [{ name: "box", stream: "TOP", val: [0, 0, 0, 0, 0, 0, 1, 4, 2, 1] }] },
          },
        },
      },
    },
  },
}

const cases: ReadonlyArray<readonly [Format, Files, file: string]> = [
  [labelCloud, { "hall.json": { filename: "hall.npy", objects: [cuboid] }, "hall.npy": "" }, "hall.npy"],
  [
    kitti,
    {
      "training/label_2/000001.txt": "Car 0 0 0 1 2 3 4 1.5 2 4 1 2 10 0.5\n",
      "training/velodyne/000001.npy": "",
    },
    "000001.npy",
  ],
  [openlabel, { "scan.json": document, "scan.csv": "" }, "scan.csv"],
]

describe("a point cloud of a type that Annotary does not have", () => {
  for (const [format, files, file] of cases)
    it(`is left out in ${format.title}, and counted with its file, and its annotations come in`, async () => {
      const { losses, samples, text } = await importFiles(format, files)
      assert.strictEqual(samples.length, 1)
      assert.notInclude(text, '"pcd"')
      assert.include(text, '"annotations":[{')
      const counted = losses.find(({ kind }) => kind === "cloud-types")
      assert.strictEqual(counted?.count, 1)
      assert.include(counted?.examples.join() ?? "", file)
    })

  it("is a sweep of Argoverse 2 that is not among the files: its frame has none, which is counted", async () => {
    const number = (value: number) => ({ type: "float64" as const, values: [value, value] })
    const text = (value: string) => ({ type: "utf8" as const, values: [value, value] })
    const names = ["length_m", "width_m", "height_m", "qw", "qx", "qy", "qz", "tx_m", "ty_m", "tz_m"]
    const sweep = printFeather(Object.fromEntries(["x", "y", "z"].map((axis) => [axis, number(1)])))
    const files = {
      "log/annotations.feather": printFeather({
        timestamp_ns: { type: "int64", values: [1n, 2n] },
        track_uuid: text("t"),
        category: text("BUS"),
        ...Object.fromEntries(names.map((name) => [name, number(1)])),
      }),
      "log/sensors/lidar/1.feather": sweep,
    }
    for (const baseUrl of [undefined, "https://clouds.example"]) {
      const read = await importFiles(argoverse2, files, baseUrl)
      assert.notInclude(read.text, '"type":"pcd"')
      assert.notInclude(read.text, "2.feather")
      assert.include(read.text, '"type":"binary-xyzi"')
      const counted = read.losses.find(({ kind }) => kind === "point-clouds")
      assert.deepInclude(counted, { count: 1, examples: ['the frame 2 of "log"'] })
    }
  })
})
