/** Writes a file of records for each set, with its images in the same folder. */
import type { WriteContext } from "../Format.ts"
import type { OutputFile } from "../files/Target.ts"
import { sizedFrames } from "../images/sizedFrames.ts"
import type { Annotation, Scene, Split } from "../model/Scene.ts"

export interface SetFile {
  /** The name of the file in the folder of each set. */
  readonly fileName: string
  readonly toFolder: (split: Split | null) => string
  /** The record of an image, whose path is below the folder. */
  readonly toRecord: (image: string, annotations: ReadonlyArray<Annotation>) => object
  /** What stands before the first record, between two records, and behind the last one. */
  readonly start: string
  readonly separator: string
  readonly end: string
}

/** Without samples there is one file without records. */
export const writeSetFiles = async (
  scenes: AsyncIterable<Scene>,
  context: WriteContext,
  { end, fileName, separator, start, toFolder, toRecord }: SetFile,
): Promise<void> => {
  const { place, target } = context
  const files = new Map<string, OutputFile>()
  const open = async (set: string): Promise<OutputFile> => {
    const file = await target.open(`${set}/${fileName}`)
    files.set(set, file)
    await file.write(start)
    return file
  }
  for await (const scene of scenes) {
    const [sized] = (await sizedFrames(scene, context)) ?? []
    if (sized === undefined) continue
    const set = toFolder(scene.split)
    const placed = await place(sized.image, `${set}/${sized.stem}`)
    const image = placed.startsWith(`${set}/`) ? placed.slice(set.length + 1) : placed
    const record = JSON.stringify(toRecord(image, sized.frame.annotations))
    const file = files.get(set)
    await (file ?? (await open(set))).write(file === undefined ? record : `${separator}${record}`)
  }
  if (files.size === 0) await open(toFolder(null))
  for (const file of files.values()) {
    await file.write(end)
    await file.close()
  }
}
