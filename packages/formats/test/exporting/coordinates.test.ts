import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { convertCoordinates } from "../../src/exporting/coordinates.ts"
import {
  compose,
  identity,
  invert,
  moveCuboid,
  normalizeQuaternion,
  openCvPose,
  transform,
} from "../../src/model/poses.ts"
import { fromYaw } from "../../src/model/rotation.ts"
import type { Pose, Scene } from "../../src/model/Scene.ts"
import { camera, drive, poseAt } from "../drive.ts"
import { assertClose } from "../roundTrip.ts"

const number = fc.double({ min: -500, max: 500, noNaN: true })
const vector = fc.record({ x: number, y: number, z: number })
const rotation = fc
  .record({ qx: number, qy: number, qz: number, qw: number })
  .map((one) => normalizeQuaternion(one) ?? identity.rotation)
const pose: fc.Arbitrary<Pose> = fc.record({ position: vector, rotation })

const scene = drive({ frames: 3, isMoving: true, cameras: [camera] })

describe("poses", () => {
  it("compose as their transforms do, and undo each other", () => {
    fc.assert(
      fc.property(pose, pose, vector, (outer, inner, point) => {
        assertClose(
          transform(compose(outer, inner), point),
          transform(outer, transform(inner, point)),
          1e-8,
          "both",
        )
        assertClose(transform(invert(outer), transform(outer, point)), point, 1e-8, "back")
      }),
    )
  })

  it("turn a camera's axes between the conventions", () => {
    const found = openCvPose({ ...camera, convention: "OpenGL" })
    const ahead = { x: 0, y: 0, z: 1 }
    // Ahead is +z in OpenCV, −z in OpenGL.
    assertClose(
      transform(found ?? identity, ahead),
      transform(camera.extrinsics ?? identity, { x: 0, y: 0, z: -1 }),
      1e-12,
      "ahead",
    )
  })
})

describe("coordinates", () => {
  it("are those of the sensor when nothing else is chosen", () => {
    assert.strictEqual(convertCoordinates(scene, { frame: "sensor" }, new Losses()), scene)
  })

  it("of the world: cuboids move by the ego pose, which becomes the identity, and cameras with them", () => {
    const losses = new Losses()
    const found = convertCoordinates(scene, { frame: "world" }, losses)
    assert.isTrue(losses.isEmpty)
    found.frames.forEach((frame, index) => {
      assert.deepStrictEqual(frame.egoPose, identity)
      const [first] = scene.frames[index]?.annotations ?? []
      const wanted = first?.type === "cuboid" ? moveCuboid(first, poseAt(index)) : undefined
      assert.deepStrictEqual(frame.annotations[0], wanted)
      assert.deepStrictEqual(
        frame.cameras[0]?.extrinsics,
        compose(poseAt(index), camera.extrinsics ?? identity),
      )
    })
  })

  it("of the vehicle: by the pose of the sensor on it, and the world stays where it is", () => {
    const mount: Pose = { position: { x: 1, y: 0, z: 1.8 }, rotation: fromYaw(Math.PI / 2) }
    const ego = convertCoordinates(scene, { frame: "ego", mounts: { "": mount } }, new Losses())
    const world = convertCoordinates(ego, { frame: "world" }, new Losses())
    const direct = convertCoordinates(scene, { frame: "world" }, new Losses())
    assertClose(world, direct, 1e-9, "world")
    assert.strictEqual(convertCoordinates(scene, { frame: "ego" }, new Losses()), scene)
  })

  it("move the points of drawings in point clouds, and leave images alone", () => {
    const [first] = scene.frames
    const points = [[1, 2, 3]]
    const drawing = {
      id: 1,
      categoryId: 1,
      trackId: 1,
      isKeyframe: true,
      attributes: {},
      type: "point" as const,
      points,
    }
    const frame = { ...(first ?? assert.fail()), annotations: [drawing] }
    const vectors: Scene = { ...scene, kind: "cloud-vector", frames: [frame] }
    const { x, y, z } = transform(poseAt(0), { x: 1, y: 2, z: 3 })
    const [found] = convertCoordinates(vectors, { frame: "world" }, new Losses()).frames
    assert.deepStrictEqual(found?.annotations, [{ ...drawing, points: [[x, y, z]] }])
    const image: Scene = { ...vectors, kind: "image-vector" }
    assert.strictEqual(convertCoordinates(image, { frame: "world" }, new Losses()), image)
  })

  it("of the world: frames without an ego pose stay, and are counted", () => {
    const losses = new Losses()
    const still = drive({ frames: 2 })
    assert.deepStrictEqual(convertCoordinates(still, { frame: "world" }, losses), still)
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [["coordinates", 2]],
    )
  })
})
