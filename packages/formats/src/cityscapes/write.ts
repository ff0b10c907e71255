/** Writes `gtFine/SET/CITY/NAME_gtFine_polygons.json` for each image in `leftImg8bit/SET/CITY/`. */
import type { Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { setFolder } from "../images/setPaths.ts"
import { measureFrames } from "../images/sizedFrames.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { toCityPath } from "./paths.ts"

export const writeCityscapes: Writer = async (scenes, context) => {
  const { dataset, place, target } = context
  const nameOf = makeCategoryNames(dataset)
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const { frame, image, size, stemInSet } = sized
    const path = `${setFolder(scene.split)}/${toCityPath(stemInSet)}`
    await place(image, `leftImg8bit/${path}_leftImg8bit`)
    const objects = frame.annotations.flatMap((annotation) =>
      "points" in annotation ? [{ label: nameOf(annotation.categoryId), polygon: annotation.points }] : [],
    )
    const document = { imgHeight: size.height, imgWidth: size.width, objects }
    await writeFile(target, `gtFine/${path}_gtFine_polygons.json`, `${JSON.stringify(document)}\n`)
  }
}
