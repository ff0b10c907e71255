import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { countGaps, expandKeyframes } from "../../src/exporting/keyframes.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { fromYaw, toYaw, wrapAngle } from "../../src/model/rotation.ts"
import type { Annotation, Cuboid, Frame, Scene } from "../../src/model/Scene.ts"

const cuboid = (x: number, yaw: number, isKeyframe = true): Cuboid => ({
  id: 1,
  categoryId: 1,
  trackId: 1,
  isKeyframe,
  attributes: {},
  type: "cuboid",
  isSynced: false,
  position: { x, y: 0, z: 0 },
  dimensions: { x: 4, y: 2, z: 1 },
  yaw,
  rotation: fromYaw(yaw),
})

const sequence = (...frames: ReadonlyArray<Partial<Frame>>): Scene => ({
  ...emptyScene,
  name: "drive",
  kind: "cuboid",
  isSequence: true,
  frames: frames.map((frame) => ({ ...emptyFrame, ...frame })),
})

const cuboids = (scene: Scene): ReadonlyArray<ReadonlyArray<Cuboid>> =>
  scene.frames.map(({ annotations }) => annotations.filter((one) => one.type === "cuboid"))

const only = (frame: ReadonlyArray<Annotation> | undefined): Cuboid => {
  const found = frame?.[0]
  if (found?.type !== "cuboid") throw new Error("The frame has no cuboid.")
  return found
}

describe("the frames between keyframes", () => {
  it("are filled linearly", () => {
    const scene = sequence({ annotations: [cuboid(0, 0)] }, {}, {}, {}, { annotations: [cuboid(8, 0)] })
    const filled = cuboids(expandKeyframes(scene, { byTimestamps: false }))
    assert.deepStrictEqual(
      filled.map((frame) => only(frame).position.x),
      [0, 2, 4, 6, 8],
    )
    assert.deepStrictEqual(
      filled.map((frame) => only(frame).isKeyframe),
      [true, false, false, false, true],
    )
    assert.strictEqual(countGaps(scene), 3)
  })

  it("turn along the shortest arc, as the quaternion does", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3.1, max: 3.1, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (yaw, turn) => {
          const end = wrapAngle(yaw + turn)
          const scene = sequence({ annotations: [cuboid(0, yaw)] }, {}, { annotations: [cuboid(0, end)] })
          const between = only(expandKeyframes(scene, { byTimestamps: false }).frames[1]?.annotations)
          assert.closeTo(wrapAngle(between.yaw - yaw - turn / 2), 0, 1e-9)
          if (between.rotation === null) throw new Error("The rotation is missing.")
          assert.closeTo(wrapAngle(toYaw(between.rotation) - between.yaw), 0, 1e-6)
        },
      ),
    )
  })

  it("weigh by timestamps of nanoseconds", () => {
    const at = (nanoseconds: number) => ({
      timestamp: `31597315795987${String(nanoseconds).padStart(4, "0")}`,
    })
    const scene = sequence({ ...at(0), annotations: [cuboid(0, 0)] }, at(10), {
      ...at(100),
      annotations: [cuboid(10, 0)],
    })
    const x = (byTimestamps: boolean) =>
      only(expandKeyframes(scene, { byTimestamps }).frames[1]?.annotations).position.x
    assert.closeTo(x(true), 1, 1e-12)
    assert.closeTo(x(false), 5, 1e-12)
  })

  it("stay empty beside annotations that were interpolated before", () => {
    const scene = sequence(
      { annotations: [cuboid(0, 0)] },
      { annotations: [cuboid(1, 0, false)] },
      {},
      { annotations: [cuboid(8, 0)] },
    )
    assert.deepStrictEqual(expandKeyframes(scene, { byTimestamps: false }), scene)
  })

  it("keep ids unique in a frame", () => {
    const other = { ...cuboid(0, 0), trackId: 2 }
    const scene = sequence(
      { annotations: [cuboid(0, 0)] },
      { annotations: [other] },
      { annotations: [cuboid(8, 0)] },
    )
    const ids = expandKeyframes(scene, { byTimestamps: false }).frames[1]?.annotations.map(({ id }) => id)
    assert.deepStrictEqual(ids, [1, 2])
  })
})
