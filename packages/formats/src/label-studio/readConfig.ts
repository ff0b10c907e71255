/** The labeling configuration, where it is among the files: exports of Label Studio do not have it. */
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"
import type { AttributeDefinition } from "../model/Dataset.ts"

export interface Config {
  /** In the order of the configuration. */
  readonly labels: ReadonlyArray<string>
  /** By the names of labels: red, green, blue from 0 to 255. */
  readonly colors: ReadonlyMap<string, ReadonlyArray<number>>
  /** Attributes of every region, by the controls that have their values. */
  readonly attributes: ReadonlyArray<AttributeDefinition>
  /** Controls whose values are true and false. */
  readonly truths: ReadonlySet<string>
  /** Whether masks alone are drawn. */
  readonly isSegmentation: boolean
  /** The columns of the task with images and videos, by the names that regions refer to. */
  readonly media: ReadonlyMap<string, string>
}

/** Null without a file whose root is `View`. */
export const readConfig = async (source: Source): Promise<Config | null> => {
  for (const path of source.paths.filter((one) => one.toLowerCase().endsWith(".xml"))) {
    const elements: Array<XmlElement> = []
    try {
      for await (const element of xmlChildren(source, path, "View"))
        elements.push(...flattenElements(element))
    } catch (cause) {
      // Another XML file says nothing about the tasks.
      if (cause instanceof FormatError) continue
      throw cause
    }
    return makeConfig(elements)
  }
  return null
}

const flattenElements = (element: XmlElement): ReadonlyArray<XmlElement> => [
  element,
  ...element.children.flatMap(flattenElements),
]

const drawing = /^(Rectangle|Polygon|KeyPoint|Vector|Ellipse|Brush)(Labels)?$/

const makeConfig = (elements: ReadonlyArray<XmlElement>): Config => {
  const tools = elements.filter(({ name }) => drawing.test(name))
  const media = elements.filter(({ name }) => name === "Image" || name === "Video")
  const choices = elements.filter(({ name }) => name === "Choices")
  return {
    labels: [
      ...new Set(
        elements.filter(({ name }) => name === "Label").flatMap((label) => label.optional("value") ?? []),
      ),
    ],
    colors: new Map(elements.flatMap(readColor)),
    attributes: elements.flatMap(readControlDefinition),
    truths: new Set(choices.filter(isTruth).flatMap((control) => control.optional("name") ?? [])),
    isSegmentation: tools.length > 0 && tools.every(({ name }) => name.startsWith("Brush")),
    media: new Map(
      media.map((medium, index) => [
        medium.optional("name") ?? `#${index}`,
        /^\$(\w+)$/.exec(medium.optional("value") ?? "")?.[1] ?? "",
      ]),
    ),
  }
}

const readValues = (control: XmlElement): ReadonlyArray<string> =>
  control.all("Choice").flatMap((one) => one.optional("value") ?? [])

const isTruth = (control: XmlElement): boolean => [...readValues(control)].sort().join() === "false,true"

const readColor = (element: XmlElement): ReadonlyArray<readonly [string, ReadonlyArray<number>]> => {
  const [name, background = ""] = [element.optional("value"), element.optional("background")]
  const color = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(background)
  if (element.name !== "Label" || name === undefined || color === null) return []
  return [[name, color.slice(1).map((part) => Number.parseInt(part, 16))]]
}

/** Of a control for each region; text needs no definition. */
const readControlDefinition = (control: XmlElement): ReadonlyArray<AttributeDefinition> => {
  const name = control.optional("name")
  if (name === undefined || control.optional("perRegion") !== "true") return []
  if (control.name === "Number" || control.name === "Rating") return [{ name, input_type: "number" }]
  if (control.name !== "Choices" || control.optional("choice") === "multiple") return []
  return isTruth(control)
    ? [{ name, input_type: "checkbox" }]
    : [{ name, input_type: "select", values: readValues(control) }]
}
