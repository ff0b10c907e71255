/** Writes a file of records for each set, with its images in the same folder. */
import type { WriteContext } from "../Format.ts"
import type { OutputFile } from "../files/Target.ts"
import { isUsualFolder } from "../images/setPaths.ts"
import { listImageFrames, measureFrames } from "../images/sizedFrames.ts"
import type { Frame, Scene, Size, Split } from "../model/Scene.ts"

export interface SetFile {
  /** The name of the file in the folder of each set. */
  readonly fileName: string
  readonly toFolder: (split: Split | null) => string
  /** Whether records state the size of the image, so that an image of unknown size is left out. */
  readonly isSized?: boolean
  readonly printRecord: (image: SetImage) => string
  /** The text before the first record, between two records, and behind the last one. */
  readonly start: string
  readonly separator: string
  readonly end: string
  readonly marksSet?: boolean
}

export interface SetImage {
  /** Below the folder of the set. */
  readonly path: string
  readonly frame: Frame
  readonly scene: Scene
  /** Null where records do not state it. */
  readonly size: Size | null
  /** The number of images of the set that came before. */
  readonly index: number
}

interface OpenFile {
  readonly file: OutputFile
  count: number
}

/**
 * Returns the folders of samples. Without samples there is one file without records. Beside the only folder there is another one with such a file
 * where the folder has no usual name and `marksSet` says so: folders beside each other are sets.
 */
export const writeSetFiles = async (
  scenes: AsyncIterable<Scene>,
  context: WriteContext,
  { end, fileName, isSized = false, marksSet = false, printRecord, separator, start, toFolder }: SetFile,
): Promise<ReadonlyArray<string>> => {
  const { place, target } = context
  const files = new Map<string, OpenFile>()
  const open = async (set: string): Promise<OpenFile> => {
    const opened = { file: await target.open(`${set}/${fileName}`), count: 0 }
    files.set(set, opened)
    await opened.file.write(start)
    return opened
  }
  for await (const scene of scenes) {
    const [own] = (isSized ? await measureFrames(scene, context) : listImageFrames(scene)) ?? []
    if (own === undefined) continue
    const set = toFolder(scene.split)
    const placed = await place(own.image, `${set}/${own.stemInSet}`)
    const path = placed.startsWith(`${set}/`) ? placed.slice(set.length + 1) : placed
    const opened = files.get(set) ?? (await open(set))
    const size = "size" in own ? (own.size as Size) : null
    const record = printRecord({ path, frame: own.frame, scene, size, index: opened.count })
    await opened.file.write(opened.count === 0 ? record : `${separator}${record}`)
    opened.count += 1
  }
  const folders = [...files.keys()]
  const isUnclear = folders.length === 1 && !folders.every(isUsualFolder)
  if (folders.length === 0 || (isUnclear && marksSet)) await open(toFolder(null))
  for (const { file } of files.values()) {
    await file.write(end)
    await file.close()
  }
  return folders
}
