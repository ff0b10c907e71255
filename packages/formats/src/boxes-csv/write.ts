/** Writes `SET/_annotations.csv` for each set, with its images in the same folder. */
import { computeBounds } from "../carry/shapes.ts"
import { type SetImage, writeSetFiles } from "../drawn-images/writeSetFiles.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { formatLine } from "../files/csv.ts"
import { setFolder } from "../images/setPaths.ts"
import { makeCategoryNames } from "../model/Dataset.ts"

/** The last column counts the images of the set, as detecto needs it. */
const header = ["filename", "width", "height", "class", "xmin", "ymin", "xmax", "ymax", "image_id"]

export const writeBoxesCsv: Writer = async (scenes, context) => {
  const nameOf = makeCategoryNames(context.dataset)
  await writeSetFiles(scenes, context, {
    fileName: "_annotations.csv",
    toFolder: setFolder,
    isSized: true,
    marksSet: true,
    printRecord: (image) => printBoxes(image, nameOf, context),
    start: formatLine(header, context),
    separator: "",
    end: "",
  })
}

const printBoxes = (
  { frame, index, path, size }: SetImage,
  nameOf: (id: number) => string,
  context: WriteContext,
): string => {
  let lines = ""
  for (const annotation of frame.annotations) {
    if (!("points" in annotation)) continue
    const [low, high] = computeBounds(annotation.points)
    const image = [path, size?.width ?? null, size?.height ?? null]
    lines += formatLine([...image, nameOf(annotation.categoryId), ...low, ...high, index], context)
  }
  return lines
}
