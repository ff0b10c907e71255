/** The labeling configuration, where it is among the files: exports of Label Studio do not have it. */
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { type XmlElement, xmlChildren } from "../files/xml.ts"

export interface Config {
  /** In the order of the configuration. */
  readonly labels: ReadonlyArray<string>
  /** Controls whose values are true and false. */
  readonly truths: ReadonlySet<string>
  /** Whether masks alone are drawn. */
  readonly isSegmentation: boolean
  /** The column of the task with the image or video. */
  readonly column: string | null
}

/** Null without a file whose root is `View`. */
export const readConfig = async (source: Source): Promise<Config | null> => {
  for (const path of source.paths.filter((one) => one.toLowerCase().endsWith(".xml"))) {
    const found: Array<XmlElement> = []
    try {
      for await (const element of xmlChildren(source, path, "View")) found.push(...allOf(element))
    } catch (cause) {
      // Another XML file says nothing about the tasks.
      if (cause instanceof FormatError) continue
      throw cause
    }
    return configOf(found)
  }
  return null
}

const allOf = (element: XmlElement): ReadonlyArray<XmlElement> => [
  element,
  ...element.children.flatMap(allOf),
]

const drawing = /^(Rectangle|Polygon|KeyPoint|Vector|Ellipse|Brush)(Labels)?$/

const configOf = (elements: ReadonlyArray<XmlElement>): Config => {
  const tools = elements.filter(({ name }) => drawing.test(name))
  const media = elements.find(({ name }) => name === "Image" || name === "Video")
  const choices = elements.filter(({ name }) => name === "Choices")
  return {
    labels: [
      ...new Set(
        elements.filter(({ name }) => name === "Label").flatMap((label) => label.optional("value") ?? []),
      ),
    ],
    truths: new Set(
      choices
        .filter(
          (control) =>
            control
              .all("Choice")
              .map((one) => one.optional("value"))
              .sort()
              .join() === "false,true",
        )
        .flatMap((control) => control.optional("name") ?? []),
    ),
    isSegmentation: tools.length > 0 && tools.every(({ name }) => name.startsWith("Brush")),
    column: /^\$(\w+)$/.exec(media?.optional("value") ?? "")?.[1] ?? null,
  }
}
