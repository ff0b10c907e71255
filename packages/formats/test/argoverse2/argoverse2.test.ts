import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { printFeather } from "../../src/argoverse2/feather.ts"
import { FormatError } from "../../src/FormatError.ts"
import { camera, dataset, difference, drive, quaternions } from "../drive.ts"
import { assertClose, assertReadBack, assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const floats = (...values: ReadonlyArray<number>) => ({ type: "float64" as const, values })
const texts = (...values: ReadonlyArray<string>) => ({ type: "utf8" as const, values })

/** Two tracks in two sweeps, rows sorted by track as the dataset has them. */
const log = {
  timestamp_ns: {
    type: "int64" as const,
    values: [315_969_904_359_876_000n, 315_969_904_459_872_000n, 315_969_904_459_872_000n],
  },
  track_uuid: texts("b1", "b1", "a2"),
  category: texts("BUS", "BUS", "DOG"),
  length_m: floats(12, 12, 1),
  width_m: floats(3, 3, 0.4),
  height_m: floats(3.5, 3.5, 0.6),
  qw: floats(1, 1, Math.SQRT1_2),
  qx: floats(0, 0, 0),
  qy: floats(0, 0.1, 0),
  qz: floats(0, 0, Math.SQRT1_2),
  tx_m: floats(10, 11, -4),
  ty_m: floats(1, 1, 2),
  tz_m: floats(0.5, 0.5, 0.1),
  num_interior_pts: { type: "int64" as const, values: [100n, 90n, 0n] },
}

/** Two poses, the first sweep's and the second one's. */
const poses = ({ qw }: { readonly qw: ReadonlyArray<number> }) => ({
  timestamp_ns: {
    type: "int64" as const,
    values: [315_969_904_359_876_000n, 315_969_904_459_872_000n],
  },
  qw: floats(...qw),
  qx: floats(0, 0),
  qy: floats(0, 0),
  qz: floats(0, 0),
  tx_m: floats(1, 2),
  ty_m: floats(0, 0),
  tz_m: floats(0, 0),
})

const read = async (files: Readonly<Record<string, Uint8Array>>) => {
  const found = await readBack(argoverse2, new Map(Object.entries(files)))
  return { ...found, scenes: await collected(found.scenes) }
}

const refused = async (files: Readonly<Record<string, Uint8Array>>, path: string, reason: RegExp) => {
  const error = await read(files).catch((cause: unknown) => cause)
  assert.instanceOf(error, FormatError)
  assert.strictEqual(error.path, path)
  assert.match(error.reason, reason)
}

describe("Argoverse 2", () => {
  it("returns what it carries", () => assertRoundTrip(argoverse2, { ignore: quaternions, runs: 10 }))

  it("keeps ids, nanoseconds, ego poses and every digit of a moving drive", async () => {
    const scene = { ...drive({ isMoving: true, frames: 15, tracks: 40 }), split: "val" as const }
    const { files } = await written(argoverse2, { dataset, scenes: [scene] })
    assert.include([...files.keys()], "val/drive-0001/city_SE3_egovehicle.feather")
    const [found] = await collected((await readBack(argoverse2, files)).scenes)
    assertClose(difference(found, scene), { position: 0, size: 0, yaw: 0 }, 1e-15, "drive")
    await assertReadBack(argoverse2, { dataset, scenes: [scene] }, { ignore: quaternions, tolerance: 1e-15 })
  })

  it("keeps the calibration of cameras in its tables, and reads it without the side file", async () => {
    const radial = { model: "brown-conrady", coefficients: { k1: -0.2, k2: 0.1, p1: 0, p2: 0, k3: 0.01 } }
    const cameras = [camera, { ...camera, name: "rear", convention: "OpenGL" as const, distortion: radial }]
    const scene = drive({ frames: 3, tracks: 2, cameras })
    await assertReadBack(argoverse2, { dataset, scenes: [scene] }, { ignore: quaternions, tolerance: 1e-15 })
    const { files, losses } = await written(argoverse2, { dataset, scenes: [scene] })
    assert.isTrue(losses.isEmpty, losses.table())
    const images = ["315973157959879000", "315973158059000000"].map(
      (stamp) => [`drive-0001/sensors/cameras/front/${stamp}.jpg`, new Uint8Array()] as const,
    )
    const native = new Map([...files, ...images])
    native.delete("annotary.jsonl")
    const [found] = await collected((await readBack(argoverse2, native)).scenes)
    const [front, rear] = found?.frames[1]?.cameras ?? []
    assert.deepStrictEqual(front, {
      ...camera,
      url: "drive-0001/sensors/cameras/front/315973158059000000.jpg",
    })
    assert.deepInclude(rear, { name: "rear", url: null, distortion: radial, convention: "OpenCV" })
  })

  it("counts what the tables of calibration cannot say", async () => {
    const tangential = { model: "brown-conrady", coefficients: { k1: 0, k2: 0, p1: 0.1, p2: 0, k3: 0 } }
    const scene = drive({ frames: 2, tracks: 1, cameras: [{ ...camera, distortion: tangential }] })
    const frames = scene.frames.map((frame, index) => ({
      ...frame,
      cameras: frame.cameras.map((one) => (index === 0 ? one : { ...one, intrinsics: null })),
    }))
    const { losses } = await written(argoverse2, { dataset, scenes: [{ ...scene, frames }] })
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["cameras", 1],
        ["distortion", 1],
      ],
    )
  })

  it("reads logs of the dataset itself: the set, the tracks, the sweeps without labels", async () => {
    const found = await read({
      "train/0a1b/annotations.feather": printFeather(log),
      "train/0a1b/sensors/lidar/315969904559000000.feather": new Uint8Array(),
      "train/0a1b/city_SE3_egovehicle.feather": printFeather({
        timestamp_ns: { type: "int64", values: [315_969_904_359_876_000n, 1n] },
        qw: floats(1, 1),
        qx: floats(0, 0),
        qy: floats(0, 0),
        qz: floats(0, 0),
        tx_m: floats(5000.5, 0),
        ty_m: floats(1, 0),
        tz_m: floats(2, 0),
      }),
    })
    assert.deepStrictEqual(
      found.dataset.categories.map(({ name }) => name),
      ["BUS", "DOG"],
    )
    const [scene] = found.scenes
    assert.deepInclude(scene, { name: "0a1b", split: "train", isSequence: true })
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations, timestamp }) => [
        timestamp,
        annotations.map(({ trackId }) => trackId),
      ]),
      [
        ["315969904359876000", [1]],
        ["315969904459872000", [1, 2]],
        ["315969904559000000", []],
      ],
    )
    assert.deepStrictEqual(scene?.frames[0]?.egoPose?.position, { x: 5000.5, y: 1, z: 2 })
    assert.deepInclude(scene?.frames[1]?.annotations[1], {
      rotation: null,
      attributes: { interior_points: 0 },
    })
    assert.isNotNull(
      scene?.frames[1]?.annotations[0]?.type === "cuboid" && scene.frames[1].annotations[0].rotation,
    )
  })

  it("counts a sweep with a point that cannot be read, whose frame has no cloud", async () => {
    const path = "train/0a1b/sensors/lidar/315969904359876000.feather"
    const found = await read({
      "train/0a1b/annotations.feather": printFeather(log),
      [path]: printFeather({ x: floats(1, Number.NaN), y: floats(1, 2), z: floats(1, 2) }),
    })
    assert.isNull(found.scenes[0]?.frames[0]?.cloud)
    assert.strictEqual(found.embedded?.size, 0)
    const [loss] = found.losses.list().filter(({ kind }) => kind === "point-clouds")
    assert.match(String(loss?.examples), /315969904359876000\.feather/)
  })

  it("reads sweeps as points with intensity and laser, and counts their other columns and broken ones", async () => {
    const folder = "train/0a1b/sensors/lidar"
    const [first, second, third] = ["315969904359876000", "315969904459872000", "315969904559000000"]
    const found = await read({
      "train/0a1b/annotations.feather": printFeather(log),
      [`${folder}/${first}.feather`]: printFeather({
        x: floats(1.5, 2),
        y: floats(-1, 0),
        z: floats(0.25, 0),
        intensity: floats(7, 8),
        laser_number: floats(31, 0),
        offset_ns: { type: "int64", values: [1n, 2n] },
      }),
      [`${folder}/${second}.feather`]: new Uint8Array(),
      [`${folder}/${third}.pcd`]: new Uint8Array(),
    })
    assert.deepStrictEqual(
      found.scenes[0]?.frames.map(({ cloud }) => cloud),
      [
        { url: `${folder}/${first}.bin`, type: "binary-xyzir" },
        null,
        { url: `${folder}/${third}.pcd`, type: "pcd" },
      ],
    )
    const points = await found.embedded?.get(`${folder}/${first}.bin`)?.()
    assert.deepStrictEqual(
      [...new Float32Array(points?.slice().buffer ?? new ArrayBuffer())],
      [1.5, -1, 0.25, 7, 31, 2, 0, 0, 8, 0],
    )
    assert.deepStrictEqual(
      found.losses.list().map(({ examples, kind }) => [kind, examples]),
      [
        ["point-clouds", [`${folder}/${second}.feather is not a Feather file`]],
        ["unknown", [`${folder}/${first}.feather: offset_ns`]],
      ],
    )
  })

  it("refuses files that are broken, and columns that are missing or of another type", async () => {
    const path = "a/annotations.feather"
    const whole = printFeather(log)
    await refused({ [path]: whole.subarray(0, 300) }, path, /cannot be read as Feather/)
    await refused({ [path]: new Uint8Array() }, path, /is not a Feather file/)
    const { category: _, ...rest } = log
    await refused({ [path]: printFeather(rest) }, path, /has no column category/)
    await refused(
      { [path]: printFeather({ ...log, tx_m: texts("1", "2", "3") }) },
      path,
      /row 0 has 1 in the column tx_m/,
    )
    await refused(
      { [path]: printFeather({ ...log, qw: floats(0, 0, 0), qz: floats(0, 0, 0), qy: floats(0, 0, 0) }) },
      path,
      /zeros/,
    )
  })

  it("counts rows, poses and calibrations that cannot be read, and columns of other tools", async () => {
    const files = {
      "a/annotations.feather": printFeather({
        ...log,
        tx_m: floats(10, Number.NaN, -4),
        velocity: floats(1, 2, 3),
      }),
      "a/city_SE3_egovehicle.feather": printFeather(poses({ qw: [1, 0] })),
      "a/calibration/egovehicle_SE3_sensor.feather": printFeather({
        sensor_name: texts("front", "rear"),
        ...poses({ qw: [1, 0] }),
      }),
    }
    const { losses, scenes } = await readBack(argoverse2, new Map(Object.entries(files)))
    const [scene] = await collected(scenes)
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations, egoPose }) => [annotations.length, egoPose === null]),
      [
        [1, false],
        [1, true],
      ],
    )
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [
        ["coordinates", 1],
        ["ego-poses", 1],
        ["intrinsics", 1],
        ["rows", 1],
        ["unknown", 3],
      ],
    )
  })

  it("reads timestamps that are texts of digits", async () => {
    const stamps = texts("315969904359876000", "315969904459872000", "315969904459872000")
    const { scenes } = await read({ "a/annotations.feather": printFeather({ ...log, timestamp_ns: stamps }) })
    assert.deepStrictEqual(
      scenes[0]?.frames.map(({ timestamp }) => timestamp),
      ["315969904359876000", "315969904459872000"],
    )
  })

  it("calls logs by their path below the folder of their set, however deep, and keeps logs apart", async () => {
    const whole = printFeather(log)
    const { scenes } = await read({
      "av2/sensor/train/day/log1/annotations.feather": whole,
      "av2/sensor/val/log1/annotations.feather": whole,
      "mini/x/y/log2/annotations.feather": whole,
      "one/test/log3/annotations.feather": whole,
      "two/testing/log3/annotations.feather": whole,
    })
    assert.deepStrictEqual(
      scenes.map(({ name, split }) => [name, split]),
      [
        ["day/log1", "train"],
        ["log1", "val"],
        ["mini/x/y/log2", null],
        ["one/test/log3", "test"],
        ["two/testing/log3", "test"],
      ],
    )
  })

  it("finds the logs of the side file beside logs that are elsewhere", async () => {
    const { files } = await written(argoverse2, { dataset, scenes: [drive({ frames: 2, tracks: 1 })] })
    const moved = [...files].map(([path, bytes]) => [`my/long/export/${path}`, bytes] as const)
    const other = printFeather({ ...log, category: texts("BUS", "BUS", "BUS") })
    const { scenes } = await readBack(
      argoverse2,
      new Map([...moved, ["b/c/annotations.feather", other], ["d/e/annotations.feather", other]]),
    )
    assert.deepStrictEqual(
      (await collected(scenes)).map(({ frames, name }) => [name, frames.length]),
      [
        ["drive-0001", 2],
        ["b/c", 2],
        ["d/e", 2],
      ],
    )
  })

  it("keeps a log beside the folder of the side file apart from that of the same path in it", async () => {
    const scene = drive({ isMoving: true, frames: 2, tracks: 1 })
    const { files } = await written(argoverse2, { dataset, scenes: [scene] })
    const own = [...files.keys()].find((path) => path.endsWith("/annotations.feather")) ?? assert.fail()
    const moved = [...files].map(([path, bytes]) => [`export/${path}`, bytes] as const)
    const { scenes } = await read({ ...Object.fromEntries(moved), [own]: printFeather(log) })
    assert.lengthOf(scenes, 2)
    assert.strictEqual(scenes[0]?.name, scene.name)
  })

  it("refuses rows of a sweep that the side file does not have", async () => {
    const { files } = await written(argoverse2, { dataset, scenes: [drive({ frames: 1, tracks: 1 })] })
    const one = {
      ...log,
      timestamp_ns: { type: "int64" as const, values: [5n, 5n, 5n] },
      category: texts("BUS", "BUS", "BUS"),
    }
    const changed = new Map([...files, ["drive-0001/annotations.feather", printFeather(one)] as const])
    const error = await collected((await readBack(argoverse2, changed)).scenes).catch(
      (cause: unknown) => cause,
    )
    assert.instanceOf(error, FormatError)
    assert.match(error.reason, /has the timestamp 5, which annotary.jsonl does not have/)
  })
})
