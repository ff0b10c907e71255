/** Cameras whose pictures have an EXIF orientation: what they see stands where it is in the upright picture. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { invert, openCvPose, transform } from "../../src/model/poses.ts"
import { fromEulerAngles } from "../../src/model/rotation.ts"
import type { Camera, Vector } from "../../src/model/Scene.ts"
import type { Orientation } from "../../src/pictures/exif.ts"
import { turnPoint, turnSize } from "../../src/pictures/turn.ts"
import { toUprightScene } from "../../src/pictures/uprightScene.ts"

const stored = { width: 640, height: 480 }

const makeCamera = (convention: Camera["convention"], angles: ReadonlyArray<number>): Camera => ({
  name: "front",
  url: "front.jpg",
  size: stored,
  intrinsics: [
    [500, 0, 300],
    [0, 450, 260],
    [0, 0, 1],
  ],
  extrinsics: { position: { x: 1, y: -2, z: 0.5 }, rotation: fromEulerAngles("XYZ", angles) },
  convention,
  distortion: {
    model: "brown-conrady",
    coefficients: { k1: 0.1, k2: -0.02, p1: 0.003, p2: -0.001, k3: 0.01 },
  },
})

/** The pixel of a point of the point cloud, as OpenCV has it. */
const project = (camera: Camera, point: Vector): readonly [number, number] => {
  const pose = openCvPose(camera)
  if (pose === null || camera.intrinsics === null) return assert.fail("The camera has no calibration.")
  const seen = transform(invert(pose), point)
  const [x, y] = [seen.x / seen.z, seen.y / seen.z]
  const { k1 = 0, k2 = 0, k3 = 0, p1 = 0, p2 = 0 } = Object(camera.distortion?.coefficients)
  const r2 = x * x + y * y
  const radial = 1 + k1 * r2 + k2 * r2 ** 2 + k3 * r2 ** 3
  const dx = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
  const dy = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
  const [[fx = 0, , cx = 0] = [], [, fy = 0, cy = 0] = []] = camera.intrinsics
  return [fx * dx + cx, fy * dy + cy]
}

const toUpright = async (camera: Camera, orientation: Orientation) => {
  const losses = new Losses()
  const scene = {
    ...emptyScene,
    name: "a",
    kind: "cuboid" as const,
    frames: [{ ...emptyFrame, cameras: [camera] }],
  }
  const measured = { orientation, stored, size: turnSize(orientation, stored) }
  const { frames } = await toUprightScene(scene, async () => measured, losses)
  return { camera: frames[0]?.cameras[0] ?? assert.fail("The camera is gone."), losses }
}

describe("a camera whose picture has an EXIF orientation", () => {
  it("sees every point where it is in the upright picture, if its record states the size as stored", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Orientation>(6, 8),
        fc.constantFrom<Camera["convention"]>("OpenCV", "OpenGL"),
        fc.tuple(...[1, 2, 3].map(() => fc.double({ min: -3, max: 3, noNaN: true }))),
        fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 1, max: 9, noNaN: true }))),
        async (orientation, convention, angles, [dx = 0, dy = 0, depth = 1]) => {
          const camera = makeCamera(convention, angles)
          const pose = openCvPose(camera) ?? assert.fail("The camera has no pose.")
          const point = transform(pose, { x: dx - 5, y: dy - 5, z: depth + 5 })
          const { camera: turned, losses } = await toUpright(camera, orientation)
          const [x, y] = project(camera, point)
          const wanted = turnPoint(orientation, stored, x, y)
          const found = project(turned, point)
          assert.closeTo(found[0], wanted[0], 1e-6)
          assert.closeTo(found[1], wanted[1], 1e-6)
          assert.deepStrictEqual(turned.size, turnSize(orientation, stored))
          assert.deepStrictEqual(
            losses.list().map(({ count, kind }) => [kind, count]),
            [["orientation", 1]],
          )
        },
      ),
    ))

  it("stays as it is, and is counted, if its record states the upright size or none, or both sizes are the same", async () => {
    for (const [size, orientation] of [
      [null, 6],
      [turnSize(6, stored), 6],
      [stored, 3],
    ] as const) {
      const camera = { ...makeCamera("OpenCV", [0.1, 0.2, 0.3]), size }
      const { camera: same, losses } = await toUpright(camera, orientation)
      assert.deepStrictEqual(same, camera)
      assert.strictEqual(losses.count("orientation"), 1)
    }
  })

  it("has no intrinsics, counted, if the picture is mirrored", async () => {
    const { camera, losses } = await toUpright(makeCamera("OpenCV", [0, 0, 0]), 5)
    assert.deepInclude(camera, { intrinsics: null, distortion: null, size: turnSize(5, stored) })
    assert.strictEqual(losses.count("intrinsics"), 1)
  })
})
