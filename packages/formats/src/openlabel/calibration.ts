/** Reads poses and cameras out of coordinate systems, transforms and streams. */
import type { Node } from "../files/Node.ts"
import { poseOfMatrix } from "../model/matrix.ts"
import { compose, fromOpenCvPose, identity, invert, normalized } from "../model/poses.ts"
import type { Camera, Pose, Size } from "../model/Scene.ts"
import { eulerRotation } from "./shapes.ts"

/** Any of the three ways to write a transform. */
const readPose = (node: Node): Pose => {
  const matrix = node.at("matrix4x4")
  if (matrix.isPresent)
    return poseOfMatrix(matrix.numbers(16)) ?? matrix.fail("is no rotation with a translation.")
  const [x = 0, y = 0, z = 0] = node.at("translation").numbers(3)
  const position = { x, y, z }
  const angles = node.at("euler_angles")
  if (angles.isPresent) {
    const sequence = node.at("sequence").or("ZYX", (found) => found.text())
    if (sequence.toUpperCase() !== "ZYX") node.at("sequence").fail("must be ZYX.")
    const [rz = 0, ry = 0, rx = 0] = angles.numbers(3)
    return { position, rotation: eulerRotation(rx, ry, rz) }
  }
  const [qx = 0, qy = 0, qz = 0, qw = 0] = node.at("quaternion").numbers(4)
  const rotation = normalized({ qx, qy, qz, qw }) ?? node.at("quaternion").fail("has length 0.")
  return { position, rotation }
}

/** The tree of coordinate systems in one frame. */
export class Systems {
  readonly #systems: Node
  readonly #transforms: ReadonlyArray<Node>

  constructor(root: Node, frame: Node) {
    this.#systems = root.at("coordinate_systems")
    this.#transforms = frame
      .at("frame_properties")
      .or([], (properties) =>
        properties.at("transforms").or([], (found) => found.keys().map((name) => found.at(name))),
      )
  }

  /** From the system to the root of its tree. Null when no transform of this frame has a part in it: nothing says that it moves. */
  egoPose(name: string): Pose | null {
    let pose: Pose | null = null
    let moves = false
    for (const step of this.#steps(name)) {
      pose = pose === null ? step.pose : compose(step.pose, pose)
      moves ||= step.isOfFrame
    }
    return moves ? pose : null
  }

  /** From one system to another, which is above it or has an ancestor in common. Null where nothing connects them. */
  between(from: string, to: string): Pose | null {
    const up = this.#steps(from)
    const direct = up.findIndex((step) => step.parent === to)
    if (direct >= 0) return joined(up.slice(0, direct + 1))
    const other = this.#steps(to)
    const common = up.findIndex((step) => other.some(({ parent }) => parent === step.parent))
    const parent = up[common]?.parent
    if (parent === undefined) return null
    const down = other.slice(0, other.findIndex((step) => step.parent === parent) + 1)
    return compose(invert(joined(down)), joined(up.slice(0, common + 1)))
  }

  #steps(name: string): ReadonlyArray<Step> {
    const steps: Array<Step> = []
    let at = name
    while (steps.length < 100) {
      const step = this.#step(at)
      if (step === undefined) break
      steps.push(step)
      at = step.parent
    }
    return steps
  }

  #step(name: string): Step | undefined {
    const system = this.#systems.or(undefined, (all) => all.at(name).or(undefined, (one) => one))
    const parent = system?.at("parent").or("", (found) => found.text()) ?? ""
    for (const transform of this.#transforms) {
      const [src, dst] = [transform.at("src").value, transform.at("dst").value]
      if (src === name && typeof dst === "string" && (dst === parent || parent === ""))
        return { parent: dst, pose: readPose(transform.at("transform_src_to_dst")), isOfFrame: true }
      if (dst === name && src === parent && parent !== "")
        return { parent, pose: invert(readPose(transform.at("transform_src_to_dst"))), isOfFrame: true }
    }
    if (system === undefined || parent === "") return undefined
    const pose = system.at("pose_wrt_parent").or(undefined, readPose)
    return { parent, pose: pose ?? identity, isOfFrame: false }
  }
}

interface Step {
  readonly parent: string
  readonly pose: Pose
  readonly isOfFrame: boolean
}

const joined = (steps: ReadonlyArray<Step>): Pose =>
  steps.slice(1).reduce((pose, step) => compose(step.pose, pose), steps[0]?.pose ?? identity)

/** The size that the properties of a stream say. */
export const readSize = (properties: Node): Size | null => {
  for (const model of ["intrinsics_pinhole", "intrinsics_fisheye"]) {
    const found = properties.or(undefined, (node) => node.at(model).or(undefined, (one) => one))
    const width = found?.at("width_px")
    const height = found?.at("height_px")
    if (width?.isPresent && height?.isPresent) return { width: width.whole(), height: height.whole() }
  }
  return null
}

export const readCamera = (
  name: string | null,
  uri: string | null,
  properties: Node,
  pose: Pose | null,
): Camera => {
  const convention = properties.or("OpenCV", (found) =>
    found.at("camera_convention").value === "OpenGL" ? "OpenGL" : "OpenCV",
  )
  return {
    name,
    url: uri,
    size: readSize(properties),
    ...intrinsicsOf(properties),
    extrinsics: pose && fromOpenCvPose(pose, convention),
    convention,
  }
}

const intrinsicsOf = (properties: Node): Pick<Camera, "intrinsics" | "distortion"> => {
  const own = properties.or(null, (found) => found.at("distortion").or(null, (one) => one.object()))
  const pinhole = properties.or(undefined, (found) =>
    found.at("intrinsics_pinhole").or(undefined, (one) => one),
  )
  if (pinhole !== undefined) {
    const intrinsics = pinhole.at("camera_matrix").or(null, (matrix) => {
      const numbers = matrix.numbers(12)
      return [0, 4, 8].map((start) => numbers.slice(start, start + 3))
    })
    return { intrinsics, distortion: own ?? pinhole.at("distortion_coeffs").or(null, brownConrady) }
  }
  const fisheye = properties.or(undefined, (found) =>
    found.at("intrinsics_fisheye").or(undefined, (one) => one),
  )
  if (fisheye === undefined) return { intrinsics: null, distortion: own }
  const number = (key: string) => fisheye.at(key).or(0, (found) => found.number())
  const intrinsics = [
    [number("focal_length_x"), 0, number("center_x_px")],
    [0, number("focal_length_y"), number("center_y_px")],
    [0, 0, 1],
  ]
  const [k1 = 0, k2 = 0, k3 = 0, k4 = 0] = fisheye.at("lens_coeffs").or([], (found) => found.numbers())
  return { intrinsics, distortion: own ?? { model: "fisheye", coefficients: { k1, k2, k3, k4 } } }
}

const brownConrady = (node: Node): Camera["distortion"] => {
  const values = node.numbers()
  if (values.every((value) => value === 0)) return null
  const names = ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6"]
  return {
    model: "brown-conrady",
    coefficients: Object.fromEntries(names.slice(0, values.length).map((name, i) => [name, values[i]])),
  }
}
