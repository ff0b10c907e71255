/** Writes `SET/via_region_data.json` and `SET/via_attributes.json` for each set, with its images in the same folder. */
import { type SetImage, writeSetFiles } from "../drawn-images/writeSetFiles.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { type Dataset, makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"
import { printAttributes, writtenCategory } from "./attributes.ts"
import { printShape } from "./shapes.ts"

export const writeVia: Writer = async (scenes, context) => {
  const nameOf = makeCategoryNames(context.dataset)
  const sets = await writeSetFiles(scenes, context, {
    fileName: "via_region_data.json",
    toFolder: setFolder,
    printRecord: (image) => printImage(image, context, nameOf),
    start: "{\n",
    separator: ",\n",
    end: "\n}\n",
    marksSet: true,
  })
  for (const set of sets)
    await writeFile(context.target, `${set}/via_attributes.json`, printDefinitions(context.dataset))
}

const printImage = (
  { frame, path, scene }: SetImage,
  { losses }: WriteContext,
  nameOf: (id: number) => string,
): string => {
  const toRegion = (annotation: Annotation) => {
    const shape = printShape(annotation)
    if (shape === undefined) losses.add("shapes", `${scene.name}: ${annotation.type} ${annotation.id}`)
    const { [writtenCategory]: other, ...attributes } = annotation.attributes
    if (other !== undefined) losses.add("attributes", `${scene.name}: ${writtenCategory}`)
    const category = { [writtenCategory]: nameOf(annotation.categoryId) }
    return shape === undefined
      ? []
      : [{ shape_attributes: shape, region_attributes: { ...category, ...printAttributes(attributes) } }]
  }
  const record = {
    filename: path,
    // VIA makes the key of an image from its name and this; -1 stands for a size that nobody measured.
    size: -1,
    regions: frame.annotations.flatMap(toRegion),
    file_attributes: printAttributes(frame.attributes),
  }
  return `${JSON.stringify(`${path}-1`)}: ${JSON.stringify(record)}`
}

/** The category is chosen from a list. */
const printDefinitions = ({ categories }: Dataset): string => {
  const options = Object.fromEntries(categories.map(({ name }) => [name, ""]))
  const definition = { type: "dropdown", description: "", options, default_options: {} }
  return `${JSON.stringify({ region: { [writtenCategory]: definition }, file: {} }, null, 2)}\n`
}
