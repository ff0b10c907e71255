/** The beginning of a CVAT file: what the task is and which labels it has. */

import type { Losses } from "../carry/Losses.ts"
import { lookup } from "../files/lookup.ts"
import { xmlElement, xmlText } from "../files/xml.ts"
import type { AttributeDefinition, Category, Dataset } from "../model/Dataset.ts"
import type { Size, Split } from "../model/Scene.ts"

export interface Task {
  readonly name: string
  readonly mode: "annotation" | "interpolation"
  readonly isSegmentation: boolean
  readonly size?: number
  readonly split?: Split | null
  readonly frame?: Size
}

const leaf = (name: string, value: string | number): string => xmlElement(name, {}, xmlText(String(value)))

export const writeMeta = (dataset: Dataset, task: Task): string => {
  const labels = dataset.categories.map((category) => labelOf(category, task.isSegmentation)).join("")
  const size = task.frame && leaf("width", task.frame.width) + leaf("height", task.frame.height)
  const parts = [
    leaf("name", task.name),
    task.size === undefined ? "" : leaf("size", task.size),
    leaf("mode", task.mode),
    task.split == null ? "" : leaf("subset", task.split),
    xmlElement("labels", {}, labels),
    size === undefined ? "" : xmlElement("original_size", {}, size),
  ]
  const meta = xmlElement("meta", {}, xmlElement("task", {}, parts.join("")))
  return `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n${meta}\n`
}

const labelOf = ({ attributes, color, name }: Category, isSegmentation: boolean): string =>
  xmlElement(
    "label",
    {},
    leaf("name", name) +
      (color === null ? "" : leaf("color", `#${color.slice(0, 3).map(hex).join("")}`)) +
      leaf("type", isSegmentation ? "mask" : "any") +
      xmlElement("attributes", {}, attributes.map(definitionOf).join("")),
  )

const hex = (value: number): string => value.toString(16).padStart(2, "0")

const inputTypes: { readonly [inputType: string]: string } = {
  select: "select",
  number: "number",
  checkbox: "checkbox",
  text: "text",
}

const definitionOf = (definition: AttributeDefinition): string =>
  xmlElement(
    "attribute",
    {},
    leaf("name", definition.name) +
      leaf("mutable", definition.is_track_level === true ? "False" : "True") +
      leaf("input_type", lookup(inputTypes, definition.input_type) ?? "text") +
      leaf("default_value", definition.default_value == null ? "" : String(definition.default_value)) +
      leaf("values", valuesOf(definition).join("\n")),
  )

/** Of numbers: minimum, maximum and step. */
const valuesOf = (definition: AttributeDefinition): ReadonlyArray<string> => {
  const { input_type, max, min, step, values } = definition
  if (input_type === "number" && typeof min === "number" && typeof max === "number")
    return [String(min), String(max), String(typeof step === "number" ? step : 1)]
  if (input_type === "checkbox") return ["true", "false"]
  return input_type === "select" && Array.isArray(values) ? values.map(String) : []
}

/** Counts what the labels of CVAT do not have. */
export const countMetaLosses = ({ categories, imageAttributes }: Dataset, losses: Losses): void => {
  losses.add("definitions", "attributes of frames", imageAttributes.length)
  for (const { attributes, color, name } of categories) {
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
