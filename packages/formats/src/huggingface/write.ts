/** Writes `SET/metadata.jsonl` for each set, with its images in the same folder. */
import type { Writer } from "../Format.ts"
import type { OutputFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { sizedFrames } from "../images/sizedFrames.ts"
import { categoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"

export const writeImagefolder: Writer = async (scenes, context) => {
  const { dataset, place, target } = context
  const nameOf = categoryNames(dataset)
  const files = new Map<string, OutputFile>()
  for await (const scene of scenes) {
    const [sized] = (await sizedFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const set = scene.split === "val" ? "validation" : setFolder(scene.split)
    const placed = await place(sized.image, `${set}/${sized.stem}`)
    const file = files.get(set) ?? (await target.open(`${set}/metadata.jsonl`))
    files.set(set, file)
    const row = {
      file_name: placed.startsWith(`${set}/`) ? placed.slice(set.length + 1) : placed,
      objects: {
        bbox: sized.frame.annotations.map(toBox),
        categories: sized.frame.annotations.map(({ categoryId }) => nameOf(categoryId)),
      },
    }
    await file.write(`${JSON.stringify(row)}\n`)
  }
  for (const file of files.values()) await file.close()
}

/** x, y, width and height. */
const toBox = (annotation: Annotation): ReadonlyArray<number> => {
  const points = "points" in annotation ? annotation.points : []
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top]
}
