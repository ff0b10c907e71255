/** Cameras of other tools, and what our writer says of them in the terms of the standard. */
import { assert, describe, it } from "vitest"
import { toRotationMatrix } from "../../src/model/matrix.ts"
import type { Camera, Scene } from "../../src/model/Scene.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { camera, dataset, drive } from "../drive.ts"
import { readFiles } from "../files.ts"
import { assertClose, collected, readBack, written } from "../roundTrip.ts"

const documentWith = (
  properties: object,
  pose: object = { quaternion: [0, 0, 0, 1], translation: [0, 0, 0] },
) => ({
  openlabel: {
    metadata: { schema_version: "1.0.0" },
    coordinate_systems: {
      TOP: { type: "sensor_cs", parent: "", children: ["SIDE"] },
      SIDE: { type: "sensor_cs", parent: "TOP", children: [], pose_wrt_parent: pose },
    },
    streams: {
      TOP: { type: "lidar", uri: "top.pcd" },
      SIDE: { type: "camera", uri: "side.jpg", stream_properties: properties },
    },
    objects: { "3": { name: "bus", type: "Bus" } },
    frames: {
      "0": {
        objects: {
          "3": {
            object_data: {
              cuboid: [{ name: "b", coordinate_system: "TOP", val: [7, 1, 2, 0, 0, 0.5, 9, 3, 4] }],
            },
          },
        },
      },
    },
  },
})

const readCamera = async (properties: object, pose?: object) => {
  const { losses, scenes } = await readFiles(openlabel, { "a.json": documentWith(properties, pose) })
  const [found] = scenes[0]?.frames[0]?.cameras ?? []
  const examples = losses.flatMap((loss) => loss.examples)
  return { ...(found ?? assert.fail("It has no camera.")), losses: losses.map(({ kind }) => kind), examples }
}

const size = { width_px: 800, height_px: 600 }
const straight = [
  [400, 0, 410],
  [0, 420, 300],
  [0, 0, 1],
]
const matrix = [400, 0, 410, 0, 0, 420, 300, 0, 0, 0, 1, 0]

describe("the intrinsics of a camera in OpenLABEL", () => {
  it("are read by the names of the standard and by those of VCD", async () => {
    const brown = { k1: 0.3, k2: 0.02, p1: 0.001, p2: -0.002, k3: 0.004 }
    const coefficients = Object.values(brown)
    for (const pinhole of [
      { camera_matrix: matrix, distortion_coeffs: coefficients },
      { camera_matrix_3x4: matrix, distortion_coeffs_1xN: coefficients },
    ]) {
      const found = await readCamera({ intrinsics_pinhole: { ...size, ...pinhole } })
      assert.deepStrictEqual(found.intrinsics, straight)
      assert.deepStrictEqual(found.distortion, { model: "brown-conrady", coefficients: brown })
      assert.deepStrictEqual(found.size, { width: 800, height: 600 })
      assert.deepStrictEqual(found.losses, [])
    }
  })

  it("are read of a fisheye, by both names, with the lens of OpenCV", async () => {
    const lens = [0.1, -0.02, 0.003, 0]
    const distortion = { model: "fisheye", coefficients: { k1: 0.1, k2: -0.02, k3: 0.003, k4: 0 } }
    for (const fisheye of [
      { center_x_px: 410, center_y_px: 300, lens_coeffs: lens },
      { center_x: 410, center_y: 300, lens_coeffs_1xN: lens, model: "opencv_fisheye" },
      { center_x: 410, center_y: 300, lens_coeffs_1xN: [1, ...lens], model: "kannala" },
    ]) {
      const found = await readCamera({
        intrinsics_fisheye: { ...size, focal_length_x: 400, focal_length_y: 420, ...fisheye },
      })
      assert.deepStrictEqual([found.intrinsics, found.distortion], [straight, distortion])
      assert.deepStrictEqual(found.losses, [])
    }
  })

  it("are null and counted where the file has no numbers for them", async () => {
    const nothing = { center_x_px: null, center_y_px: null, focal_length_x: null, focal_length_y: null }
    const fisheye = await readCamera({
      intrinsics_fisheye: { ...size, ...nothing, lens_coeffs: [0, 0, 0, 1] },
    })
    assert.deepStrictEqual([fisheye.intrinsics, fisheye.losses], [null, ["intrinsics"]])
    const pinhole = await readCamera({ intrinsics_pinhole: { ...size, camera_matrix: null } })
    assert.deepStrictEqual([pinhole.intrinsics, pinhole.losses], [null, ["intrinsics"]])
    const other = await readCamera({ intrinsics_cylindrical: { ...size, fov_horz_rad: 2 } })
    assert.deepStrictEqual([other.intrinsics, other.losses], [null, ["intrinsics"]])
    assert.deepStrictEqual(other.size, { width: 800, height: 600 })
  })

  it("are counted where a sample has no place for a part of them", async () => {
    const moved = await readCamera({ intrinsics_pinhole: { ...size, camera_matrix: matrix.with(3, -50) } })
    assert.deepStrictEqual([moved.intrinsics, moved.losses], [straight, ["intrinsics"]])
    const prism = [0.1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0]
    const pinhole = { ...size, camera_matrix: matrix, distortion_coeffs: prism }
    assert.deepStrictEqual((await readCamera({ intrinsics_pinhole: pinhole })).losses, ["distortion"])
    const focal = { focal_length_x: 1, focal_length_y: 1, center_x: 0, center_y: 0, model: "radial_poly" }
    const lens = await readCamera({
      intrinsics_fisheye: { ...size, ...focal, lens_coeffs_1xN: [1, 2, 3, 4] },
    })
    assert.deepStrictEqual([lens.distortion, lens.losses], [null, ["distortion"]])
  })

  it("have the five coefficients that samples need, also where a file has four", async () => {
    const found = await readCamera({
      intrinsics_pinhole: { ...size, camera_matrix: matrix, distortion_coeffs: [1, 2, 3, 4] },
    })
    assert.deepStrictEqual(found.distortion?.coefficients, { k1: 1, k2: 2, p1: 3, p2: 4, k3: 0 })
  })
})

/** The product of rotations about axes, as matrices of 3 × 3. */
const product = (...turns: ReadonlyArray<readonly ["X" | "Y" | "Z", number]>): ReadonlyArray<number> =>
  turns
    .map(([axis, angle]) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      if (axis === "X") return [1, 0, 0, 0, c, -s, 0, s, c]
      return axis === "Y" ? [c, 0, s, 0, 1, 0, -s, 0, c] : [c, -s, 0, s, c, 0, 0, 0, 1]
    })
    .reduce((a, b) =>
      Array.from({ length: 9 }, (_, i) => {
        const [row, column] = [Math.floor(i / 3) * 3, i % 3]
        return [0, 1, 2].reduce((sum, k) => sum + (a[row + k] ?? 0) * (b[column + 3 * k] ?? 0), 0)
      }),
    )

describe("Euler angles in OpenLABEL", () => {
  const angles = [0.4, -0.3, 0.2] as const
  for (const sequence of ["ZYX", "XYZ", "YZX", "ZXZ", "xyx"] as const)
    it(`turn about ${sequence} in that order`, async () => {
      const pose = { euler_angles: angles, sequence, translation: [1, 2, 3] }
      const { extrinsics } = await readCamera({}, pose)
      const axes = [...sequence.toUpperCase()] as ReadonlyArray<"X" | "Y" | "Z">
      const wanted = product(...axes.map((axis, index) => [axis, angles[index] ?? 0] as const))
      assertClose(toRotationMatrix(extrinsics?.rotation ?? assert.fail()), wanted, 1e-12, sequence)
    })

  it("turn about ZYX without a sequence, and about no other letters", async () => {
    const { extrinsics } = await readCamera({}, { euler_angles: angles, translation: [0, 0, 0] })
    const wanted = product(["Z", angles[0]], ["Y", angles[1]], ["X", angles[2]])
    assertClose(toRotationMatrix(extrinsics?.rotation ?? assert.fail()), wanted, 1e-12, "ZYX")
    const odd = await readCamera({}, { euler_angles: angles, sequence: "ABC", translation: [0, 0, 0] })
    assert.isNull(odd.extrinsics)
    assert.match(odd.examples[0] ?? "", /sequence must be three of the axes X, Y and Z/)
  })
})

describe("an export of cameras as OpenLABEL", () => {
  const fisheye = { model: "fisheye", coefficients: { k1: 0.2, k2: 0.1, k3: 0, k4: -0.4 } }

  const exported = async (changes: Partial<Camera>) => {
    const scene: Scene = drive({ frames: 1, tracks: 1, cameras: [{ ...camera, ...changes }] })
    const { files } = await written(openlabel, { dataset, scenes: [scene] })
    const document = JSON.parse(Buffer.from(files.get("drive-0001.json") ?? []).toString())
    const [found] = await collected((await readBack(openlabel, files)).scenes)
    assertClose(found?.frames[0]?.cameras, scene.frames[0]?.cameras, 1e-15, "cameras")
    return document.openlabel.streams.front.stream_properties
  }

  it("says a fisheye in the words of the standard", async () => {
    const properties = await exported({ distortion: fisheye })
    assert.deepStrictEqual(properties.intrinsics_fisheye, {
      focal_length_x: 1250.5,
      focal_length_y: 1251.5,
      center_x_px: 960.25,
      center_y_px: 540.75,
      lens_coeffs: [0.2, 0.1, 0, -0.4],
      width_px: 1920,
      height_px: 1080,
    })
    assert.notProperty(properties, "intrinsics_pinhole")
  })

  it("keeps the skew of a fisheye, and a fisheye without intrinsics", async () => {
    const skewed = straight.map((row) => [...row])
    skewed[0] = [400, 3, 410]
    await exported({ distortion: fisheye, intrinsics: skewed })
    const properties = await exported({ distortion: fisheye, intrinsics: null, size: null })
    assert.isNull(properties.intrinsics_fisheye.focal_length_x)
  })
})
