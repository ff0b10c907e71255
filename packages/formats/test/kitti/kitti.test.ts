import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import { kitti } from "../../src/kitti/object.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import type { Cuboid, Scene } from "../../src/model/Scene.ts"
import { camera, dataset, difference, drive } from "../drive.ts"
import { assertClose, assertReadBack, assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const files = (content: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(content).map(([path, text]) => [path, new TextEncoder().encode(text)]))

const read = async (format: Format, content: Readonly<Record<string, string>>) => {
  const found = await readBack(format, files(content))
  return { ...found, scenes: await collected(found.scenes) }
}

const refused = async (
  format: Format,
  content: Readonly<Record<string, string>>,
  path: string,
  reason: RegExp,
) => {
  const error = await read(format, content).catch((cause: unknown) => cause)
  assert.instanceOf(error, FormatError)
  assert.strictEqual(error.path, path)
  assert.match(error.reason, reason)
}

/** As the benchmark has them: a car ahead, its camera beside the scanner, and a region that nobody labeled. */
const label = [
  "Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59",
  "Pedestrian 0.25 3 0.21 712.40 143.00 810.73 307.92 1.89 0.48 1.20 1.84 1.47 8.41 0.01",
  "DontCare -1 -1 -10 503.89 169.71 590.61 190.13 -1 -1 -1 -1000 -1000 -1000 -10",
  "",
].join("\r\n")

const calibration = `P0: 721.5377 0 609.5593 0 0 721.5377 172.854 0 0 0 1 0
P2: 721.5377 0 609.5593 44.85728 0 721.5377 172.854 0.2163791 0 0 1 0.002745884
R0_rect: 0.9999239 0.00983776 -0.007445048 -0.009869795 0.9999421 -0.004278459 0.007402527 0.004351614 0.9999631
Tr_velo_to_cam: 0.007533745 -0.9999714 -0.000616602 -0.004069766 0.01480249 0.0007280733 -0.9998902 -0.07631618 0.9998621 0.00752379 0.01480755 -0.2717806
Tr_imu_to_velo: 1 0 0 0 0 1 0 0 0 0 1 0

`

const cuboidAt = (scene: Scene | undefined, frame: number, index: number): Cuboid => {
  const found = scene?.frames[frame]?.annotations[index]
  if (found?.type !== "cuboid") return assert.fail("There is no cuboid.")
  return found
}

describe("KITTI object", () => {
  it("returns what it carries", () => assertRoundTrip(kitti))

  it("reads files of boxes alone as boxes in the images, and counts boxes among cuboids", async () => {
    const flat = "Car 0.00 1 -10 10.5 20 30.5 40 -1 -1 -1 -1000 -1000 -1000 -10"
    const {
      dataset: boxes,
      losses,
      scenes,
    } = await read(kitti, {
      "training/label_2/000000.txt": `${flat}\n`,
      "training/label_2/000001.txt": "",
      "training/image_2/000000.png": "",
    })
    assert.strictEqual(boxes.taskType, "bboxes")
    const [first, second] = scenes
    assert.deepInclude(first, { name: "000000", kind: "image-vector" })
    assert.strictEqual(first?.frames[0]?.image?.url, "training/image_2/000000.png")
    assert.deepInclude(first?.frames[0]?.annotations[0], {
      type: "bbox",
      attributes: { truncated: 0, occluded: 1 },
      points: [
        [10.5, 20],
        [30.5, 40],
      ],
    })
    assert.strictEqual(second?.frames[0]?.image?.url, "training/image_2/000001.png")
    assert.isTrue(losses.isEmpty)
    const mixed = await read(kitti, { "training/label_2/000000.txt": `${flat}\n${label}` })
    assert.strictEqual(mixed.dataset.taskType, "pointcloud-cuboid")
    assert.strictEqual(mixed.losses.count("shapes"), 2)
    const tracked = await read(kittiTracking, { "training/label_02/0000.txt": `0 7 ${flat}\n2 7 ${flat}` })
    assert.strictEqual(tracked.dataset.taskType, "image-vector-sequence")
    const frames = tracked.scenes[0]?.frames ?? []
    assert.strictEqual(frames[1]?.image?.url, "training/image_02/0000/000001.png")
    assert.deepStrictEqual(
      frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)),
      [[7], [], [7]],
    )
  })

  it("reads the benchmark's own files", async () => {
    const found = await read(kitti, {
      "training/label_2/000007.txt": label,
      "training/calib/000007.txt": calibration,
      "training/velodyne/000007.bin": "",
      "training/image_2/000007.png": "",
      "ImageSets/val.txt": "000007\n",
    })
    assert.deepStrictEqual(
      found.dataset.categories.map(({ name }) => name),
      ["Car", "Pedestrian"],
    )
    const [scene] = found.scenes
    assert.deepInclude(scene, { name: "000007", split: "val", isSequence: false })
    const car = cuboidAt(scene, 0, 0)
    // Ahead of the scanner, and so is its heading, nearly.
    assert.closeTo(car.position.x, 47, 0.2)
    assert.closeTo(car.position.y, 0.65, 0.6)
    assert.closeTo(car.yaw, 0.0192, 0.02)
    assert.deepStrictEqual(car.dimensions, { x: 3.64, y: 1.67, z: 1.65 })
    assert.deepStrictEqual(car.attributes, { truncated: 0, occluded: 0 })
    assert.deepStrictEqual(
      found.losses.list().map(({ count, kind }) => [kind, count]),
      [["shapes", 1]],
    )
    const image = scene?.frames[0]?.cameras[0]
    assert.strictEqual(image?.url, "training/image_2/000007.png")
    assert.closeTo(image?.intrinsics?.[0]?.[2] ?? 0, 609.5593, 1e-9)
    // The second color camera is 6 cm left of the first.
    assert.closeTo(image?.extrinsics?.position.y ?? 0, 0.06, 0.02)
  })

  it("writes ry = wrap(-yaw - pi/2) and the center of the bottom face without a camera", async () => {
    const { files: out } = await written(kitti, { dataset, scenes: [drive({ frames: 1, tracks: 1 })] })
    const text = new TextDecoder().decode(out.get("training/label_2/000000.txt"))
    const row = text.trim().split(" ")
    const cuboid = cuboidAt(drive({ frames: 1, tracks: 1 }), 0, 0)
    const angle = -cuboid.yaw - Math.PI / 2
    assert.closeTo(Number(row[14]), angle < -Math.PI ? angle + 2 * Math.PI : angle, 1e-15)
    assert.deepStrictEqual(row.slice(8, 11).map(Number), [
      cuboid.dimensions.z,
      cuboid.dimensions.y,
      cuboid.dimensions.x,
    ])
    assertClose(
      row.slice(11, 14).map(Number),
      [-cuboid.position.y, -cuboid.position.z + cuboid.dimensions.z / 2, cuboid.position.x],
      1e-12,
      "location",
    )
    assert.deepStrictEqual(row.slice(1, 3), ["-1", "-1"])
    assert.deepStrictEqual(row.slice(4, 8), ["-1", "-1", "-1", "-1"])
  })

  it("keeps a cuboid exact through a camera that leans, and the camera", async () => {
    const scene: Scene = { ...drive({ frames: 1, cameras: [camera], tracks: 20 }), isSequence: false }
    await assertReadBack(
      kitti,
      { dataset: { ...dataset, taskType: "pointcloud-cuboid" }, scenes: [scene] },
      { tolerance: 1e-9 },
    )
  })

  it("refuses broken rows, calibrations and encodings with their place", async () => {
    const path = "training/label_2/000000.txt"
    await refused(kitti, { [path]: "Car 0 0 1" }, path, /line 1 has 4 columns/)
    const broken = { [path]: label, "training/calib/000000.txt": calibration.replace("0.9999239", "5") }
    await refused(kitti, broken, "training/calib/000000.txt", /is not a rotation/)
    const found = await readBack(kitti, new Map([[path, Uint8Array.of(0x43, 0xff)]])).catch(
      (cause: unknown) => cause,
    )
    assert.instanceOf(found, FormatError)
  })

  it("counts rows that cannot be read, and keeps the rest", async () => {
    const path = "training/label_2/000000.txt"
    const { losses, scenes } = await read(kitti, { [path]: label.replace("1.65", "nan") })
    assert.deepStrictEqual(
      scenes.map(({ frames }) => frames[0]?.annotations.length),
      [1],
    )
    assert.deepStrictEqual(losses.list().find(({ kind }) => kind === "rows")?.examples, [
      `${path} line 1 has "nan" in place of a number`,
    ])
    const tracking = "training/label_02/0000.txt"
    const rows = label.split("\r\n").map((row, index) => `${index === 1 ? "x" : 0} 1 ${row}`)
    const drives = await read(kittiTracking, { [tracking]: rows.slice(0, 2).join("\n") })
    assert.deepStrictEqual(
      drives.scenes.map(({ frames }) => frames.map(({ annotations }) => annotations.length)),
      [[1]],
    )
    assert.deepStrictEqual(drives.losses.list().find(({ kind }) => kind === "rows")?.examples, [
      `${tracking} line 2 must begin with a frame and a track`,
    ])
  })

  it("has the sets of lists of any name", async () => {
    const first = "training/label_2/000000.txt"
    const { scenes } = await read(kitti, { [first]: label, "ImageSets/night.txt": "000000\n" })
    assert.deepStrictEqual(
      scenes.map(({ split }) => split),
      ["night"],
    )
    const row = `0 1 ${label.split("\r\n")[0]}\n`
    const drives = await read(kittiTracking, {
      "training/label_02/0000.txt": row,
      "training/evaluate_tracking.seqmap.night": "0000 empty 000000 000002\n",
      "training/evaluate_tracking.seqmap.training": "0000 empty 000000 000002\n",
    })
    assert.deepStrictEqual(
      drives.scenes.map(({ frames, split }) => [split, frames.length]),
      [["night", 2]],
    )
  })

  it("counts rows of a category that the side file does not have", async () => {
    const { files: out } = await written(kitti, { dataset, scenes: [drive({ frames: 1, tracks: 1 })] })
    const changed = new Map([
      ...out,
      ["training/label_2/000000.txt", new TextEncoder().encode(label)] as const,
    ])
    const { losses, scenes } = await readBack(kitti, changed)
    assert.lengthOf(await collected(scenes), 1)
    const [first] = losses.list().find(({ kind }) => kind === "rows")?.examples ?? []
    assert.match(first ?? "", /unknown category "Car"/)
  })
})

describe("KITTI tracking", () => {
  it("returns what it carries", () => assertRoundTrip(kittiTracking))

  it("keeps ids, timestamps and digits of a drive", async () => {
    for (const cameras of [[], [camera]]) {
      const scene = drive({ cameras, frames: 20, tracks: 30 })
      const { files: out } = await written(kittiTracking, { dataset, scenes: [scene] })
      const [found] = await collected((await readBack(kittiTracking, out)).scenes)
      assertClose(difference(found, scene), { position: 0, size: 0, yaw: 0 }, 1e-12, "drive")
    }
  })

  it("reads sequences of another tool with rows in any order and frames without rows", async () => {
    const row = "Car 0 1 -1.58 587.01 173.33 614.12 200.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59"
    const found = await read(kittiTracking, {
      "training/label_02/0003.txt": `4 7 ${row}\n1 7 ${row}\n1 2 ${row}\n`,
      "training/evaluate_tracking.seqmap.training": "0003 empty 000000 000006\n",
      "training/evaluate_tracking.seqmap.val": "0003 empty 000000 000006\n",
    })
    const [scene] = found.scenes
    assert.strictEqual(scene?.split, "val")
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations }) => annotations.map(({ trackId }) => trackId)),
      [[], [7, 2], [], [], [7], []],
    )
  })

  it("refuses rows without a frame and a track", async () => {
    const path = "training/label_02/0000.txt"
    await refused(kittiTracking, { [path]: "x 1 Car" }, path, /line 1 must begin with a frame/)
    await refused(
      kittiTracking,
      { [path]: "9999999999 1 Car" },
      path,
      /the frame of line 1, counted from 1, is 10000000000, above the limit of /,
    )
  })

  it("have the scores of detectors, which make samples predictions", async () => {
    const [car = ""] = label.split("\r\n")
    const object = await read(kitti, { "label_2/000001.txt": `${car} 0.75\n${car} 0.25\n` })
    const tracking = await read(kittiTracking, { "label_02/0001.txt": `0 1 ${car} 0.5\n1 1 ${car} 0.5\n` })
    for (const { losses, scenes } of [object, tracking]) {
      const [scene] = scenes
      assert.deepInclude(scene, { status: "PRELABELED", score: 0.5 })
      assert.isUndefined(losses.list().find(({ kind }) => kind === "unknown"))
    }
    assert.strictEqual(object.scenes[0]?.frames[0]?.annotations[1]?.attributes.score, 0.25)
  })
})
