/** A drive: cuboids of several tracks around a vehicle that moves, with timestamps in nanoseconds. The same arguments give the same drive. */
import type { Category, Dataset } from "../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../src/model/empty.ts"
import { getCuboidRotation, toHeading } from "../src/model/poses.ts"
import { combineRotations, fromYaw, wrapAngle } from "../src/model/rotation.ts"
import type { Camera, Cuboid, Frame, Pose, Scene, Vector } from "../src/model/Scene.ts"

export interface DriveOptions {
  readonly frames?: number
  readonly tracks?: number
  readonly isMoving?: boolean
  readonly cameras?: ReadonlyArray<Camera>
}

const names = ["REGULAR_VEHICLE", "PEDESTRIAN", "BUS", "BICYCLE", "BOLLARD"]

export const categories: ReadonlyArray<Category> = names.map((name, index) => ({
  id: index + 1,
  name,
  color: null,
  hasInstances: true,
  attributes: [{ name: "interior_points", input_type: "number", min: 0 }],
}))

export const dataset: Dataset = {
  name: "drive",
  description: "Made for tests",
  taskType: "pointcloud-cuboid-sequence",
  categories,
  imageAttributes: [],
}

/** Six decimals, as in recordings. */
const rounded = (value: number): number => Number(value.toFixed(6))

/** A number between 0 and 1 that looks random. */
const noise = (seed: number): number => {
  const value = Math.sin(seed * 12.9898 + 4.1414) * 43758.5453
  return value - Math.floor(value)
}

/** Along a bend that also climbs and leans. */
export const poseAt = (frame: number): Pose => ({
  position: { x: 1500.25 + 0.8 * frame, y: -700.5 + 0.01 * frame * frame, z: 12 + 0.002 * frame },
  rotation: combineRotations(fromYaw(0.4 + 0.01 * frame), {
    qx: 0.004,
    qy: -0.003,
    qz: 0,
    qw: Math.sqrt(1 - 0.004 ** 2 - 0.003 ** 2),
  }),
})

const cuboidAt = (track: number, frame: number): Cuboid => {
  const seed = track * 17.31
  const yaw = wrapAngle(2 * Math.PI * noise(seed) - Math.PI + 0.002 * frame)
  const position: Vector = {
    x: rounded(200 * noise(seed + 1) - 100 + 0.3 * frame),
    y: rounded(60 * noise(seed + 2) - 30),
    z: rounded(2 * noise(seed + 3) - 0.5),
  }
  const size = 1 + (track % 4)
  return {
    type: "cuboid",
    id: track + 1,
    categoryId: (track % names.length) + 1,
    trackId: track + 1,
    isKeyframe: true,
    attributes: { interior_points: Math.floor(900 * noise(seed + frame)) },
    isSynced: false,
    position,
    dimensions: {
      x: rounded(size * 1.3 + noise(seed)),
      y: rounded(0.4 * size),
      z: rounded(0.5 * size + 0.2),
    },
    yaw,
    rotation: fromYaw(yaw),
  }
}

export const drive = ({
  cameras = [],
  frames = 10,
  isMoving = false,
  tracks = 12,
}: DriveOptions = {}): Scene => ({
  ...emptyScene,
  name: "drive-0001",
  kind: "cuboid",
  isSequence: true,
  frames: Array.from(
    { length: frames },
    (_, frame): Frame => ({
      ...emptyFrame,
      name: String(frame).padStart(5, "0"),
      timestamp: String(315_973_157_959_879_123n + BigInt(frame) * 99_533_017n),
      cloud: { url: `drive-0001/${frame}.pcd`, type: "pcd" },
      egoPose: isMoving ? poseAt(frame) : null,
      cameras: cameras.map((camera) => ({ ...camera, url: `drive-0001/${camera.name}/${frame}.jpg` })),
      // Tracks begin late and have gaps.
      annotations: Array.from({ length: tracks }, (_, track) => cuboidAt(track, frame)).filter(
        ({ trackId }) => ((trackId ?? 0) + frame) % 7 !== 0,
      ),
    }),
  ),
})

/** A camera that looks ahead, a little to the left. */
export const camera: Camera = {
  name: "front",
  url: null,
  size: { width: 1920, height: 1080 },
  intrinsics: [
    [1250.5, 0, 960.25],
    [0, 1251.5, 540.75],
    [0, 0, 1],
  ],
  extrinsics: {
    position: { x: 1.5, y: 0.02, z: 1.4 },
    rotation: combineRotations(fromYaw(0.05), { qx: -0.5, qy: 0.5, qz: -0.5, qw: 0.5 }),
  },
  convention: "OpenCV",
  distortion: null,
}

export interface Difference {
  readonly position: number
  readonly size: number
  readonly yaw: number
}

/** The largest differences of cuboids with the same ids. Fails when ids, tracks or timestamps differ. */
export const difference = (found: Scene | undefined, wanted: Scene): Difference => {
  const largest = { position: 0, size: 0, yaw: 0 }
  const same = (a: unknown, b: unknown, what: string) => {
    if (a !== b) throw new Error(`${what}: ${String(a)} in place of ${String(b)}`)
  }
  same(found?.frames.length, wanted.frames.length, "frames")
  wanted.frames.forEach((frame, index) => {
    const other = found?.frames[index]
    same(other?.timestamp, frame.timestamp, `timestamp of frame ${index}`)
    same(other?.annotations.length, frame.annotations.length, `annotations of frame ${index}`)
    frame.annotations.forEach((annotation, at) => {
      const one = other?.annotations[at]
      same(one?.id, annotation.id, "id")
      same(one?.trackId, annotation.trackId, "track")
      if (annotation.type !== "cuboid" || one?.type !== "cuboid") throw new Error("No cuboid")
      largest.position = Math.max(largest.position, distance(one.position, annotation.position))
      largest.size = Math.max(largest.size, distance(one.dimensions, annotation.dimensions))
      largest.yaw = Math.max(
        largest.yaw,
        Math.abs(wrapAngle(toHeading(getCuboidRotation(one)).yaw - annotation.yaw)),
      )
    })
  })
  return largest
}

const distance = (a: Vector, b: Vector): number =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z))

/** The same cuboid with its rotation as a quaternion: formats without a yaw cannot say which was meant. */
export const quaternions = (scene: unknown): unknown => {
  if (typeof scene !== "object" || scene === null || !("frames" in scene)) return scene
  // The scene comes from a round trip.
  const { frames } = scene as Scene
  return {
    ...scene,
    frames: frames.map((frame) => ({
      ...frame,
      annotations: frame.annotations.map((one) =>
        one.type === "cuboid" ? { ...one, rotation: getCuboidRotation(one) } : one,
      ),
    })),
  }
}
