/** Joints of skeletons, whose keypoints our writer names in `meta`: Label Studio has no skeletons, and keeps that field of a region. */
import type { Node } from "../files/Node.ts"
import { draw, type Joint, makeJoint } from "../model/exactShapes.ts"
import type { Drawing } from "../model/Scene.ts"

/** Whether `meta` of a region has nothing but a joint. */
export const isJoint = (region: Node): boolean =>
  region.at("meta").or(false, (meta) => typeof meta.object().joint === "string")

/** The names of all joints, at the first keypoint of a skeleton. */
export const readJointNames = (region: Node): ReadonlyArray<string> =>
  region
    .at("meta")
    .or([], (meta) => meta.at("joints").or([], (joints) => joints.items().map((joint) => joint.text())))

/** The skeletons of a task, by the ids of their annotations. */
export class JointReader {
  readonly #skeletons = new Map<number, Map<string, Joint>>()

  /** Adds the joint at a place to its annotation; nothing for a keypoint without a name. */
  add(region: Node, annotation: number, [x = 0, y = 0]: ReadonlyArray<number> = []): void {
    if (!isJoint(region)) return
    const meta = region.at("meta")
    const skeleton = this.#skeletons.get(annotation)
    const joints =
      skeleton ?? new Map(readJointNames(region).map((name) => [name, makeJoint(name, null, 0)] as const))
    if (skeleton === undefined) this.#skeletons.set(annotation, joints)
    const name = meta.at("joint").text()
    joints.set(name, makeJoint(name, [x, y], meta.at("visibility").value === 1 ? 1 : 2))
  }

  /** The annotation with its skeleton, where all of its points are joints. */
  finish(annotation: Drawing): Drawing {
    const joints = [...(this.#skeletons.get(annotation.id)?.values() ?? [])]
    const placed = joints.filter(({ visibility }) => visibility > 0)
    if (placed.length === 0 || placed.length !== annotation.points.length) return annotation
    return { ...annotation, ...draw({ type: "skeleton", joints }) }
  }
}
