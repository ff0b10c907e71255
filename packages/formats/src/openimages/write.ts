/** Writes the tables of boxes and images of each set, the names of classes, and the images in `images/SET`. */
import { computeBounds } from "../carry/shapes.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { formatLine } from "../files/csv.ts"
import { type OutputFile, writeFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { AttributeValue } from "../model/Scene.ts"
import { booleanColumns, boxColumns, imageColumns } from "./columns.ts"

interface SetFiles {
  readonly boxes: OutputFile
  readonly images: OutputFile
}

export const writeOpenImages: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const nameOf = makeCategoryNames(dataset)
  const classes = dataset.categories.map(({ name }) => formatLine([name, name], context)).join("")
  await writeFile(target, "annotations/class-descriptions-boxable.csv", classes)
  const sets = new Map<string, SetFiles>()
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const set = scene.split === "val" ? "validation" : setFolder(scene.split)
    const id = sized.stem
    await place(sized.image, `images/${set}/${id}`)
    const files = sets.get(set) ?? (await openSet(context, set))
    sets.set(set, files)
    await files.images.write(
      formatLine(
        imageColumns.map((column) => (column === "ImageID" ? id : column === "Subset" ? set : "")),
        context,
      ),
    )
    await files.boxes.write(
      printBoxes(sized, id, { ...context, nameOf }, (attribute) =>
        losses.add("attributes", `${scene.name}: ${attribute}`),
      ),
    )
  }
  for (const { boxes, images } of [
    ...sets.values(),
    ...(sets.size === 0 ? [await openSet(context, "default")] : []),
  ]) {
    await boxes.close()
    await images.close()
  }
}

const openSet = async (context: WriteContext, set: string): Promise<SetFiles> => {
  const { target } = context
  const boxes = await target.open(`annotations/${set}-annotations-bbox.csv`)
  const images = await target.open(`annotations/${set}-images-with-rotation.csv`)
  await boxes.write(formatLine(boxColumns, context))
  await images.write(formatLine(imageColumns, context))
  return { boxes, images }
}

interface PrintOptions extends Pick<WriteContext, "isSpreadsheet"> {
  readonly nameOf: (category: number) => string
}

const printBoxes = (
  { frame, size }: SizedFrame,
  id: string,
  { isSpreadsheet, nameOf }: PrintOptions,
  onLoss: (attribute: string) => void,
): string => {
  let lines = ""
  for (const annotation of frame.annotations) {
    if (!("points" in annotation)) continue
    const [[left, top], [right, bottom]] = computeBounds(annotation.points)
    const { score, Source } = annotation.attributes
    if (Source !== undefined && typeof Source !== "string") onLoss("Source")
    if (score !== undefined && typeof score !== "number") onLoss("score")
    lines += formatLine(
      [
        id,
        typeof Source === "string" ? Source : "",
        nameOf(annotation.categoryId),
        typeof score === "number" ? score : 1,
        left / size.width,
        right / size.width,
        top / size.height,
        bottom / size.height,
        ...booleanColumns.map((column) => printBoolean(annotation.attributes[column], () => onLoss(column))),
      ],
      { isSpreadsheet },
    )
  }
  return lines
}

const printBoolean = (value: AttributeValue | undefined, onLoss: () => void): number => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value !== undefined) onLoss()
  return -1
}
