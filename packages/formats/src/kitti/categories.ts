/** The dataset of label files without `annotary.jsonl`: its categories are the types of all rows, in alphabetic order. */
import { readLines } from "../files/lines.ts"
import type { Source } from "../files/Source.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { nameOfWord } from "./words.ts"

/** Of cuboids; where no row has one, of boxes in the images. `column` is that of the type. */
export const readKittiDataset = async (
  source: Source,
  labels: ReadonlyArray<string>,
  name: string,
  taskTypes: { readonly cuboids: string; readonly boxes: string },
  column: number,
): Promise<Dataset> => {
  const names = new Set<string>()
  let hasCuboids = false
  for (const path of labels)
    for await (const { text } of readLines(source, path)) {
      const columns = text.trim().split(/\s+/).slice(column)
      const [type] = columns
      const isRow = columns.length >= 15 && columns.slice(1).every((text) => Number.isFinite(Number(text)))
      if (type === undefined || type === "DontCare" || !isRow) continue
      names.add(nameOfWord(type))
      // 2D detectors write −1 or 0 for all sizes; a cuboid with one odd size is still one.
      hasCuboids ||= columns.slice(8, 11).some((size) => Number(size) > 0)
    }
  const { categories } = new CategoryNumbers([...names].sort())
  const taskType = names.size === 0 || hasCuboids ? taskTypes.cuboids : taskTypes.boxes
  return { name, description: "", taskType, categories, imageAttributes: [] }
}
