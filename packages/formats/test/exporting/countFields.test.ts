/** What a sample says and no format has a place for is counted, whatever the format. */
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { dataset } from "../drive.ts"
import { each } from "../roundTrip.ts"

const image = {
  url: "https://files.example/front.jpg",
  signed_url: "https://files.example/front.jpg?key=1",
  name: "front",
  row: 0,
  col: 1,
  rotation: 1.5,
  width: 640,
  height: 480,
  camera_convention: "OpenCV",
}

const frame = {
  pcd: { url: "https://files.example/0.pcd", type: "pcd", signed_url: null },
  name: "first",
  timestamp: 17,
  default_z: -1.5,
  bounds: { min_z: -3, max_z: 5 },
  weather: "rain",
  images: [image],
  ego_pose: null,
}

const sample = {
  name: "drive",
  metadata: {},
  attributes: { frames: [frame, { ...frame, name: "second" }], ortho_images: [{ url: "o.png" }] },
  label: { frames: [{ annotations: [] }, { annotations: [] }] },
}

const sensors = {
  ...sample,
  attributes: {
    sensors: [{ name: "top", task_type: "pointcloud-cuboid-sequence", attributes: sample.attributes }],
  },
  label: null,
}

const lossesOf = async (format: (typeof formats)[number], one: typeof sample | typeof sensors) => {
  const taskType = "sensors" in one.attributes ? "multisensor-sequence" : dataset.taskType
  const report = await exportDataset({
    format,
    dataset: { ...dataset, taskType },
    samples: each([one]),
    target: memoryTarget(),
    open: async () => null,
  })
  const kinds = new Set(["ground-heights", "bounds", "ortho-images", "camera-places", "unknown"])
  return Object.fromEntries(
    report.losses
      .filter(({ kind }) => kinds.has(kind))
      .map(({ count, examples, kind }) => [
        kind,
        [count, [...new Set(examples.map((place) => place.split("/").at(-1)))]],
      ]),
  )
}

describe("fields of samples that no format has a place for", () => {
  for (const format of formats) {
    if (format.write === undefined) continue
    for (const [what, one] of Object.entries({ sequence: sample, "sample of several sensors": sensors }))
      it(`are counted by their names in an export of a ${what} as ${format.name}`, async () => {
        assert.deepStrictEqual(await lossesOf(format, one), {
          "ground-heights": [2, ["default_z"]],
          bounds: [2, ["bounds"]],
          "ortho-images": [1, ["ortho_images"]],
          "camera-places": [6, ["row", "col", "rotation"]],
          unknown: [2, ["weather"]],
        })
      })
  }
})
