/** Writes `annotations/panoptic_SET.json` and `annotations/panoptic_SET/NAME.png`. */
import { encode } from "fast-png"
import { crowdAttribute } from "../coco/annotations.ts"
import { categoryRecord } from "../coco/categories.ts"
import { imageRecord, videoRecord } from "../coco/images.ts"
import { JsonFile } from "../coco/JsonFile.ts"
import { headOf, noSet } from "../coco/write.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { type SizedFrame, sizedFrames } from "../images/sizedFrames.ts"
import { rlesOfBitmap } from "../masks/bitmapRle.ts"
import { compacted } from "../masks/compactIds.ts"
import { type Rle, rleArea, rleBox } from "../masks/rle.ts"
import type { Annotation, Bitmap, Scene } from "../model/Scene.ts"

const mostId = 0xff_ffff

export const writePanoptic: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const files = new Map<string, JsonFile>()
  const fileOf = async (set: string) => {
    const path = `annotations/panoptic_${set}.json`
    const file =
      files.get(set) ?? (await JsonFile.open(target, path, headOf(dataset), ["annotations", "videos"]))
    files.set(set, file)
    return file
  }
  for await (const scene of scenes) {
    const set = scene.split ?? noSet
    await writeScene(scene, await fileOf(set), set, context)
  }
  if (files.size === 0) await fileOf(noSet)
  const categories = dataset.categories.map((category) => categoryRecord(category, 0))
  for (const file of files.values())
    await file.close(`,\n"categories":[\n${categories.join(",\n")}\n]}\n`, ["annotations"])
}

const writeScene = async (
  scene: Scene,
  file: JsonFile,
  set: string,
  context: WriteContext,
): Promise<void> => {
  const frames = await sizedFrames(scene, context)
  if (frames === null) return
  const video = scene.isSequence ? file.count("videos") + 1 : null
  if (video !== null) await file.add("videos", videoRecord(scene, video))
  for (const sized of frames) {
    const image = file.count("images") + 1
    await file.add("images", await imageRecord(sized, scene, { image, video }, context.place))
    const { annotations, bitmap } = await segmentedOf(sized, scene, context)
    const name = `${sized.stem}.png`
    await writeFile(context.target, `annotations/panoptic_${set}/${name}`, encodeRgb(bitmap))
    const masks = rlesOfBitmap(bitmap)
    const segments = annotations.map((one) => segmentRecord(one, masks.get(one.id), video !== null))
    await file.add(
      "annotations",
      `{"image_id":${image},"file_name":${JSON.stringify(name)},"segments_info":[${segments.join(",")}]}`,
    )
  }
}

/** A frame without a bitmap has no pixels. */
const segmentedOf = async ({ frame, index, size }: SizedFrame, scene: Scene, { losses }: WriteContext) => {
  const empty = { ...size, ids: new Uint32Array(size.width * size.height) }
  const bitmap = (await frame.bitmap?.load()) ?? empty
  const place = scene.isSequence ? `${scene.name}, frame ${index}` : scene.name
  return compacted({ annotations: frame.annotations, bitmap }, mostId, losses, place)
}

const segmentRecord = (annotation: Annotation, mask: Rle | undefined, isFrame: boolean): string => {
  const { attributes, categoryId, id, isKeyframe, trackId } = annotation
  const isCrowd = attributes[crowdAttribute] === true
  const own = Object.entries(attributes).filter(([name]) => !(isCrowd && name === crowdAttribute))
  return JSON.stringify({
    id,
    category_id: categoryId,
    area: mask === undefined ? 0 : rleArea(mask),
    bbox: mask === undefined ? [0, 0, 0, 0] : rleBox(mask),
    iscrowd: isCrowd ? 1 : 0,
    ...(isFrame && { track_id: trackId ?? id }),
    ...(isFrame && !isKeyframe && { is_keyframe: false }),
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
  })
}

/** The id of a pixel is red + 256 green + 65536 blue. */
const encodeRgb = ({ height, ids, width }: Bitmap): Uint8Array => {
  const data = new Uint8Array(3 * ids.length)
  for (let pixel = 0; pixel < ids.length; pixel++) {
    const id = ids[pixel] ?? 0
    data[3 * pixel] = id & 0xff
    data[3 * pixel + 1] = (id >> 8) & 0xff
    data[3 * pixel + 2] = id >> 16
  }
  return encode({ width, height, data, channels: 3, depth: 8 })
}
