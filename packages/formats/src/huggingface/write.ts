/** Writes `SET/metadata.jsonl` for each set, with its images in the same folder. */
import { computeBounds } from "../carry/shapes.ts"
import { writeSetFiles } from "../drawn-images/writeSetFiles.ts"
import type { Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { isUsualFolder, setFolder } from "../images/setPaths.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"
import { datasetCardPath, printDatasetCard } from "./datasetCard.ts"

export const writeImagefolder: Writer = async (scenes, context) => {
  const nameOf = makeCategoryNames(context.dataset)
  const folders = await writeSetFiles(scenes, context, {
    fileName: "metadata.jsonl",
    // Hugging Face calls the set so.
    toFolder: (split) => (split === "val" ? "validation" : setFolder(split)),
    printRecord: ({ frame: { annotations }, path }) =>
      JSON.stringify({
        file_name: path,
        objects: {
          bbox: annotations.map(toBox),
          categories: annotations.map(({ categoryId }) => nameOf(categoryId)),
        },
      }),
    start: "",
    separator: "\n",
    end: "\n",
  })
  // Only usual names of folders are splits by themselves.
  if (!folders.every(isUsualFolder))
    await writeFile(context.target, datasetCardPath, printDatasetCard(folders))
}

/** x, y, width and height. */
const toBox = (annotation: Annotation): ReadonlyArray<number> => {
  const [[left, top], [right, bottom]] = computeBounds("points" in annotation ? annotation.points : [[0, 0]])
  return [left, top, right - left, bottom - top]
}
