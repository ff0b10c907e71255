import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { TokenIndex } from "../../src/nuscenes/TokenIndex.ts"
import { toMicroseconds } from "../../src/nuscenes/timestamps.ts"
import { camera, dataset, difference, drive, quaternions } from "../drive.ts"
import { assertClose, assertReadBack, assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const folder = "v1.0-mini/"

const json = (tables: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  new Map(
    Object.entries(tables).map(([name, rows]) => [
      `${folder}${name}.json`,
      new TextEncoder().encode(JSON.stringify(rows, null, 0)),
    ]),
  )

const pose = { translation: [600, 1600, 0], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }
const none = { translation: [0, 0, 0], rotation: [1, 0, 0, 0] }

/** Two samples with a scanner that is turned on the roof; the later one stands first in its table. */
const tables = {
  category: [
    { token: "c1", name: "vehicle.car", description: "" },
    { token: "c2", name: "animal", description: "" },
  ],
  attribute: [{ token: "at", name: "vehicle.moving", description: "" }],
  visibility: [{ token: "4", level: "v80-100", description: "" }],
  instance: [
    {
      token: "i1",
      category_token: "c1",
      nbr_annotations: 2,
      first_annotation_token: "a1",
      last_annotation_token: "a2",
    },
  ],
  sensor: [
    { token: "s1", channel: "LIDAR_TOP", modality: "lidar" },
    { token: "s2", channel: "CAM_FRONT", modality: "camera" },
    { token: "s3", channel: "RADAR_FRONT", modality: "radar" },
  ],
  calibrated_sensor: [
    {
      token: "k1",
      sensor_token: "s1",
      translation: [1, 0, 2],
      rotation: [Math.SQRT1_2, 0, 0, -Math.SQRT1_2],
      camera_intrinsic: [],
    },
    {
      token: "k2",
      sensor_token: "s2",
      translation: [1.7, 0, 1.5],
      rotation: [0.5, -0.5, 0.5, -0.5],
      camera_intrinsic: [
        [1266, 0, 816],
        [0, 1266, 491],
        [0, 0, 1],
      ],
    },
  ],
  ego_pose: [
    { token: "e1", timestamp: 1_532_402_927_647_951, ...pose },
    { token: "e2", timestamp: 1_532_402_928_147_847, ...none },
  ],
  log: [{ token: "l", logfile: "n015", vehicle: "n015", date_captured: "2018-07-24", location: "singapore" }],
  scene: [
    {
      token: "sc",
      log_token: "l",
      nbr_samples: 2,
      first_sample_token: "x1",
      last_sample_token: "x2",
      name: "scene-0061",
      description: "",
    },
  ],
  sample: [
    { token: "x2", timestamp: 1_532_402_928_147_847, prev: "x1", next: "", scene_token: "sc" },
    { token: "x1", timestamp: 1_532_402_927_647_951, prev: "", next: "x2", scene_token: "sc" },
  ],
  sample_data: [
    {
      token: "d1",
      sample_token: "x1",
      ego_pose_token: "e1",
      calibrated_sensor_token: "k1",
      timestamp: 1,
      fileformat: "pcd",
      is_key_frame: true,
      height: 0,
      width: 0,
      filename: "samples/LIDAR_TOP/a.pcd.bin",
      prev: "",
      next: "",
    },
    {
      token: "d2",
      sample_token: "x1",
      ego_pose_token: "e1",
      calibrated_sensor_token: "k2",
      timestamp: 1,
      fileformat: "jpg",
      is_key_frame: true,
      height: 900,
      width: 1600,
      filename: "samples/CAM_FRONT/a.jpg",
      prev: "",
      next: "",
    },
    {
      token: "d3",
      sample_token: "x1",
      ego_pose_token: "e2",
      calibrated_sensor_token: "k1",
      timestamp: 1,
      fileformat: "pcd",
      is_key_frame: false,
      height: 0,
      width: 0,
      filename: "sweeps/b.bin",
      prev: "",
      next: "",
    },
    {
      token: "d4",
      sample_token: "x2",
      ego_pose_token: "e2",
      calibrated_sensor_token: "k1",
      timestamp: 1,
      fileformat: "pcd",
      is_key_frame: true,
      height: 0,
      width: 0,
      filename: "samples/LIDAR_TOP/b.pcd.bin",
      prev: "",
      next: "",
    },
  ],
  sample_annotation: [
    {
      token: "a2",
      sample_token: "x2",
      instance_token: "i1",
      visibility_token: "",
      attribute_tokens: [],
      translation: [1, 2, 3],
      size: [2, 4, 1.5],
      rotation: [1, 0, 0, 0],
      prev: "a1",
      next: "",
      num_lidar_pts: 0,
      num_radar_pts: 0,
    },
    {
      token: "a1",
      sample_token: "x1",
      instance_token: "i1",
      visibility_token: "4",
      attribute_tokens: ["at"],
      translation: [600, 1611, 1],
      size: [2, 4, 1.5],
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      prev: "",
      next: "a2",
      num_lidar_pts: 7,
      num_radar_pts: 0,
    },
  ],
  map: [{ token: "m", category: "semantic_prior", filename: "maps/a.png", log_tokens: ["l"] }],
}

const refused = async (
  changed: Partial<Record<keyof typeof tables, ReadonlyArray<unknown>>>,
  table: string,
  reason: RegExp,
) => {
  const found = await readBack(nuscenes, json({ ...tables, ...changed }))
    .then(({ scenes }) => collected(scenes))
    .catch((cause: unknown) => cause)
  assert.instanceOf(found, FormatError)
  assert.strictEqual(found.path, `${folder}${table}.json`)
  assert.match(found.reason, reason)
}

describe("nuScenes", () => {
  it("returns what it carries", () => assertRoundTrip(nuscenes, { ignore: quaternions }))

  it("keeps ids, nanoseconds, poses and cameras of a moving drive through the frame of the world", async () => {
    const scene: Scene = {
      ...drive({ cameras: [camera], isMoving: true, frames: 12, tracks: 30 }),
      split: "val",
    }
    const { files } = await written(nuscenes, { dataset, scenes: [scene] })
    const [found] = await collected((await readBack(nuscenes, files)).scenes)
    assertClose(difference(found, scene), { position: 0, size: 0, yaw: 0 }, 1e-11, "drive")
    await assertReadBack(nuscenes, { dataset, scenes: [scene] }, { ignore: quaternions, tolerance: 1e-11 })
  })

  it("gives no frame the cloud or the tracks of another where the table has lost one", async () => {
    const scene: Scene = drive({ cameras: [camera], isMoving: true, frames: 4, tracks: 3 })
    const { files } = await written(nuscenes, { dataset, scenes: [scene] })
    const samples: ReadonlyArray<object> = JSON.parse(
      new TextDecoder().decode(files.get("v1.0-trainval/sample.json")),
    )
    const odd = samples.map((row, index) => (index === 1 ? { ...row, timestamp: "soon" } : row))
    const damaged = new Map(files).set(
      "v1.0-trainval/sample.json",
      new TextEncoder().encode(JSON.stringify(odd)),
    )
    const [whole] = await collected((await readBack(nuscenes, files)).scenes)
    const [found] = await collected((await readBack(nuscenes, damaged)).scenes)
    const describe = ({ annotations, cloud }: Scene["frames"][number]) => ({
      cloud: cloud?.url,
      positions: annotations.map((object) => (object.type === "cuboid" ? object.position : null)),
    })
    assert.deepStrictEqual(
      found?.frames.map(describe),
      whole?.frames.filter((_, index) => index !== 1).map(describe),
    )
  })

  it("reads tables of another tool: in the frame of the scanner, in the order of time", async () => {
    const read = await readBack(nuscenes, json(tables))
    const [scene] = await collected(read.scenes)
    assert.deepStrictEqual(
      read.dataset.categories.map(({ name }) => name),
      ["vehicle.car", "animal"],
    )
    assert.deepStrictEqual(
      scene?.frames.map(({ timestamp }) => timestamp),
      ["1532402927647951", "1532402928147847"],
    )
    const [frame] = scene?.frames ?? []
    assert.strictEqual(frame?.cloud?.url, "samples/LIDAR_TOP/a.pcd.bin")
    // The car heads with the vehicle, 11 m ahead of it; the scanner is 1 m ahead, and turned by a quarter to the right.
    const [car] = frame?.annotations ?? []
    assert.strictEqual(car?.type, "cuboid")
    const cuboid = car?.type === "cuboid" ? car : assert.fail()
    assertClose(cuboid.position, { x: 0, y: 10, z: -1 }, 1e-9, "position")
    assertClose(cuboid.yaw, Math.PI / 2, 1e-9, "yaw")
    assert.deepStrictEqual(cuboid.dimensions, { x: 4, y: 2, z: 1.5 })
    assert.deepStrictEqual(cuboid.attributes, {
      vehicle: "moving",
      visibility: "v80-100",
      interior_points: 7,
    })
    assert.deepStrictEqual(
      scene?.frames[1]?.annotations.map(({ trackId }) => trackId),
      [cuboid.trackId],
    )
    const [front] = frame?.cameras ?? []
    assert.deepInclude(front, {
      name: "CAM_FRONT",
      url: "samples/CAM_FRONT/a.jpg",
      size: { width: 1600, height: 900 },
    })
    assertClose(front?.extrinsics?.position, { x: 0, y: 0.7, z: -0.5 }, 1e-9, "camera")
  })

  it("counts annotations whose numbers cannot be read, and keeps the rest", async () => {
    const [first, second] = tables.sample_annotation
    const changed = { ...tables, sample_annotation: [{ ...first, size: [1, null, 2] }, second] }
    const { losses, scenes } = await readBack(nuscenes, json(changed))
    const before = await collected((await readBack(nuscenes, json(tables))).scenes)
    const count = (found: ReadonlyArray<Scene>) =>
      found.flatMap(({ frames }) => frames.flatMap(({ annotations }) => annotations)).length
    assert.strictEqual(count(await collected(scenes)), count(before) - 1)
    assert.deepStrictEqual(losses.list().find(({ kind }) => kind === "unreadable")?.examples, [
      `${folder}sample_annotation.json /0/size/1 must be a finite number`,
    ])
  })

  it("refuses references to nothing, tokens that are there twice, and broken tables", async () => {
    const [first] = tables.sample_annotation
    await refused(
      { sample_annotation: [{ ...first, sample_token: "?" }] },
      "sample_annotation",
      /sample_token refers to nothing/,
    )
    await refused({ sample_annotation: [first, first] }, "sample_annotation", /is there twice/)
    const whole = json(tables)
    const path = `${folder}sample_annotation.json`
    const cut = new Map([...whole, [path, (whole.get(path) ?? new Uint8Array()).subarray(0, 300)] as const])
    const found = await readBack(nuscenes, cut)
      .then(({ scenes }) => collected(scenes))
      .catch((cause: unknown) => cause)
    assert.instanceOf(found, FormatError)
    assert.match(found.reason, /ends early/)
  })

  it("counts odd rows and references with their places, and reads the rest", async () => {
    const [annotation] = tables.sample_annotation
    const odd = {
      ...tables,
      category: [...tables.category, null, { token: "c9" }],
      sample_annotation: [
        ...tables.sample_annotation,
        "odd",
        { ...annotation, token: "a8", sample_token: "?" },
        { ...annotation, token: "a9", attribute_tokens: ["?"] },
      ],
    }
    const read = await readBack(nuscenes, json(odd as unknown as typeof tables))
    const plain = await readBack(nuscenes, json(tables))
    const count = async (scenes: AsyncIterable<Scene>) =>
      (await collected(scenes)).flatMap(({ frames }) => frames).flatMap(({ annotations }) => annotations)
        .length
    assert.strictEqual(await count(read.scenes), (await count(plain.scenes)) + 1)
    const losses = read.losses.list()
    assert.strictEqual(losses.find(({ kind }) => kind === "records")?.count, 4)
    assert.strictEqual(losses.find(({ kind }) => kind === "attribute-value")?.count, 1)
    // Without the pose of its point cloud, a frame has no place for its objects.
    const [pose, ...others] = tables.ego_pose
    const lost = await readBack(
      nuscenes,
      json({ ...tables, ego_pose: [{ ...pose, rotation: [0, 0, 0, 0] }, ...others] }),
    )
    const [scene] = await collected(lost.scenes)
    const [whole] = await collected((await readBack(nuscenes, json(tables))).scenes)
    assert.strictEqual(scene?.frames.length, (whole?.frames.length ?? 0) - 1)
    assert.match(lost.losses.list().find(({ kind }) => kind === "records")?.examples[0] ?? "", /has length 0/)
  })

  it("writes the same instances, tokens and chains for the same drive", async () => {
    const { files } = await written(nuscenes, { dataset, scenes: [drive({ frames: 9, tracks: 3 })] })
    const rows = (table: string): ReadonlyArray<Record<string, string>> =>
      JSON.parse(new TextDecoder().decode(files.get(`v1.0-trainval/${table}.json`)))
    const annotations = new Map(rows("sample_annotation").map((row) => [row.token, row]))
    for (const instance of rows("instance")) {
      let token = instance.first_annotation_token
      let count = 0
      let last = ""
      while (token !== "" && token !== undefined) {
        assert.strictEqual(annotations.get(token)?.prev, last)
        last = token
        token = annotations.get(token)?.next
        count += 1
      }
      assert.strictEqual(count, Number(instance.nbr_annotations))
      assert.strictEqual(last, instance.last_annotation_token)
    }
  })

  it("takes the unit of a timestamp from its length", () => {
    assert.strictEqual(toMicroseconds("315973157959879000", 0), 315_973_157_959_879)
    assert.strictEqual(toMicroseconds("1532402927647951", 0), 1_532_402_927_647_951)
    assert.strictEqual(toMicroseconds("1532402927647", 0), 1_532_402_927_647_000)
    assert.strictEqual(toMicroseconds("1532402927.25", 0), 1_532_402_927_250_000)
    assert.strictEqual(toMicroseconds("1532402927", 0), 1_532_402_927_000_000)
    assert.strictEqual(toMicroseconds(null, 3), 1_500_000)
    assert.strictEqual(toMicroseconds("noon", 2), 1_000_000)
  })
})

describe("the index of tokens", () => {
  it("finds what was added, and nothing else", () => {
    const index = new TokenIndex()
    for (let i = 0; i < 5000; i++) assert.isTrue(index.add(`token ${i}`, i))
    assert.isFalse(index.add("token 7", 1))
    for (let i = 0; i < 5000; i++) assert.strictEqual(index.find(`token ${i}`), i)
    assert.isUndefined(index.find("token 5000"))
  })
})
