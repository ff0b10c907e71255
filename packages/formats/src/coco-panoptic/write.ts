/** Writes `annotations/panoptic_SET.json` and `annotations/panoptic_SET/NAME.png`. */
import { encode } from "fast-png"
import { crowdAttribute } from "../coco/annotations.ts"
import { formatCategoryRecord } from "../coco/categories.ts"
import { formatImageRecord, formatVideoRecord } from "../coco/images.ts"
import { JsonFile } from "../coco/JsonFile.ts"
import { formatDocumentHead, noSet } from "../coco/write.ts"
import type { WriteContext, Writer } from "../Format.ts"
import { writeFile } from "../files/Target.ts"
import { measureFrames, type SizedFrame } from "../images/sizedFrames.ts"
import { encodeBitmapRles } from "../masks/bitmapRle.ts"
import { compactIds } from "../masks/compactIds.ts"
import { computeRleArea, computeRleBox, type Rle } from "../masks/rle.ts"
import type { Annotation, Bitmap, Scene } from "../model/Scene.ts"

const mostId = 0xff_ffff

export const writePanoptic: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const files = new Map<string, JsonFile>()
  const openSetFile = async (set: string) => {
    const path = `annotations/panoptic_${set}.json`
    const file =
      files.get(set) ??
      (await JsonFile.open(target, path, formatDocumentHead(dataset), ["annotations", "videos"]))
    files.set(set, file)
    return file
  }
  for await (const scene of scenes) {
    const set = scene.split ?? noSet
    await writeScene(scene, await openSetFile(set), set, context)
  }
  if (files.size === 0) await openSetFile(noSet)
  const categories = dataset.categories.map((category) => formatCategoryRecord(category, 0))
  for (const file of files.values())
    await file.close(`,\n"categories":[\n${categories.join(",\n")}\n]}\n`, ["annotations"])
}

const writeScene = async (
  scene: Scene,
  file: JsonFile,
  set: string,
  context: WriteContext,
): Promise<void> => {
  const frames = await measureFrames(scene, context)
  if (frames === null) return
  const video = scene.isSequence ? file.count("videos") + 1 : null
  if (video !== null) await file.add("videos", formatVideoRecord(scene, video))
  for (const sized of frames) {
    const image = file.count("images") + 1
    await file.add("images", await formatImageRecord(sized, scene, { image, video }, context.place))
    const { annotations, bitmap } = await computeSegments(sized, scene, context)
    const name = `${sized.stem}.png`
    await writeFile(context.target, `annotations/panoptic_${set}/${name}`, encodeRgb(bitmap))
    const masks = encodeBitmapRles(bitmap)
    const segments = annotations.map((one) => formatSegmentRecord(one, masks.get(one.id), video !== null))
    await file.add(
      "annotations",
      `{"image_id":${image},"file_name":${JSON.stringify(name)},"segments_info":[${segments.join(",")}]}`,
    )
  }
}

/** A frame without a bitmap has no pixels. */
const computeSegments = async (
  { frame, index, size }: SizedFrame,
  scene: Scene,
  { losses }: WriteContext,
) => {
  const empty = { ...size, ids: new Uint32Array(size.width * size.height) }
  const bitmap = (await frame.bitmap?.load()) ?? empty
  const place = scene.isSequence ? `${scene.name}, frame ${index}` : scene.name
  return compactIds({ annotations: frame.annotations, bitmap }, mostId, losses, place)
}

const formatSegmentRecord = (annotation: Annotation, mask: Rle | undefined, isFrame: boolean): string => {
  const { attributes, categoryId, id, isKeyframe, trackId } = annotation
  const isCrowd = attributes[crowdAttribute] === true
  const own = Object.entries(attributes).filter(([name]) => !(isCrowd && name === crowdAttribute))
  return JSON.stringify({
    id,
    category_id: categoryId,
    area: mask === undefined ? 0 : computeRleArea(mask),
    bbox: mask === undefined ? [0, 0, 0, 0] : computeRleBox(mask),
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
