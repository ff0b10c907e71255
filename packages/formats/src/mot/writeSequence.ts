/** The files of a sequence that MOT and MOTS share. */
import type { WriteContext } from "../Format.ts"
import { getEnding, getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { flattenStem, isUsualFolder, setFolder } from "../images/setPaths.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import type { Scene } from "../model/Scene.ts"

/** The rows of a frame, which counts from 1. Asynchronous for masks, which are loaded. */
export type RowsOf = (
  frame: SizedFrame,
  number: number,
) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>

/** The tools require a rate. Annotary does not know one. */
const frameRate = 30

/** Writes `SET/NAME/` with the images, `seqinfo.ini`, `gt/gt.txt` and `gt/labels.txt`. */
export const writeSequence = async (scene: Scene, context: WriteContext, rowsOf: RowsOf): Promise<void> => {
  const frames = await measureFrames(scene, context)
  const first = frames?.[0]
  if (frames === null || first === undefined) return
  const { dataset, place, target } = context
  const name = flattenStem(getStem(scene.name))
  const folder = `${setFolder(scene.split)}/${name}`
  const truth = await target.open(`${folder}/gt/gt.txt`)
  let ending = ".jpg"
  for (const [index, frame] of frames.entries()) {
    const number = index + 1
    const placed = await place(frame.image, `${folder}/img1/${String(number).padStart(6, "0")}`)
    ending = getEnding(placed) || ending
    for (const row of await rowsOf(frame, number)) await truth.write(`${row}\n`)
  }
  await truth.close()
  const labels = dataset.categories.map((category) => `${category.name}\n`)
  await writeFile(target, `${folder}/gt/labels.txt`, labels.join(""))
  const info = [
    "[Sequence]",
    `name=${name}`,
    "imDir=img1",
    `frameRate=${frameRate}`,
    `seqLength=${frames.length}`,
    `imWidth=${first.size.width}`,
    `imHeight=${first.size.height}`,
    `imExt=${ending}`,
    // Any other folder could be that of a challenge.
    ...(scene.split === null || isUsualFolder(scene.split) ? [] : [`split=${scene.split}`]),
  ]
  await writeFile(target, `${folder}/seqinfo.ini`, `${info.join("\n")}\n`)
}
