/** Writes `SET/_annotations.createml.json` for each set, with its images in the same folder. */
import type { Writer } from "../Format.ts"
import type { OutputFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { sizedFrames } from "../images/sizedFrames.ts"
import { categoryNames } from "../model/Dataset.ts"
import type { Annotation } from "../model/Scene.ts"

const fileName = "_annotations.createml.json"

export const writeCreateml: Writer = async (scenes, context) => {
  const { dataset, place, target } = context
  const nameOf = categoryNames(dataset)
  const files = new Map<string, OutputFile>()
  for await (const scene of scenes) {
    const [sized] = (await sizedFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const set = setFolder(scene.split)
    const placed = await place(sized.image, `${set}/${sized.stem}`)
    const image = placed.startsWith(`${set}/`) ? placed.slice(set.length + 1) : placed
    const record = { image, annotations: sized.frame.annotations.flatMap((own) => toBoxes(own, nameOf)) }
    const open = files.get(set)
    const file = open ?? (await target.open(`${set}/${fileName}`))
    files.set(set, file)
    await file.write(`${open === undefined ? "[\n" : ",\n"}${JSON.stringify(record)}`)
  }
  if (files.size === 0) files.set("default", await target.open(`default/${fileName}`))
  for (const file of files.values()) {
    await file.write("\n]\n")
    await file.close()
  }
}

const toBoxes = (annotation: Annotation, nameOf: (id: number) => string) => {
  if (!("points" in annotation)) return []
  const xs = annotation.points.map(([x = 0]) => x)
  const ys = annotation.points.map(([, y = 0]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [
    {
      label: nameOf(annotation.categoryId),
      coordinates: {
        x: (left + right) / 2,
        y: (top + bottom) / 2,
        width: right - left,
        height: bottom - top,
      },
    },
  ]
}
