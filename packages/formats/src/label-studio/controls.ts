/** The controls of a labeling configuration: what draws shapes, and what has the values of attributes. */
import { formatAttribute } from "../carry/carryAttributes.ts"
import type { Losses } from "../carry/Losses.ts"
import { formatXmlElement } from "../files/xml.ts"
import type { AttributeDefinition, Dataset } from "../model/Dataset.ts"
import type { AttributeValue } from "../model/Scene.ts"

/** Tags that draw and label, by the type of annotations. The type of a region is the tag in lower case. */
export const shapeControls = {
  bbox: { tag: "RectangleLabels", name: "box-labels" },
  polygon: { tag: "PolygonLabels", name: "polygon-labels" },
  polyline: { tag: "VectorLabels", name: "line-labels" },
  point: { tag: "KeyPointLabels", name: "point-labels" },
  ellipse: { tag: "EllipseLabels", name: "ellipse-labels" },
  segment: { tag: "BrushLabels", name: "brush-labels" },
} as const

export type ValueTag = "choices" | "number" | "textarea"

interface Control {
  readonly name: string
  readonly tag: ValueTag
  readonly choices: ReadonlyArray<string>
}

export interface ValueResult {
  readonly from_name: string
  readonly type: ValueTag
  readonly value: Readonly<Record<string, unknown>>
}

/** A name that says more than the name of the attribute; `stripMark` leaves it out again. */
const markName = (name: string, mark: "text" | "image"): string => `${name} (${mark})`

/** The attribute of a control. */
export const stripMark = (control: string): string => control.replace(/ \((text|image)\)$/, "")

/** The controls for attributes: of those that are defined from the beginning, of others when they occur. */
export class ValueControls {
  readonly #controls = new Map<string, Control>()
  readonly #texts = new Set<string>()
  readonly #images = new Set<string>()
  #hasMasks = false

  constructor({ categories }: Dataset) {
    for (const { attributes } of categories)
      for (const definition of attributes) {
        const control = chooseControl(definition)
        const existing = this.#controls.get(definition.name)
        // One control serves all categories: values that do not fit it become text.
        if (control === undefined || (existing !== undefined && existing.tag !== control.tag)) continue
        const choices = [...new Set([...(existing?.choices ?? []), ...control.choices])]
        this.#controls.set(definition.name, { ...control, choices })
      }
  }

  /** The result for an attribute of an annotation, without its id. */
  result(name: string, value: AttributeValue): ValueResult {
    const control = stripMark(name) === name ? this.#controls.get(name) : undefined
    if (control?.tag === "number" && typeof value === "number")
      return { from_name: name, type: "number", value: { number: value } }
    const text = formatAttribute(value)
    if (control?.tag === "choices" && control.choices.includes(text))
      return { from_name: name, type: "choices", value: { choices: [text] } }
    const from_name = markName(name, "text")
    this.#texts.add(from_name)
    return { from_name, type: "textarea", value: { text: [text] } }
  }

  /** The result for an attribute of the image. */
  imageResult(name: string, value: AttributeValue): ValueResult {
    const from_name = markName(name, "image")
    this.#images.add(from_name)
    return { from_name, type: "textarea", value: { text: [formatAttribute(value)] } }
  }

  /** Masks are drawn among other shapes. */
  addMasks(): void {
    this.#hasMasks = true
  }

  /** The whole configuration. */
  config({ categories, taskType }: Dataset): string {
    const labels = categories.map(({ color, name }) =>
      formatXmlElement("Label", {
        value: name,
        background: color === null ? undefined : `#${color.slice(0, 3).map(formatHex).join("")}`,
      }),
    )
    const drawing = taskType.includes("segmentation")
      ? [shapeControls.segment]
      : Object.values(shapeControls).filter(({ tag }) => this.#hasMasks || tag !== "BrushLabels")
    const perRegion = { toName: "image", perRegion: "true" }
    const lines = [
      formatXmlElement("Image", { name: "image", value: "$image" }),
      ...drawing.map(({ name, tag }) =>
        formatXmlElement(
          tag,
          { name, toName: "image", ...(tag === "VectorLabels" && { closable: "false" }) },
          labels.join(""),
        ),
      ),
      ...[...this.#controls.values()].map(({ choices, name, tag }) =>
        tag === "number"
          ? formatXmlElement("Number", { name, ...perRegion })
          : formatXmlElement(
              "Choices",
              { name, ...perRegion, choice: "single" },
              choices.map((value) => formatXmlElement("Choice", { value })).join(""),
            ),
      ),
      ...[...this.#texts].sort().map((name) => formatXmlElement("TextArea", { name, ...perRegion })),
      ...[...this.#images].sort().map((name) => formatXmlElement("TextArea", { name, toName: "image" })),
    ]
    return `<View>\n  ${lines.join("\n  ")}\n</View>\n`
  }
}

const formatHex = (value: number): string => value.toString(16).padStart(2, "0")

/** Counts what the configuration does not say of attributes: all of text, and what controls lack. */
export const countDefinitions = ({ categories, imageAttributes, name }: Dataset, losses: Losses): void => {
  losses.add("definitions", `${name}: attributes of images`, imageAttributes.length)
  for (const category of categories) {
    if (category.color !== null && category.color.length > 3) losses.add("category-colors", category.name)
    for (const definition of category.attributes)
      if (
        chooseControl(definition) === undefined ||
        Object.keys(definition).some((key) => !controlKeys.has(key))
      )
        losses.add("definitions", `${category.name}: ${definition.name}`)
  }
}

const controlKeys: ReadonlySet<string> = new Set(["name", "input_type", "values"])

/** Undefined for text, which has a control when it occurs. */
const chooseControl = ({ input_type, name, values }: AttributeDefinition): Control | undefined => {
  // A name in the way of our other names has no such control.
  if (stripMark(name) !== name || name === "image" || name.endsWith("-labels")) return undefined
  if (input_type === "number") return { name, tag: "number", choices: [] }
  if (input_type === "checkbox") return { name, tag: "choices", choices: ["true", "false"] }
  if (input_type !== "select" || !Array.isArray(values)) return undefined
  return { name, tag: "choices", choices: values.map(String) }
}
