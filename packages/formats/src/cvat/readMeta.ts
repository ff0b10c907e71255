/** The beginning of a CVAT file: labels with their attributes, and what the task is. */

import { checkLimit, type Limits } from "../files/limits.ts"
import { lookup } from "../files/lookup.ts"
import type { XmlElement } from "../files/xml.ts"
import type { AttributeDefinition, Category } from "../model/Dataset.ts"
import type { Size, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
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
  const isVideo = owner.textOf("mode") === "interpolation"
  const count = owner.textOf("size")
  return {
    limits,
    taskName: owner.textOf("name"),
    isVideo,
    labels: labels.map((label) => labelOf(label, isVideo, skeletons)),
    isSegmentation: labels.length > 0 && labels.every((label) => label.textOf("type") === "mask"),
    frames: {
      start: wholeOr(0, owner, "start_frame"),
      step: Math.max(1, Number(/step=(\d+)/.exec(owner.textOf("frame_filter"))?.[1] ?? 1)),
      count: count === "" ? null : checkLimit(limits, "frames", wholeOr(0, owner, "size"), owner, "<size>"),
    },
    size: sizeOf(owner.child("original_size") ?? meta.child("original_size")),
    split: splitOf(owner.textOf("subset")),
  }
}

const wholeOr = (missing: number, owner: XmlElement, name: string): number => {
  const text = owner.textOf(name)
  const value = text === "" ? missing : owner.parsed(text, name)
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : owner.fail(`${name} must be a whole number from 0 on.`)
}

const sizeOf = (element: XmlElement | undefined): Size | null =>
  element === undefined
    ? null
    : { width: wholeOr(0, element, "width"), height: wholeOr(0, element, "height") }

export const splitOf = (subset: string | undefined): Split | null => toSet(subset ?? "")

const labelOf = (
  label: XmlElement,
  isVideo: boolean,
  skeletons: ReturnType<typeof readSkeletons>,
): Omit<Category, "id"> => {
  const skeleton = skeletons.get(label.textOf("name"))
  const color = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(label.textOf("color"))
  return {
    name: label.child("name")?.text ?? label.fail("a label has no name."),
    color: color === null ? null : color.slice(1).map((part) => Number.parseInt(part, 16)),
    hasInstances: true,
    attributes: (label.child("attributes")?.all("attribute") ?? []).map((one) => definitionOf(one, isVideo)),
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

const definitionOf = (element: XmlElement, isVideo: boolean): AttributeDefinition => {
  const values = (element.child("values")?.text ?? "").split("\n").filter((value) => value.trim() !== "")
  const input_type = lookup(inputTypes, element.textOf("input_type")) ?? inferInputType(values)
  const [min, max, step] = values.map(Number)
  const isRange = min !== undefined && max !== undefined && Number.isFinite(min) && Number.isFinite(max)
  const hasRange = input_type === "number" && isRange && element.textOf("input_type") === "number"
  return {
    name: element.child("name")?.text ?? element.fail("an attribute has no name."),
    input_type,
    ...(input_type === "select" && { values }),
    ...(hasRange && { min, max, ...(Number.isFinite(step) && { step }) }),
    ...defaultOf(input_type, element.child("default_value")?.text ?? ""),
    // In files of single images the mark says nothing.
    ...(isVideo && element.textOf("mutable").toLowerCase() === "false" && { is_track_level: true }),
  }
}

/** FiftyOne writes no input type, and lists the values that occur. */
const inferInputType = (values: ReadonlyArray<string>): string => {
  if (values.length === 0) return "text"
  if (values.every((value) => Number.isFinite(Number(value)))) return "number"
  return values.every((value) => /^(true|false)$/i.test(value)) ? "checkbox" : "select"
}

const defaultOf = (
  inputType: string,
  text: string,
): { readonly default_value?: string | number | boolean } => {
  const value = attributeValue(inputType, text)
  return text === "" || value === undefined ? {} : { default_value: value }
}

/** Undefined for a text that is no value of the type. */
export const attributeValue = (
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
