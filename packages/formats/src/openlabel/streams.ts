/** Streams, coordinate systems and transforms: sensors, cameras beside point clouds, and ego poses. */
import type { Camera, Pose, Scene } from "../model/Scene.ts"

/** The frame of reference of ego poses. */
export const world = "world"

/** The name of the stream and of the coordinate system of a scene. */
export const streamOf = ({ kind, sensor }: Scene): string =>
  sensor ?? (kind === "image-vector" ? "camera" : "lidar")

/** Names of cameras beside a point cloud: each its own, and none that of another stream. */
export const cameraNames = (
  cameras: ReadonlyArray<Camera>,
  taken: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const names: Array<string> = []
  cameras.forEach(({ name }, index) => {
    const wanted = name ?? `camera-${index}`
    names.push(taken.has(wanted) || names.includes(wanted) ? `${wanted}-${index}` : wanted)
  })
  return names
}

const printPose = ({ position, rotation }: Pose) => ({
  quaternion: [rotation.qx, rotation.qy, rotation.qz, rotation.qw],
  translation: [position.x, position.y, position.z],
})

/** What a stream says about its camera, in the terms of OpenLABEL, with what those leave out beside them. */
export const cameraProperties = (camera: Camera): object => {
  const { convention, distortion, intrinsics, size } = camera
  const coefficients = coefficientsOf(distortion)
  const sizes = size !== null && { width_px: size.width, height_px: size.height }
  return {
    intrinsics_pinhole: {
      ...(intrinsics !== null && { camera_matrix: intrinsics.flatMap((row) => [...row, 0]) }),
      ...(coefficients !== undefined && { distortion_coeffs: coefficients }),
      ...sizes,
    },
    ...(distortion !== null && { distortion }),
    camera_convention: convention,
  }
}

/** In the order of OpenCV. Undefined for other models than Brown and Conrady's. */
const coefficientsOf = (distortion: Camera["distortion"]): ReadonlyArray<number> | undefined => {
  const found = distortion?.coefficients
  if (typeof found !== "object" || found === null || !("p1" in found)) return undefined
  const values = ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"].map((name) => Reflect.get(found, name))
  while (values.length > 5 && typeof values.at(-1) !== "number") values.pop()
  return values.map((value) => (typeof value === "number" ? value : 0))
}

export interface CoordinateSystem {
  readonly type: string
  readonly parent: string
  readonly children: Array<string>
  readonly pose_wrt_parent?: object
}

/** The tree: the world, the sensors in it, and the cameras in the point cloud that they stand beside. */
export class CoordinateSystems {
  readonly #found = new Map<string, CoordinateSystem>()

  add(name: string, type: string, parent = "", pose: Pose | null = null): void {
    if (this.#found.has(name)) return
    this.#found.set(name, {
      type,
      parent,
      children: [],
      ...(pose !== null && { pose_wrt_parent: printPose(pose) }),
    })
    this.#found.get(parent)?.children.push(name)
  }

  get printed(): Readonly<Record<string, CoordinateSystem>> {
    return Object.fromEntries(this.#found)
  }
}

/** The transform of a frame from one coordinate system to another. */
export const printTransform = (src: string, dst: string, pose: Pose) => ({
  [`${src}_to_${dst}`]: { src, dst, transform_src_to_dst: printPose(pose) },
})
