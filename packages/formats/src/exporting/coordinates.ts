/** The frame of reference of 3D annotations: that of the sensor, of the vehicle, or of the world. */
import type { Losses } from "../carry/Losses.ts"
import { compose, identity, invert, moveCuboid, transform } from "../model/poses.ts"
import type { Annotation, Frame, Pose, Scene } from "../model/Scene.ts"

export interface Coordinates {
  /** `sensor` is the frame of the point cloud, in which annotations are made. */
  readonly frame: "sensor" | "ego" | "world"
  /**
   * The pose of each sensor in the frame of the vehicle, by the sensor's name, or by `""` in samples of one sensor. A sensor without one has the
   * frame of the vehicle.
   */
  readonly mounts?: Readonly<Record<string, Pose>>
}

/**
 * The scene in the frame. Cameras and ego poses change with the annotations, so that every format still finds them where they are; the files of
 * point clouds stay in the frame of the sensor. Counts frames without an ego pose, which stay in the frame of the sensor.
 */
export const convertCoordinates = (
  scene: Scene,
  { frame, mounts = {} }: Coordinates,
  losses: Losses,
): Scene => {
  if (frame === "sensor" || (scene.kind !== "cuboid" && scene.kind !== "cloud-vector")) return scene
  const sensor = scene.sensor ?? ""
  const mount = Object.hasOwn(mounts, sensor) ? mounts[sensor] : undefined
  if (frame === "ego")
    return mount === undefined
      ? scene
      : { ...scene, frames: scene.frames.map((one) => transformFrame(one, mount, true)) }
  return {
    ...scene,
    frames: scene.frames.map((one, index) => {
      if (one.egoPose !== null) return transformFrame(one, one.egoPose, false)
      losses.add("coordinates", `${scene.name}, frame ${index}`)
      return one
    }),
  }
}

/** `toTarget` leads from the frame of the sensor to the other one. In the frame of the world the ego pose is the identity. */
const transformFrame = (frame: Frame, toTarget: Pose, moves: boolean): Frame => ({
  ...frame,
  annotations: frame.annotations.map((annotation) => transformAnnotation(annotation, toTarget)),
  cameras: frame.cameras.map((camera) => ({
    ...camera,
    extrinsics: camera.extrinsics && compose(toTarget, camera.extrinsics),
  })),
  egoPose: moves ? frame.egoPose && compose(frame.egoPose, invert(toTarget)) : identity,
})

const transformAnnotation = (annotation: Annotation, pose: Pose): Annotation => {
  if (annotation.type === "cuboid") return moveCuboid(annotation, pose)
  if (annotation.type === "segment") return annotation
  return {
    ...annotation,
    points: annotation.points.map((point) => {
      const [x = 0, y = 0, z = 0] = point
      const position = transform(pose, { x, y, z })
      return [position.x, position.y, position.z]
    }),
  }
}
