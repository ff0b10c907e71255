/** Streams, coordinate systems and transforms: sensors, cameras beside point clouds, and ego poses. */
import type { Camera, Pose, Scene } from "../model/Scene.ts"

/** The frame of reference of ego poses. */
export const world = "world"

/** The name of the stream and of the coordinate system of a scene. */
export const getSensorStream = ({ kind, sensor }: Scene): string =>
  sensor ?? (kind === "image-vector" ? "camera" : "lidar")

/** Names of cameras beside a point cloud: each its own, and none that of another stream. */
export const nameCameras = (
  cameras: ReadonlyArray<Camera>,
  taken: ReadonlySet<string>,
): ReadonlyArray<string> => {
  const names: Array<string> = []
  cameras.forEach(({ name }, index) => {
    const preferredName = name ?? `camera-${index}`
    names.push(
      taken.has(preferredName) || names.includes(preferredName) ? `${preferredName}-${index}` : preferredName,
    )
  })
  return names
}

const printPose = ({ position, rotation }: Pose) => ({
  quaternion: [rotation.qx, rotation.qy, rotation.qz, rotation.qw],
  translation: [position.x, position.y, position.z],
})

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
