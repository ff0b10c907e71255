import { assert, describe, it } from "vitest"
import { projectBox } from "../../src/kitti/boxes.ts"
import { makeCalibration } from "../../src/kitti/calibration.ts"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import type { Frame, Scene } from "../../src/model/Scene.ts"
import { camera, categories, dataset, drive } from "../drive.ts"
import { written } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

const nuscenes = ["numpy<2", "nuscenes-devkit==1.2.0", "setuptools<81"]

/** The boxes of each file as the devkit reads them, in the frame of the point cloud, and its angle for each. */
const devkit = `
import glob, json, os, sys
import numpy as np
from pyquaternion import Quaternion
from nuscenes.utils.kitti import KittiDB
from nuscenes.utils.data_classes import Box
found = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "training/label_2/*.txt"))):
    calib = {}
    for line in open(path.replace("label_2", "calib")):
        key, numbers = line.split(":")
        calib[key] = np.array([float(x) for x in numbers.split()])
    velo = calib["Tr_velo_to_cam"].reshape(3, 4)
    rows = []
    for line in open(path):
        row = KittiDB.parse_label_line(line)
        box = Box([0.0, 0.0, 0.0], row["wlh"], Quaternion(axis=(0, 1, 0), angle=row["yaw_camera"]) * Quaternion(axis=(1, 0, 0), angle=np.pi / 2), name=row["name"])
        box.translate(row["xyz_camera"] + np.array([0, -row["wlh"][2] / 2, 0]))
        box.translate(-velo[:, 3])
        box.rotate(Quaternion(matrix=velo[:, :3]).inverse)
        heading = np.dot(box.rotation_matrix, [1, 0, 0])
        yaw = np.arctan2(heading[1], heading[0])
        again = Box(box.center, row["wlh"], Quaternion(axis=(0, 0, 1), angle=yaw))
        again.rotate(Quaternion(matrix=velo[:, :3]))
        v = np.dot(again.rotation_matrix, [1, 0, 0])
        rows.append([row["name"], *box.center, row["wlh"][1], row["wlh"][0], row["wlh"][2], yaw, row["yaw_camera"], -np.arctan2(v[2], v[0])])
    found.append(rows)
print(json.dumps(found))
`

const turn = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))

describe("nuscenes-devkit", () => {
  it("reads our KITTI boxes where they are, and computes the same angles", {
    timeout: 1_000_000,
  }, async (context) => {
    const scene = drive({ frames: 5, tracks: 40 })
    const { files } = await written(kitti, { dataset, scenes: [scene] })
    const found = (await checkedBy(nuscenes, devkit, files, context)) as Array<
      Array<[string, ...Array<number>]>
    >
    const names = new Map(categories.map(({ id, name }) => [id, name]))
    const largest = { box: 0, yaw: 0, angle: 0 }
    for (const [frame, { annotations }] of scene.frames.entries())
      for (const [at, one] of annotations.entries()) {
        const [name = "", ...numbers] = found[frame]?.[at] ?? []
        const [yaw = 0, angle = 0, computed = 0] = numbers.slice(6)
        if (one.type !== "cuboid") continue
        assert.strictEqual(name, names.get(one.categoryId))
        const wanted = [...Object.values(one.position), ...Object.values(one.dimensions)]
        const differences = wanted.map((value, axis) => Math.abs(value - (numbers[axis] ?? 0)))
        largest.box = Math.max(largest.box, ...differences)
        largest.yaw = Math.max(largest.yaw, turn(yaw, one.yaw))
        largest.angle = Math.max(largest.angle, turn(angle, computed))
      }
    process.stdout.write(`KITTI against the devkit: ${JSON.stringify(largest)}\n`)
    assert.isBelow(largest.box, 1e-9)
    assert.isBelow(largest.yaw, 1e-9)
    assert.isBelow(largest.angle, 1e-14)
  })
})

const datumaro = `
import json, sys
from datumaro.components.dataset import Dataset
found = Dataset.import_from(sys.argv[1], "kitti3d")
print(json.dumps(sorted((item.id, [one.attributes["rotation_y"] for one in item.annotations], [one.attributes["location"] for one in item.annotations]) for item in found)))
`

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

describe("datumaro", () => {
  it("reads the cuboids of our KITTI files", { timeout: 1_000_000 }, async (context) => {
    const scene = drive({ frames: 2, tracks: 20, cameras: [camera] })
    const { files } = await written(kitti, { dataset, scenes: [scene] })
    const images = scene.frames.map(
      (_, index) => [`training/image_2/${String(index).padStart(6, "0")}.png`, pixel] as const,
    )
    const folder = new Map(
      [...files, ...images].map(([path, content]) => [path.replace("training/", ""), content]),
    )
    const found = await checkedBy(["datumaro==1.13.12"], datumaro, folder, context)
    const rows = (key: string) =>
      new TextDecoder()
        .decode(files.get(`training/label_2/${key}.txt`))
        .trim()
        .split("\n")
        .map((row) => row.split(" ").slice(11).map(Number))
    assert.deepStrictEqual(
      found,
      ["000000", "000001"].map((key) => [
        key,
        rows(key).map((row) => row[3]),
        rows(key).map((row) => row.slice(0, 3)),
      ]),
    )
    assert.strictEqual(rows("000000").length, scene.frames[0]?.annotations.length)
  })
})

/** Evaluates our labels against themselves: every box is found, with the right track. */
const trackeval = `
import contextlib, io, json, os, shutil, sys
import trackeval
root = sys.argv[1]
shutil.copytree(os.path.join(root, "training", "label_02"), os.path.join(root, "trackers", "ours", "data"))
config = {"GT_FOLDER": os.path.join(root, "training"), "TRACKERS_FOLDER": os.path.join(root, "trackers"), "OUTPUT_FOLDER": os.path.join(root, "out"),
          "SPLIT_TO_EVAL": "training", "CLASSES_TO_EVAL": ["car", "pedestrian"], "PRINT_CONFIG": False}
with contextlib.redirect_stdout(io.StringIO()):
    data = trackeval.datasets.Kitti2DBox(config)
    evaluator = trackeval.Evaluator({"USE_PARALLEL": False, "PRINT_RESULTS": False, "PRINT_CONFIG": False, "BREAK_ON_ERROR": True, "OUTPUT_SUMMARY": False, "OUTPUT_DETAILED": False, "PLOT_CURVES": False, "TIME_PROGRESS": False})
    results, _ = evaluator.evaluate([data], [trackeval.metrics.HOTA(), trackeval.metrics.CLEAR({"PRINT_CONFIG": False})])
combined = results["Kitti2DBox"]["ours"]["COMBINED_SEQ"]
print(json.dumps({name: [float(one["HOTA"]["HOTA"].mean()), float(one["CLEAR"]["MOTA"]), int(one["CLEAR"]["CLR_TP"])] for name, one in combined.items() if name in ("car", "pedestrian")}))
`

describe("trackeval", () => {
  it("finds every track of our KITTI tracking files", { timeout: 1_000_000 }, async (context) => {
    const whole = drive({ frames: 15, tracks: 60, cameras: [camera] })
    // Boxes that the camera does not see match nothing.
    const seen = (frame: Frame): Frame => ({
      ...frame,
      annotations: frame.annotations.filter(
        (one) => one.type === "cuboid" && projectBox(one, makeCalibration(frame)) !== null,
      ),
    })
    const scene: Scene = { ...whole, frames: whole.frames.map(seen) }
    const named = {
      ...dataset,
      // The evaluation knows only its classes.
      categories: categories.map((category, index) => ({
        ...category,
        name: ["Car", "Pedestrian", "Tram", "Cyclist", "Misc"][index] ?? "Misc",
      })),
    }
    const { files } = await written(kittiTracking, { dataset: named, scenes: [scene] })
    const found = (await checkedBy(["trackeval==1.3.0"], trackeval, files, context)) as Record<
      string,
      [number, number, number]
    >
    for (const name of ["car", "pedestrian"]) {
      const [hota = 0, mota = 0, boxes = 0] = found[name] ?? []
      assert.closeTo(hota, 1, 1e-9)
      assert.closeTo(mota, 1, 1e-9)
      assert.isAbove(boxes, 10)
    }
  })
})
