/** Writes `Annotations/NAME.xml` for each image in `JPEGImages/`, `ImageSets/Main/SET.txt` and `labelmap.txt`. */
import type { WriteContext, Writer } from "../Format.ts"
import { endingOf } from "../files/paths.ts"
import { type OutputFile, writeFile } from "../files/Target.ts"
import { xmlText } from "../files/xml.ts"
import { isUrl } from "../images/imageFinder.ts"
import { type SizedFrame, sizedFrames } from "../images/sizedFrames.ts"
import { categoryNames } from "../model/Dataset.ts"
import type { Annotation, Attributes } from "../model/Scene.ts"
import { labelmapText } from "./labelmap.ts"

export const writeVoc: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const lists = new Map<string, OutputFile>()
  const nameOf = categoryNames(dataset)
  for await (const scene of scenes) {
    const [sized] = (await sizedFrames(scene, context)) ?? []
    if (sized === undefined) continue
    await writeFile(target, `Annotations/${sized.stem}.xml`, await documentOf(sized, nameOf, context.place))
    const path = `ImageSets/Main/${scene.split ?? "default"}.txt`
    const list = lists.get(path) ?? (await target.open(path))
    lists.set(path, list)
    await list.write(`${sized.stem}\n`)
  }
  for (const list of lists.values()) await list.close()
  await writeFile(target, "labelmap.txt", labelmapText(dataset.categories))
}

const documentOf = async (
  { frame, image, size, stem }: SizedFrame,
  nameOf: (id: number) => string,
  place: WriteContext["place"],
): Promise<string> => {
  const placed = await place(image, `JPEGImages/${stem}`)
  const fileName = isUrl(placed)
    ? `${stem}${image.ending ?? endingOf(placed)}`
    : placed.replace(/^JPEGImages\//, "")
  const lines = [
    "<annotation>",
    "  <folder>JPEGImages</folder>",
    `  <filename>${xmlText(fileName)}</filename>`,
    ...(isUrl(placed) ? [`  <path>${xmlText(placed)}</path>`] : []),
    "  <source><database>Unknown</database></source>",
    `  <size><width>${size.width}</width><height>${size.height}</height><depth>3</depth></size>`,
    "  <segmented>0</segmented>",
    ...frame.annotations.flatMap((annotation) => objectOf(annotation, nameOf)),
    "</annotation>",
  ]
  return `${lines.join("\n")}\n`
}

const objectOf = (annotation: Annotation, nameOf: (id: number) => string): ReadonlyArray<string> => {
  if (!("points" in annotation)) return []
  const xs = annotation.points.map(([x = 0]) => x)
  const ys = annotation.points.map(([, y = 0]) => y)
  const { others, pose, flags } = standardOf(annotation.attributes)
  const flag = (name: string) => `    <${name}>${flags.has(name) ? 1 : 0}</${name}>`
  return [
    "  <object>",
    `    <name>${xmlText(nameOf(annotation.categoryId))}</name>`,
    `    <pose>${xmlText(pose)}</pose>`,
    flag("truncated"),
    flag("difficult"),
    ...(flags.has("occluded") ? [flag("occluded")] : []),
    `    <bndbox><xmin>${Math.min(...xs)}</xmin><ymin>${Math.min(...ys)}</ymin><xmax>${Math.max(...xs)}</xmax><ymax>${Math.max(...ys)}</ymax></bndbox>`,
    ...(others.length === 0 ? [] : ["    <attributes>", ...others.map(attributeOf), "    </attributes>"]),
    "  </object>",
  ]
}

const attributeOf = ([name, value]: readonly [string, string]): string =>
  `      <attribute><name>${xmlText(name)}</name><value>${xmlText(value)}</value></attribute>`

export const noPose = "Unspecified"

/** Elements that VOC has for attributes; any other value of theirs stays an attribute. */
export const flagNames: ReadonlyArray<string> = ["truncated", "difficult", "occluded"]

const standardOf = (attributes: Attributes) => {
  const entries = Object.entries(attributes).map(([name, value]) => [name, String(value)] as const)
  const own = Object.fromEntries(entries)
  const hasPose =
    own.pose !== undefined && own.pose !== noPose && own.pose !== "" && own.pose.trim() === own.pose
  const flags = new Set(flagNames.filter((name) => own[name] === "true"))
  const others = entries.filter(([name]) => !flags.has(name) && !(name === "pose" && hasPose))
  return { others, flags, pose: hasPose ? (own.pose ?? noPose) : noPose }
}
