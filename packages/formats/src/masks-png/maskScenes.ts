/** Samples from masks of categories, and from those of objects beside them. */
import type { ReadContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Bitmap, Frame, Scene } from "../model/Scene.ts"
import { isSameSize } from "./pictures.ts"
import { type CategoryMask, findSegments, type Objects } from "./pixelCategories.ts"

export interface MaskFile {
  readonly path: string
  /** Of the mask of objects, which may be missing. */
  readonly objectPath: string
  /** Its picture. */
  readonly url: string
  readonly scene: Pick<Scene, "name" | "split"> & Partial<Pick<Scene, "file" | "set">>
}

export interface MaskReading extends Pick<Objects, "isVoid" | "keepsIds"> {
  readonly source: Source
  readonly context: ReadContext
  /** The categories of the pixels of a mask. */
  readonly readCategories: (path: string) => Promise<CategoryMask>
  readonly readObjects: (path: string) => Promise<Bitmap>
  /** The values that are ignored. */
  readonly ignored: string
}

/** A mask that cannot be read is counted, and its picture has no label; all of them are refused. */
export async function* readMaskScenes(
  files: Iterable<MaskFile>,
  reading: MaskReading,
): AsyncGenerator<Scene> {
  const { losses, sizeOf } = reading.context
  const parts = new PartReader(losses)
  for (const file of files) {
    const frame = await parts.readLater(() => readFrame(file, reading))
    const size = frame === undefined ? await sizeOf(file.url) : null
    if (frame !== undefined) yield makeScene(file, frame)
    else if (size !== null)
      yield { ...makeScene(file, { ...emptyFrame, image: { url: file.url, size } }), status: "UNLABELED" }
    else if (reading.source.has(file.url)) losses.add("image-size", file.url)
  }
  parts.checkAny()
}

const makeScene = (file: MaskFile, frame: Frame): Scene => ({
  ...emptyScene,
  ...file.scene,
  kind: "image-segmentation",
  frames: [frame],
})

const readFrame = async ({ objectPath, path, url }: MaskFile, reading: MaskReading): Promise<Frame> => {
  const { context, ignored, isVoid, keepsIds, readCategories, readObjects, source } = reading
  const { bitmap: categories, hasIgnored } = await readCategories(path)
  const objects = source.has(objectPath) ? await readObjects(objectPath) : undefined
  if (objects !== undefined && !isSameSize(objects, categories))
    throw new FormatError(objectPath, `must have the size of ${path}.`)
  if (hasIgnored) context.losses.add("unknown", `${path}: ${ignored}`)
  const { annotations, bitmap } = findSegments(
    categories,
    objects && { bitmap: objects, path: objectPath, keepsIds, isVoid },
    context.losses,
  )
  const { height, width } = bitmap
  return {
    ...emptyFrame,
    image: { url, size: { width, height } },
    annotations,
    bitmap: { url: null, load: async () => bitmap },
  }
}
