/** Reads poses and cameras out of coordinate systems, transforms and streams. */
import type { Node } from "../files/Node.ts"
import { fromPoseMatrix } from "../model/matrix.ts"
import { compose, fromOpenCvPose, identity, invert, normalizeQuaternion } from "../model/poses.ts"
import { fromEulerAngles } from "../model/rotation.ts"
import type { Camera, Pose } from "../model/Scene.ts"
import { type Reading, readIntrinsics, readSize } from "./intrinsics.ts"

/** Any of the three ways to write a transform, or the list of 16 numbers that VCD 4.3 has instead of them. */
const readPose = (node: Node): Pose => {
  const matrix = Array.isArray(node.value) ? node : node.at("matrix4x4")
  if (matrix.isPresent)
    return fromPoseMatrix(matrix.numbers(16)) ?? matrix.fail("is not a rotation with a translation.")
  const [x = 0, y = 0, z = 0] = node.at("translation").numbers(3)
  const position = { x, y, z }
  const angles = node.at("euler_angles")
  if (angles.isPresent) {
    const sequence = node.at("sequence").or("ZYX", (found) => found.text().toUpperCase())
    if (!/^[XYZ]{3}$/.test(sequence)) node.at("sequence").fail("must be three of the axes X, Y and Z.")
    return { position, rotation: fromEulerAngles(sequence, angles.numbers(3)) }
  }
  const [qx = 0, qy = 0, qz = 0, qw = 0] = node.at("quaternion").numbers(4)
  const rotation = normalizeQuaternion({ qx, qy, qz, qw }) ?? node.at("quaternion").fail("has length 0.")
  return { position, rotation }
}

/** The pose of a transform. VCD 4.3 has another name for it. */
const readTransform = (transform: Node): Pose => {
  const matrix = transform.at("transform_src_to_dst_4x4")
  return readPose(matrix.isPresent ? matrix : transform.at("transform_src_to_dst"))
}

/** VCD 4.3 writes an empty list for a system whose pose it does not know. */
const isStated = ({ isPresent, value }: Node): boolean =>
  isPresent && !(Array.isArray(value) && value.length === 0)

/** The transforms of a frame. */
export const listTransforms = (frame: Node): ReadonlyArray<Node> =>
  frame
    .at("frame_properties")
    .or([], (properties) =>
      properties.at("transforms").or([], (found) => found.keys().map((name) => found.at(name))),
    )

/** The tree of coordinate systems in one frame. */
export class Systems {
  readonly #systems: Node
  readonly #transforms: ReadonlyArray<Node>

  constructor(root: Node, frame: Node) {
    this.#systems = root.at("coordinate_systems")
    this.#transforms = listTransforms(frame)
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

  /** From one system to another, which is above it or below it, or has an ancestor in common. Null where nothing connects them. */
  between(from: string, to: string): Pose | null {
    const up = this.#steps(from)
    const direct = up.findIndex((step) => step.parent === to)
    if (direct >= 0) return composeSteps(up.slice(0, direct + 1))
    const other = this.#steps(to)
    const below = other.findIndex((step) => step.parent === from)
    if (below >= 0) return invert(composeSteps(other.slice(0, below + 1)))
    const common = up.findIndex((step) => other.some(({ parent }) => parent === step.parent))
    const parent = up[common]?.parent
    if (parent === undefined) return null
    const down = other.slice(0, other.findIndex((step) => step.parent === parent) + 1)
    return compose(invert(composeSteps(down)), composeSteps(up.slice(0, common + 1)))
  }

  /** As `between`, for shapes: null also where a step has no pose in this frame, since the identity would only be a guess. */
  placeBetween(from: string, to: string): Pose | null {
    const [up, down] = [this.#steps(from), this.#steps(to)]
    const ends = (steps: ReadonlyArray<Step>, name: string) => [name, ...steps.map(({ parent }) => parent)]
    const common = ends(up, from).find((name) => ends(down, to).includes(name))
    if (common === undefined) return null
    const used = [
      ...up.slice(0, ends(up, from).indexOf(common)),
      ...down.slice(0, ends(down, to).indexOf(common)),
    ]
    return used.every(({ isStated }) => isStated) ? this.between(from, to) : null
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
        return makeFrameStep(dst, readTransform(transform))
      if (dst === name && src === parent && parent !== "")
        return makeFrameStep(parent, invert(readTransform(transform)))
    }
    if (system === undefined || parent === "") return undefined
    const stated = system.at("pose_wrt_parent")
    const pose = isStated(stated) ? readPose(stated) : undefined
    return { parent, pose: pose ?? identity, isOfFrame: false, isStated: pose !== undefined }
  }
}

const makeFrameStep = (parent: string, pose: Pose): Step => ({
  parent,
  pose,
  isOfFrame: true,
  isStated: true,
})

interface Step {
  readonly parent: string
  readonly pose: Pose
  readonly isOfFrame: boolean
  /** The document says the pose; without one it is taken to be the identity. */
  readonly isStated: boolean
}

const composeSteps = (steps: ReadonlyArray<Step>): Pose =>
  steps.slice(1).reduce((pose, step) => compose(step.pose, pose), steps[0]?.pose ?? identity)

export const readCamera = (
  name: string | null,
  uri: string | null,
  properties: Node,
  pose: Pose | null,
  reading: Reading,
): Camera => {
  const convention = properties.or("OpenCV", (found) =>
    found.at("camera_convention").or("", (own) => own.text()) === "OpenGL" ? "OpenGL" : "OpenCV",
  )
  return {
    name,
    url: uri,
    size: readSize(properties),
    ...readIntrinsics(properties, reading),
    extrinsics: pose && fromOpenCvPose(pose, convention),
    convention,
  }
}
