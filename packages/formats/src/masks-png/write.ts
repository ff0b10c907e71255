/** Writes `semantic/SET/NAME.png`, `instances/SET/NAME.png` and `classes.csv`. */
import type { Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { isUsualFolder, setFolder } from "../images/setPaths.ts"
import { measureFrames } from "../images/sizedFrames.ts"
import { compactIds } from "../masks/compactIds.ts"
import { formatClasses } from "./classes.ts"
import { encodeGray } from "./grayPng.ts"
import { setsFile } from "./setFolders.ts"

const mostInstances = 65_535

export const writeMasks: Writer = async (scenes, context) => {
  const { dataset, losses, place, target } = context
  const depth = dataset.categories.length > 255 ? 16 : 8
  const folders = new Set<string>()
  for await (const scene of scenes) {
    const [sized] = (await measureFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const { frame, image, size, stemInSet } = sized
    const folder = setFolder(scene.split)
    folders.add(folder)
    const path = `${folder}/${stemInSet}`
    await place(image, `images/${path}`)
    const empty = { ...size, ids: new Uint32Array(size.width * size.height) }
    const content = { annotations: frame.annotations, bitmap: (await frame.bitmap?.load()) ?? empty }
    const { annotations, bitmap } = compactIds(content, mostInstances, losses, scene.name)
    const categories = new Map(annotations.map(({ categoryId, id }) => [id, categoryId]))
    const semantic = { ...bitmap, ids: bitmap.ids.map((id) => categories.get(id) ?? 0) }
    await writeFile(target, `semantic/${path}.png`, encodeGray(semantic, depth))
    await writeFile(target, `instances/${path}.png`, encodeGray(bitmap, 16))
  }
  // A folder of any other name could belong to the name of a picture.
  const sets = [...folders].filter((folder) => !isUsualFolder(folder)).sort()
  if (sets.length > 0) await writeFile(target, setsFile, sets.map((set) => `${set}\n`).join(""))
  await writeFile(
    target,
    "classes.csv",
    formatClasses(dataset.categories, { isSpreadsheet: context.isSpreadsheet === true }),
  )
}
