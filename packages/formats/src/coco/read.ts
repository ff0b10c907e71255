/**
 * Reads the files twice: once for an index, then image by image. Masks, of run lengths or of several rings, make the dataset one of
 * segmentations, where parts of an annotation stay together and overlapping pixels are counted; otherwise it has drawings. Keypoints win
 * over masks, because a segmentation cannot have them.
 */

import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import { kindOf } from "../model/Dataset.ts"
import type { Frame, Kind } from "../model/Scene.ts"
import { taskTypeOf } from "../model/toWire.ts"
import { type CocoIndex, indexCoco } from "./CocoIndex.ts"
import { CocoRecords } from "./CocoRecords.ts"
import { Categories } from "./categories.ts"
import { cocoDocuments, looksLikeCoco, setOf } from "./documents.ts"
import { bitmapOf, commonOf, drawingOf, type Masked, maskOf, segmentOf } from "./shapes.ts"

export const readCoco: Reader = {
  detect: async (source) => {
    for (const path of cocoDocuments(source)) if (await looksLikeCoco(source, path)) return path
    return undefined
  },
  read: async (source, context) => {
    const categories = new Categories(context.losses)
    const paths = cocoDocuments(source)
    const found: Array<CocoIndex> = []
    for (const path of paths) found.push(await indexCoco(source, path, setOf(path), categories))
    const first = found[0]
    if (first === undefined) throw new FormatError(".", "has no JSON file.")
    const kind = kindOfAll(found)
    const isSequence = found.some(({ videos }) => videos !== null)
    return {
      dataset: {
        name: "coco",
        description: first.description,
        taskType: taskTypeOf(kind, isSequence),
        categories: categories.list(first.path),
        imageAttributes: [],
      },
      scenes: new CocoRecords(source, found, { kind, isSequence, sizeOf: context.sizeOf }).scenes(
        (annotations, frame, { image, path }) => {
          const { losses } = context
          if (kind === "image-segmentation")
            return segmentation(annotations, frame, isSequence, losses, `${path} /images/${image}`)
          const drawn = annotations.map((record, index) =>
            drawingOf(record, commonOf(record, index + 1, isSequence, losses), losses),
          )
          return { annotations: drawn, bitmap: null }
        },
      ),
    }
  },
}

const kindOfAll = (found: ReadonlyArray<CocoIndex>): Kind => {
  const isSegmentation = found.every(({ annotations }) => annotations.starts.length === 0)
    ? found.some(({ taskType }) => kindOf(taskType) === "image-segmentation")
    : found.some(({ hasMasks }) => hasMasks) && !found.some(({ hasKeypoints }) => hasKeypoints)
  return isSegmentation ? "image-segmentation" : "image-vector"
}

const segmentation = (
  annotations: ReadonlyArray<Node>,
  { image }: Frame,
  isSequence: boolean,
  losses: Losses,
  place: string,
): Pick<Frame, "annotations" | "bitmap"> => {
  const size = image?.size ?? { width: 0, height: 0 }
  const masked: Array<Masked> = []
  for (const record of annotations) {
    const mask = maskOf(record, size)
    const common = commonOf(record, masked.length + 1, isSequence, losses)
    if (mask === undefined) losses.add("shapes", record.place)
    else masked.push({ mask, segment: segmentOf(common) })
  }
  return {
    annotations: masked.map(({ segment }) => segment),
    bitmap: bitmapOf(masked, size, losses, place),
  }
}
