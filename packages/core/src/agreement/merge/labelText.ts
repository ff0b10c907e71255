/** The places of scenes and annotations in the text of a label, and edits of its objects that keep all other text. */
import { isEqualJson } from "../../domain/equalJson.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems, visitMembers } from "../../domain/jsonSpans.ts"
import { makeSceneKey } from "../labels/readObjects.ts"

export type Span = readonly [start: number, end: number]

export interface SceneText {
  /** The offset behind its opening brace. */
  readonly inside: number
  readonly isEmpty: boolean
  readonly annotations: Span | undefined
  readonly items: ReadonlyArray<Span>
  readonly imageAttributes: Span | undefined
  /** The value with the ids of pixels or points; undefined in a scene that is not segmented. */
  readonly elements: { readonly key: ElementsKey; readonly span: Span } | undefined
}

type ElementsKey = "point_annotations" | "segmentation_bitmap"

export interface LinksText {
  /** The key of the scene that has the links; null for those of a sensor and of the label. */
  readonly scene: string | null
  readonly list: Span
}

export interface LabelTextParts {
  /** By the key of the scene. */
  readonly scenes: ReadonlyMap<string, SceneText>
  /** The lists of links of scenes, sensors and the label. */
  readonly links: ReadonlyArray<LinksText>
}

type Members = ReadonlyMap<string, Span>

/** Whether a key may be in a text, found without walking over it: false for most labels that lack it, true for all that have it. */
export const canHaveKey = (text: string, key: string): boolean => text.includes(key) || text.includes("\\u")

/** Reads a label whose structure `readLabel` has found well-formed. */
export const readLabelText = (text: string): LabelTextParts => {
  const scenes = new Map<string, SceneText>()
  const links: Array<LinksText> = []
  const addLinks = (members: Members, scene: string | null = null): void => {
    const list = members.get("links")
    if (list !== undefined && isArrayAt(text, list[0])) links.push({ scene, list })
  }
  const addScene = (sensor: string | null, frame: number, at: number): void => {
    const members = readSpans(text, at)
    const key = makeSceneKey(sensor, frame)
    scenes.set(key, readScene(text, at, members))
    addLinks(members, key)
  }
  const addFrames = (sensor: string | null, frames: Span | undefined): void => {
    for (const [frame, [at]] of listItems(text, frames).entries())
      if (isObjectAt(text, at)) addScene(sensor, frame, at)
  }
  const top = readSpans(text, 0)
  if (top.has("sensors"))
    for (const [at] of listItems(text, top.get("sensors"))) {
      const members = readSpans(text, at)
      const [attributes, name] = [members.get("attributes"), members.get("name")]
      if (attributes === undefined || name === undefined || !isObjectAt(text, attributes[0])) continue
      const inner = readSpans(text, attributes[0])
      addFrames(JSON.parse(text.slice(...name)), inner.get("frames"))
      addLinks(inner)
    }
  else if (top.has("frames")) addFrames(null, top.get("frames"))
  else addScene(null, 0, 0)
  if (top.has("sensors") || top.has("frames")) addLinks(top)
  return { scenes, links }
}

const readScene = (text: string, at: number, members: Members): SceneText => ({
  inside: at + 1,
  isEmpty: members.size === 0,
  annotations: members.get("annotations"),
  items: listItems(text, members.get("annotations")),
  imageAttributes: members.get("image_attributes"),
  elements: readElements(members, "point_annotations") ?? readElements(members, "segmentation_bitmap"),
})

const readElements = (members: Members, key: ElementsKey): SceneText["elements"] => {
  const span = members.get(key)
  return span === undefined ? undefined : { key, span }
}

/** The spans of the values by key. Of a repeated key the last one, as JSON is parsed. */
export const readSpans = (text: string, at: number): Members => {
  const members = new Map<string, Span>()
  visitMembers(text, at, (key, value) => {
    const end = findValueEnd(text, value)
    members.set(key, [value, end])
    return end
  })
  return members
}

export const listItems = (text: string, list: Span | undefined): ReadonlyArray<Span> => {
  const items: Array<Span> = []
  if (list === undefined || !isArrayAt(text, list[0])) return items
  visitItems(text, list[0], (at) => {
    const end = findValueEnd(text, at)
    items.push([at, end])
    return end
  })
  return items
}

/** The text of an object with other values; null removes a member. Members that are equal as JSON keep their text. */
export const setMembers = (text: string, values: ReadonlyMap<string, string | null>): string => {
  const rest = new Map(values)
  const written: Array<string> = []
  let isChanged = false
  visitMembers(text, 0, (key, value, keyStart) => {
    const end = findValueEnd(text, value)
    const next = rest.get(key)
    if (next === undefined || (next !== null && isEqualJson(next, text.slice(value, end))))
      written.push(text.slice(keyStart, end))
    else {
      isChanged = true
      if (next !== null) written.push(text.slice(keyStart, value) + next)
    }
    rest.delete(key)
    return end
  })
  for (const [key, next] of rest)
    if (next !== null) {
      isChanged = true
      written.push(`${JSON.stringify(key)}:${next}`)
    }
  return isChanged ? `{${written.join(",")}}` : text
}

/** A replacement in a text. */
export interface Edit {
  readonly span: Span
  readonly by: string
}

/** Applies replacements of parts that do not overlap. */
export const applyEdits = (text: string, edits: ReadonlyArray<Edit>): string => {
  let edited = ""
  let at = 0
  for (const { by, span } of edits.toSorted((a, b) => a.span[0] - b.span[0])) {
    edited += text.slice(at, span[0]) + by
    at = span[1]
  }
  return edited + text.slice(at)
}

/** The number that a member of an object is; undefined for anything else. */
export const readNumber = (text: string, key: string): number | undefined => {
  const span = isObjectAt(text, 0) ? readSpans(text, 0).get(key) : undefined
  const value: unknown = span === undefined ? undefined : JSON.parse(text.slice(...span))
  return typeof value === "number" ? value : undefined
}
