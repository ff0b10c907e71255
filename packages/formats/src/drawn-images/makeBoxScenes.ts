/** Makes scenes of tables with a row for each box. */
import type { ReadContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Dataset } from "../model/Dataset.ts"
import type { Annotation, Attributes, Scene, Size } from "../model/Scene.ts"
import type { BoxRows, RowBox, RowImage, Sides } from "./BoxRows.ts"
import { makeSceneMaker } from "./makeSceneMaker.ts"

export interface BoxTable {
  readonly rows: BoxRows
  readonly dataset: Dataset
  /** Whether the sides are shares of the size of the image, from 0 to 1. */
  readonly isShare: (box: RowBox) => boolean
  /** The sides as they are taken, or what is wrong with them. */
  readonly checkSides?: (box: RowBox) => Sides | string
  /** The category of boxes without one. */
  readonly noCategory: string
  /** Folders with the images of a set. */
  readonly listFolders?: (image: RowImage) => ReadonlyArray<string>
  /** Whether images are named without their endings. */
  readonly isStem?: boolean
  /** Attributes of an image. */
  readonly findAttributes?: (image: RowImage) => Attributes | undefined
  /** Whether an image that is not among the files is left out, as where a table lists more than was downloaded. */
  readonly isPart: boolean
}

/** Boxes that are shares of an image that is not among the files are counted. Fails where all are. */
export async function* makeBoxScenes(
  source: Source,
  table: BoxTable,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const { dataset, isPart, isShare, listFolders, rows } = table
  const { losses } = context
  const findId = makeCategoryIds(dataset)
  const makeScene = makeSceneMaker(
    source,
    context,
    rows.images.map(({ set }) => set?.set ?? null),
  )
  let count = 0
  for (const { boxes, image } of rows.list()) {
    const { name, path, place, set } = image
    const folders = listFolders?.(image)
    const scene = await makeScene({
      path,
      place,
      image: name,
      ...(set !== null && { set }),
      size: image.size,
      ...(folders && { folders }),
      ...(table.isStem && { isStem: true }),
      attributes: table.findAttributes?.(image) ?? {},
      annotations: [],
    })
    const [frame] = scene.frames
    const size = frame?.image?.size ?? null
    const isMissing = !source.has(frame?.image?.url ?? "")
    if (frame === undefined || (isMissing && isPart) || (size === null && boxes.some(isShare))) {
      losses.add("references", place, boxes.length)
      continue
    }
    count += 1
    const annotations = boxes.flatMap((box, index): ReadonlyArray<Annotation> => {
      const sides = table.checkSides?.(box) ?? box.sides
      if (typeof sides === "string") {
        losses.add("rows", `${box.place} ${sides}`)
        return []
      }
      if (box.category === null) losses.add("without-category", box.place)
      const scale = isShare(box) && size !== null ? size : { width: 1, height: 1 }
      const categoryId = findId(box.category ?? table.noCategory, path)
      return [toAnnotation({ ...box, sides }, index + 1, scale, categoryId)]
    })
    yield { ...scene, frames: [{ ...frame, annotations }] }
  }
  const [first] = rows.images
  if (count === 0 && first !== undefined) refuseMissing(first)
}

export const refuseMissing = ({ name, path }: RowImage): never => {
  throw new FormatError(
    path,
    `has the image ${name}, which is missing, and so is every other image: their sizes are needed.`,
  )
}

const toAnnotation = (
  { attributes, sides: [left, top, right, bottom] }: RowBox,
  id: number,
  { height, width }: Size,
  categoryId: number,
): Annotation => ({
  id,
  categoryId,
  trackId: null,
  isKeyframe: true,
  attributes,
  type: "bbox",
  points: [
    [left * width, top * height],
    [right * width, bottom * height],
  ],
})
