/** The beginning of a CVAT file: labels with their attributes, and what the task is. */

import { checkLimit, type Limits } from "../files/limits.ts"
import { lookup } from "../files/lookup.ts"
import type { XmlElement } from "../files/xml.ts"
import type { AttributeDefinition, Category } from "../model/Dataset.ts"
import type { Size, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { toStatedSize } from "../model/statedSize.ts"
import { readSkeletons } from "./readSkeletons.ts"

export interface Meta {
  /** Those of the source. */
  readonly limits: Limits
  readonly taskName: string
  readonly isVideo: boolean
  readonly labels: ReadonlyArray<Omit<Category, "id">>
  /** Whether all labels are for masks. */
  readonly isSegmentation: boolean
  readonly frames: { readonly start: number; readonly step: number; readonly count: number | null }
  readonly size: Size | null
  readonly split: Split | null
}

export const readMeta = (meta: XmlElement, limits: Limits): Meta => {
  const owner = meta.child("task") ?? meta.child("job") ?? meta.child("project") ?? meta
  const all = (owner.child("labels") ?? meta.child("labels"))?.all("label") ?? []
  const labels = all.filter((label) => label.child("parent") === undefined)
  const skeletons = readSkeletons(all)
  const isVideo = owner.requireText("mode") === "interpolation"
  const count = owner.requireText("size")
  return {
    limits,
    taskName: owner.requireText("name"),
    isVideo,
    labels: labels.map((label) => readLabel(label, isVideo, skeletons)),
    isSegmentation: labels.length > 0 && labels.every((label) => label.requireText("type") === "mask"),
    frames: {
      start: readWholeOr(0, owner, "start_frame"),
      step: Math.max(1, Number(/step=(\d+)/.exec(owner.requireText("frame_filter"))?.[1] ?? 1)),
      count:
        count === "" ? null : checkLimit(limits, "frames", readWholeOr(0, owner, "size"), owner, "<size>"),
    },
    size: readOriginalSize(owner.child("original_size") ?? meta.child("original_size")),
    split: toSplit(owner.requireText("subset")),
  }
}

const readWholeOr = (missing: number, owner: XmlElement, name: string): number => {
  const text = owner.requireText(name)
  const value = text === "" ? missing : owner.parseNumber(text, name)
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : owner.fail(`${name} must be a whole number from 0 on.`)
}

const readOriginalSize = (element: XmlElement | undefined): Size | null =>
  element === undefined
    ? null
    : toStatedSize({ width: readWholeOr(0, element, "width"), height: readWholeOr(0, element, "height") })

export const toSplit = (subset: string | undefined): Split | null => toSet(subset ?? "")

const readLabel = (
  label: XmlElement,
  isVideo: boolean,
  skeletons: ReturnType<typeof readSkeletons>,
): Omit<Category, "id"> => {
  const skeleton = skeletons.get(label.requireText("name"))
  const color = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(label.requireText("color"))
  return {
    name: label.child("name")?.text ?? label.fail("a label has no name."),
    color: color === null ? null : color.slice(1).map((part) => Number.parseInt(part, 16)),
    hasInstances: true,
    attributes: (label.child("attributes")?.all("attribute") ?? []).map((one) =>
      readDefinition(one, isVideo),
    ),
    ...(skeleton !== undefined && { skeleton }),
  }
}

const inputTypes: { readonly [inputType: string]: string } = {
  select: "select",
  radio: "select",
  number: "number",
  checkbox: "checkbox",
  text: "text",
}

const readDefinition = (element: XmlElement, isVideo: boolean): AttributeDefinition => {
  const values = (element.child("values")?.text ?? "").split("\n").filter((value) => value.trim() !== "")
  const input_type = lookup(inputTypes, element.requireText("input_type")) ?? inferInputType(values)
  const [min, max, step] = values.map(Number)
  const isRange = min !== undefined && max !== undefined && Number.isFinite(min) && Number.isFinite(max)
  const hasRange = input_type === "number" && isRange && element.requireText("input_type") === "number"
  return {
    name: element.child("name")?.text ?? element.fail("an attribute has no name."),
    input_type,
    ...(input_type === "select" && { values }),
    ...(hasRange && { min, max, ...(Number.isFinite(step) && { step }) }),
    ...readDefault(input_type, element.child("default_value")?.text ?? ""),
    // In files of single images the mark says nothing.
    ...(isVideo && readMutable(element)),
  }
}

/** A value of a mutable attribute holds in the later frames of a track, until the next keyframe has another one. */
const readMutable = (element: XmlElement): Partial<AttributeDefinition> => {
  const mutable = element.requireText("mutable").toLowerCase()
  if (mutable === "false") return { is_track_level: true }
  return mutable === "true" ? { applies_to_later_frames: true } : {}
}

/** FiftyOne writes no input type, and lists the values that occur. */
const inferInputType = (values: ReadonlyArray<string>): string => {
  if (values.length === 0) return "text"
  if (values.every((value) => Number.isFinite(Number(value)))) return "number"
  return values.every((value) => /^(true|false)$/i.test(value)) ? "checkbox" : "select"
}

const readDefault = (
  inputType: string,
  text: string,
): { readonly default_value?: string | number | boolean } => {
  const value = parseAttributeValue(inputType, text)
  return text === "" || value === undefined ? {} : { default_value: value }
}

/** Undefined for a text that is no value of the type. */
export const parseAttributeValue = (
  inputType: string | undefined,
  text: string,
): string | number | boolean | undefined => {
  if (inputType === "number") {
    const value = text.trim() === "" ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value : undefined
  }
  if (inputType !== "checkbox") return text
  const lower = text.toLowerCase()
  return lower === "true" ? true : lower === "false" ? false : undefined
}
