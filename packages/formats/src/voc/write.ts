/** Writes `Annotations/NAME.xml` for each image in `JPEGImages/`, `ImageSets/Main/SET.txt` and `labelmap.txt`. */
import type { WriteContext, Writer } from "../Format.ts"
import { getEnding } from "../files/paths.ts"
import { type OutputFile, writeFile } from "../files/Target.ts"
import { escapeXmlText } from "../files/xml.ts"
import { isUrl } from "../images/imageFinder.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation, Attributes } from "../model/Scene.ts"
import { formatLabelmap } from "./labelmap.ts"

export const writeVoc: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const lists = new Map<string, OutputFile>()
  const nameOf = makeCategoryNames(dataset)
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    await writeFile(
      target,
      `Annotations/${sized.stem}.xml`,
      await formatDocument(sized, nameOf, context.place),
    )
    const path = `ImageSets/Main/${scene.split ?? "default"}.txt`
    const list = lists.get(path) ?? (await target.open(path))
    lists.set(path, list)
    await list.write(`${sized.stem}\n`)
  }
  for (const list of lists.values()) await list.close()
  await writeFile(target, "labelmap.txt", formatLabelmap(dataset.categories))
}

const formatDocument = async (
  { frame, image, size, stem }: SizedFrame,
  nameOf: (id: number) => string,
  place: WriteContext["place"],
): Promise<string> => {
  const placed = await place(image, `JPEGImages/${stem}`)
  const fileName = isUrl(placed)
    ? `${stem}${image.ending ?? getEnding(placed)}`
    : placed.replace(/^JPEGImages\//, "")
  const lines = [
    "<annotation>",
    "  <folder>JPEGImages</folder>",
    `  <filename>${escapeXmlText(fileName)}</filename>`,
    ...(isUrl(placed) ? [`  <path>${escapeXmlText(placed)}</path>`] : []),
    "  <source><database>Unknown</database></source>",
    `  <size><width>${size.width}</width><height>${size.height}</height><depth>3</depth></size>`,
    "  <segmented>0</segmented>",
    ...frame.annotations.flatMap((annotation) => formatObject(annotation, nameOf)),
    "</annotation>",
  ]
  return `${lines.join("\n")}\n`
}

const formatObject = (annotation: Annotation, nameOf: (id: number) => string): ReadonlyArray<string> => {
  if (!("points" in annotation)) return []
  const xs = annotation.points.map(([x = 0]) => x)
  const ys = annotation.points.map(([, y = 0]) => y)
  const { others, pose, flags } = splitStandardFields(annotation.attributes)
  const flag = (name: string) => `    <${name}>${flags.has(name) ? 1 : 0}</${name}>`
  return [
    "  <object>",
    `    <name>${escapeXmlText(nameOf(annotation.categoryId))}</name>`,
    `    <pose>${escapeXmlText(pose)}</pose>`,
    flag("truncated"),
    flag("difficult"),
    ...(flags.has("occluded") ? [flag("occluded")] : []),
    `    <bndbox><xmin>${Math.min(...xs)}</xmin><ymin>${Math.min(...ys)}</ymin><xmax>${Math.max(...xs)}</xmax><ymax>${Math.max(...ys)}</ymax></bndbox>`,
    ...(others.length === 0 ? [] : ["    <attributes>", ...others.map(formatAttribute), "    </attributes>"]),
    "  </object>",
  ]
}

const formatAttribute = ([name, value]: readonly [string, string]): string =>
  `      <attribute><name>${escapeXmlText(name)}</name><value>${escapeXmlText(value)}</value></attribute>`

export const noPose = "Unspecified"

/** Elements that VOC has for attributes; any other value of theirs stays an attribute. */
export const flagNames: ReadonlyArray<string> = ["truncated", "difficult", "occluded"]

const splitStandardFields = (attributes: Attributes) => {
  const entries = Object.entries(attributes).map(([name, value]) => [name, String(value)] as const)
  const own = Object.fromEntries(entries)
  const hasPose =
    own.pose !== undefined && own.pose !== noPose && own.pose !== "" && own.pose.trim() === own.pose
  const flags = new Set(flagNames.filter((name) => own[name] === "true"))
  const others = entries.filter(([name]) => !flags.has(name) && !(name === "pose" && hasPose))
  return { others, flags, pose: hasPose ? (own.pose ?? noPose) : noPose }
}
