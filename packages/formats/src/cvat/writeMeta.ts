/** The beginning of a CVAT file: what the task is and which labels it has. */

import type { Losses } from "../carry/Losses.ts"
import { lookup } from "../files/lookup.ts"
import { escapeXmlText, formatXmlElement } from "../files/xml.ts"
import type { AttributeDefinition, Category, Dataset, SkeletonDefinition } from "../model/Dataset.ts"
import type { Size, Split } from "../model/Scene.ts"

export interface Task {
  readonly name: string
  readonly mode: "annotation" | "interpolation"
  readonly isSegmentation: boolean
  readonly size?: number
  readonly split?: Split | null
  readonly frame?: Size
}

const formatLeaf = (name: string, value: string | number): string =>
  formatXmlElement(name, {}, escapeXmlText(String(value)))

export const writeMeta = (dataset: Dataset, task: Task): string => {
  const labels = dataset.categories.map((category) => formatLabel(category, task.isSegmentation)).join("")
  const size = task.frame && formatLeaf("width", task.frame.width) + formatLeaf("height", task.frame.height)
  const parts = [
    formatLeaf("name", task.name),
    task.size === undefined ? "" : formatLeaf("size", task.size),
    formatLeaf("mode", task.mode),
    task.split == null ? "" : formatLeaf("subset", task.split),
    formatXmlElement("labels", {}, labels),
    size === undefined ? "" : formatXmlElement("original_size", {}, size),
  ]
  const meta = formatXmlElement("meta", {}, formatXmlElement("task", {}, parts.join("")))
  return `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n${meta}\n`
}

const formatLabel = (category: Category, isSegmentation: boolean): string => {
  const { attributes, color, name } = category
  const skeleton = isSegmentation ? undefined : category.skeleton
  const joints = (skeleton?.joints ?? []).map((joint) =>
    formatXmlElement(
      "label",
      {},
      formatLeaf("name", joint.name) +
        formatLeaf("type", "points") +
        formatXmlElement("attributes", {}) +
        formatLeaf("parent", name),
    ),
  )
  const label = formatXmlElement(
    "label",
    {},
    formatLeaf("name", name) +
      (color === null ? "" : formatLeaf("color", `#${color.slice(0, 3).map(formatHex).join("")}`)) +
      formatLeaf("type", skeleton !== undefined ? "skeleton" : isSegmentation ? "mask" : "any") +
      formatXmlElement("attributes", {}, attributes.map(formatDefinition).join("")) +
      (skeleton === undefined ? "" : formatLeaf("svg", formatSkeletonSvg(skeleton))),
  )
  return label + joints.join("")
}

/** The drawing of a skeleton in CVAT's editor: its joints on a circle, in percent, and lines for its edges. */
const formatSkeletonSvg = ({ edges, joints }: SkeletonDefinition): string => {
  const places = joints.map(({ name }, index) => {
    const angle = (2 * Math.PI * index) / joints.length
    return { name, x: (50 + 40 * Math.sin(angle)).toFixed(2), y: (50 - 40 * Math.cos(angle)).toFixed(2) }
  })
  const findJointNumber = (name: string) => joints.findIndex((joint) => joint.name === name) + 1
  const lines = edges.map(([from, to]) => {
    const [a, b] = [places[findJointNumber(from) - 1], places[findJointNumber(to) - 1]]
    const ends = { x1: a?.x, y1: a?.y, x2: b?.x, y2: b?.y }
    return formatXmlElement("line", {
      ...ends,
      "data-type": "edge",
      "data-node-from": findJointNumber(from),
      "data-node-to": findJointNumber(to),
    })
  })
  const circles = places.map(({ name, x, y }, index) =>
    formatXmlElement("circle", {
      r: 0.75,
      cx: x,
      cy: y,
      "data-type": "element node",
      "data-element-id": index + 1,
      "data-node-id": index + 1,
      "data-label-name": name,
    }),
  )
  return [...lines, ...circles].join("")
}

const formatHex = (value: number): string => value.toString(16).padStart(2, "0")

const inputTypes: { readonly [inputType: string]: string } = {
  select: "select",
  number: "number",
  checkbox: "checkbox",
  text: "text",
}

const formatDefinition = (definition: AttributeDefinition): string =>
  formatXmlElement(
    "attribute",
    {},
    formatLeaf("name", definition.name) +
      formatLeaf("mutable", definition.is_track_level === true ? "False" : "True") +
      formatLeaf("input_type", lookup(inputTypes, definition.input_type) ?? "text") +
      formatLeaf("default_value", definition.default_value == null ? "" : String(definition.default_value)) +
      formatLeaf("values", formatValues(definition).join("\n")),
  )

/** Of numbers: minimum, maximum and step. */
const formatValues = (definition: AttributeDefinition): ReadonlyArray<string> => {
  const { input_type, max, min, step, values } = definition
  if (input_type === "number" && typeof min === "number" && typeof max === "number")
    return [String(min), String(max), String(typeof step === "number" ? step : 1)]
  if (input_type === "checkbox") return ["true", "false"]
  return input_type === "select" && Array.isArray(values) ? values.map(String) : []
}

/** Counts what the labels of CVAT do not have. */
export const countMetaLosses = ({ categories, imageAttributes, taskType }: Dataset, losses: Losses): void => {
  const isSegmentation = taskType.includes("segmentation")
  losses.add("definitions", "attributes of frames", imageAttributes.length)
  for (const { attributes, color, name, skeleton } of categories) {
    if (isSegmentation && skeleton !== undefined) losses.add("skeletons", name)
    else if (skeleton?.flip.length || skeleton?.joints.some(({ sigma }) => sigma !== undefined))
      losses.add("skeletons", `${name}: sigmas and mirrored joints`)
    if (color !== null && color.length > 3) losses.add("category-colors", name)
    for (const definition of attributes)
      if (isReduced(definition)) losses.add("definitions", `${name}: ${definition.name}`)
  }
}

const isReduced = (definition: AttributeDefinition): boolean => {
  const { input_type, max, min, sensor_filter, step } = definition
  return (
    lookup(inputTypes, input_type) === undefined ||
    definition.is_mandatory === true ||
    definition.synced_across_sensors === true ||
    (sensor_filter != null && sensor_filter !== "all") ||
    (input_type === "number" && (min == null) !== (max == null)) ||
    (input_type === "number" && step != null && min == null)
  )
}
