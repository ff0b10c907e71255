/**
 * Keeps `shape` of annotations true to their contract parts when a client writes a label, see `docs/exact-shapes.md`. Edits the text in
 * place: all else keeps its digits, escapes and order. Pure.
 */
import { type Scene, type Span, walkLabel } from "../config/migration/LabelWalk.ts"
import { TextEdits } from "../config/migration/TextEdits.ts"
import type { TaskType } from "../domain/Dataset.ts"
import type { Violation } from "../domain/errors.ts"
import { computeContractDigest } from "../domain/exactShape/contractDigest.ts"
import { castToJsonText, type JsonText } from "../domain/JsonText.ts"
import { findValueEnd, isObjectAt, visitMembers } from "../domain/jsonSpans.ts"

export interface SettledShapes {
  /** The same string where no shape had to be changed. */
  readonly attributes: JsonText
  /** The shapes that were dropped. Pointers begin with `/attributes`. */
  readonly advice: ReadonlyArray<Violation>
}

/** The maximum number of remarks in an answer. */
const maxAdvice = 100

/**
 * Drops shapes that were made from other points, gives the others their digest where it is missing, and restores those of `before` that a client
 * left out without a change of the points.
 */
export const resolveShapes = (sent: JsonText, before: JsonText | null, taskType: TaskType): SettledShapes => {
  if (!hasImages(taskType)) return { attributes: sent, advice: [] }
  const isStored = before !== null && before !== sent && canHaveShape(before)
  if (!(canHaveShape(sent) || isStored)) return { attributes: sent, advice: [] }
  const stored = isStored ? collectShapes(before) : noShapes
  const edits = new TextEdits(sent)
  const advice: Array<Violation> = []
  forEachAnnotation(sent, (annotation) => {
    const { contract, shape } = annotation
    if (shape === undefined) restore(annotation, stored, edits)
    else if (contract !== undefined && isObjectAt(sent, shape[0]))
      resolveShape(sent, annotation, shape, contract, edits, advice)
  })
  return { attributes: castToJsonText(edits.apply()), advice }
}

const hasImages = (taskType: TaskType): boolean =>
  taskType === "vector" ||
  taskType === "bboxes" ||
  taskType === "keypoints" ||
  taskType === "image-vector-sequence" ||
  taskType === "multisensor-sequence"

/** Whether a key may be `shape`, which may be written with escapes. Quotes are everywhere, so that the search does not begin with one. */
const canHaveShape = (text: string): boolean => text.includes('shape"') || text.includes("\\u00")

interface FoundAnnotation {
  /** The sensor, the frame and the id, which name the annotation in a label. */
  readonly key: string
  readonly pointer: string
  /** The members, each from its key to the end of its value. */
  readonly members: ReadonlyArray<Span>
  readonly shape: Span | undefined
  /** The position of `shape` among the members. */
  readonly shapeAt: number
  /** The text of `type` and of `points`; undefined where one is missing. */
  readonly contract: readonly [type: string, points: string] | undefined
}

const forEachAnnotation = (text: string, visit: (found: FoundAnnotation) => void): void => {
  const scenes = walkLabel(text, {
    scene: (scene) => {
      if (scene.kind === "3D") return
      for (const [index, { span }] of scene.annotations.entries())
        if (isObjectAt(text, span[0])) visit(readAnnotation(text, span, scene, index))
    },
    links: () => {},
  })
  while (scenes.next().done !== true);
}

const readAnnotation = (text: string, span: Span, scene: Scene, index: number): FoundAnnotation => {
  const members: Array<Span> = []
  const values = new Map<string, Span>()
  let shapeAt = -1
  visitMembers(text, span[0], (key, value, keyStart) => {
    const end = findValueEnd(text, value)
    if (key === "shape") shapeAt = members.length
    members.push([keyStart, end])
    values.set(key, [value, end])
    return end
  })
  const readMember = (key: string) => {
    const valueSpan = values.get(key)
    return valueSpan === undefined ? undefined : text.slice(...valueSpan)
  }
  const [type, points, id] = [readMember("type"), readMember("points"), readMember("id")]
  return {
    key: JSON.stringify([scene.sensor, scene.frame, Number(id)]),
    pointer: `${scene.pointer}/annotations/${index}`,
    members,
    shape: values.get("shape"),
    shapeAt,
    contract: type === undefined || points === undefined ? undefined : [type, points],
  }
}

/** The texts of shapes by their annotation and the digest of its contract part. */
type StoredShapes = ReadonlyMap<string, ReadonlyMap<string, string>>

const noShapes: StoredShapes = new Map()

const collectShapes = (text: string): StoredShapes => {
  const shapes = new Map<string, Map<string, string>>()
  forEachAnnotation(text, ({ contract, key, shape }) => {
    if (contract === undefined || shape === undefined || !isObjectAt(text, shape[0])) return
    const shapeText = text.slice(...shape)
    const digest = computeDigest(contract)
    if (digest === undefined || readDigest(shapeText) !== digest) return
    const byDigest = shapes.get(key) ?? new Map<string, string>()
    shapes.set(key, byDigest)
    byDigest.set(digest, shapeText)
  })
  return shapes
}

const restore = (
  { contract, key, members }: FoundAnnotation,
  stored: StoredShapes,
  edits: TextEdits,
): void => {
  const shapes = stored.get(key)
  const last = members.at(-1)
  if (shapes === undefined || contract === undefined || last === undefined) return
  const digest = computeDigest(contract)
  const shape = digest === undefined ? undefined : shapes.get(digest)
  if (shape !== undefined) edits.replace(last[1], last[1], `,"shape":${shape}`)
}

const resolveShape = (
  text: string,
  { members, pointer, shapeAt }: FoundAnnotation,
  shape: Span,
  contract: readonly [string, string],
  edits: TextEdits,
  advice: Array<Violation>,
): void => {
  // Points that are no points are refused with the structure of the label.
  const digest = computeDigest(contract)
  if (digest === undefined) return
  const sent = readDigest(text.slice(...shape))
  if (sent === digest) return
  if (sent === undefined) {
    const isEmpty = /^\{\s*\}$/.test(text.slice(...shape))
    if (!isEmpty) edits.replace(shape[1] - 1, shape[1] - 1, `,"sha256":"${digest}"`)
    return
  }
  edits.removeItems(members, (index) => index === shapeAt)
  if (advice.length < maxAdvice) advice.push({ pointer: `/attributes${pointer}/shape`, message: wasDropped })
}

const wasDropped =
  "was dropped: it was made from other points than those of this annotation, so its exact shape is lost"

/** The member `sha256`; undefined without one, so that the server gives it. */
const readDigest = (shape: string): unknown => {
  const { sha256 }: { readonly sha256?: unknown } = JSON.parse(shape)
  return sha256
}

/** Undefined for points that no digest describes. */
const computeDigest = ([type, points]: readonly [string, string]): string | undefined => {
  const parsed: unknown = JSON.parse(points)
  const name: unknown = JSON.parse(type)
  return isContractType(name) && isPoints(parsed)
    ? computeContractDigest({ type: name, points: parsed })
    : undefined
}

const isContractType = (type: unknown): type is "bbox" | "polygon" | "polyline" | "point" =>
  type === "bbox" || type === "polygon" || type === "polyline" || type === "point"

const isPoints = (value: unknown): value is ReadonlyArray<ReadonlyArray<number>> =>
  Array.isArray(value) && value.every((point) => Array.isArray(point) && point.every(Number.isFinite))
