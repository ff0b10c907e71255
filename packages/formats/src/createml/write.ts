/** Writes `SET/_annotations.createml.json` for each set, with its images in the same folder. */
import { computeBounds } from "../carry/shapes.ts"
import { writeSetFiles } from "../drawn-images/writeSetFiles.ts"
import type { Writer } from "../Format.ts"
import { setFolder } from "../images/setPaths.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"

export const writeCreateml: Writer = async (scenes, context) => {
  const nameOf = makeCategoryNames(context.dataset)
  await writeSetFiles(scenes, context, {
    fileName: "_annotations.createml.json",
    toFolder: setFolder,
    printRecord: ({ frame, path }) =>
      JSON.stringify({
        image: path,
        annotations: frame.annotations.flatMap((annotation) => toBoxes(annotation, nameOf)),
      }),
    start: "[\n",
    separator: ",\n",
    end: "\n]\n",
    marksSet: true,
  })
}

const toBoxes = (annotation: Annotation, nameOf: (id: number) => string) => {
  if (!("points" in annotation)) return []
  const [[left, top], [right, bottom]] = computeBounds(annotation.points)
  const coordinates = {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
  }
  return [{ label: nameOf(annotation.categoryId), coordinates }]
}
