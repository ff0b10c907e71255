/** Edits of the joints of a skeleton in the text of a label. Everything else of the shape keeps its digits and order. */
import { computeContractDigest } from "../../domain/exactShape/contractDigest.ts"
import { readExactShape } from "../../domain/exactShape/readExactShape.ts"
import { toContract } from "../../domain/exactShape/toContract.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems, visitMembers } from "../../domain/jsonSpans.ts"
import type { Span } from "./LabelWalk.ts"
import type { PlannedJointEdit } from "./Step.ts"
import { TextEdits } from "./TextEdits.ts"

export interface EditedJoints {
  /** `null` where no labeled joint is left. */
  readonly shape: string
  /** The places of the joints that are left; undefined where they are the same as before. */
  readonly points: string | undefined
}

/** Undefined where no edit concerns the shape. `note` is called with each action that does. */
export const editJoints = (
  shape: string,
  edits: ReadonlyArray<PlannedJointEdit>,
  note: (action: number) => void,
): EditedJoints | undefined => {
  if (edits.length === 0 || !isObjectAt(shape, 0)) return undefined
  if ("problem" in readExactShape(JSON.parse(shape)) || JSON.parse(shape).type !== "skeleton")
    return undefined
  let text = shape
  let isDropped = false
  for (const { action, from, to } of edits) {
    const edited = editJoint(text, from, to)
    if (edited === text) continue
    note(action)
    text = edited
    isDropped ||= to === null
  }
  if (text === shape) return undefined
  return isDropped ? removePlaces(text) : { shape: text, points: undefined }
}

const editJoint = (text: string, from: string, to: string | null): string => {
  const joints = findJoints(text)
  const isNamed = (joint: FoundJoint) => readName(text, joint) === from
  const edits = new TextEdits(text)
  if (to === null)
    edits.removeItems(
      joints.map(({ span }) => span),
      (index) => joints[index] !== undefined && isNamed(joints[index]),
    )
  else if (joints.some(isNamed))
    for (const joint of joints) {
      if (joint.name === undefined) continue
      // A joint that no configuration has may have the new name: two of one name would make the shape unreadable.
      if (isNamed(joint)) edits.replace(...joint.name, JSON.stringify(to))
      else if (readName(text, joint) === to)
        edits.replace(...joint.name, JSON.stringify(findFreeName(text, joints, to)))
    }
  return edits.apply()
}

interface FoundJoint {
  readonly span: Span
  readonly name: Span | undefined
}

const readName = (text: string, { name }: FoundJoint): unknown =>
  name === undefined ? undefined : JSON.parse(text.slice(...name))

const findFreeName = (text: string, joints: ReadonlyArray<FoundJoint>, name: string): string => {
  const taken = new Set(joints.map((joint) => readName(text, joint)))
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}

const findJoints = (text: string): ReadonlyArray<FoundJoint> => {
  const list = findMember(text, 0, "joints")
  const joints: Array<FoundJoint> = []
  if (list === undefined || !isArrayAt(text, list[0])) return joints
  visitItems(text, list[0], (at) => {
    const end = findValueEnd(text, at)
    joints.push({ span: [at, end], name: findMember(text, at, "name") })
    return end
  })
  return joints
}

const findMember = (text: string, at: number, name: string): Span | undefined => {
  let span: Span | undefined
  visitMembers(text, at, (key, value) => {
    const end = findValueEnd(text, value)
    if (key === name) span = [value, end]
    return end
  })
  return span
}

/** A shape with fewer joints has fewer points, and the digest of those. */
const removePlaces = (text: string): EditedJoints => {
  const shape = readExactShape(JSON.parse(text))
  if ("problem" in shape) return { shape: "null", points: undefined }
  const contract = toContract(shape)
  const digest = findMember(text, 0, "sha256")
  const edits = new TextEdits(text)
  if (digest !== undefined) edits.replace(...digest, JSON.stringify(computeContractDigest(contract)))
  return { shape: edits.apply(), points: JSON.stringify(contract.points) }
}
