/**
 * Reads the files once for what is in them, sorted by image, and then image by image. A dataset whose every object is a mask of run lengths
 * is one of segmentations, where overlapping pixels are counted; any other has drawings.
 */

import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Limits } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { Spill } from "../files/Spill.ts"
import { makeMaskCheck } from "../masks/checkMask.ts"
import { findKind } from "../model/Dataset.ts"
import type { Drawing, Frame, Kind } from "../model/Scene.ts"
import { toTaskType } from "../model/toWire.ts"
import { addMissingTracks } from "./addMissingTracks.ts"
import { readCommonFields } from "./annotationFields.ts"
import type { CocoIndex } from "./CocoIndex.ts"
import { CocoRecords } from "./CocoRecords.ts"
import { Categories } from "./categories.ts"
import { findResults, isLikelyCoco, isResults, listCocoDocuments, omitImageLists } from "./documents.ts"
import { indexAll } from "./indexAll.ts"
import { readSegmentMask } from "./segmentation.ts"
import { type Masked, makeSegment, paintSegments, readDrawing } from "./shapes.ts"

export const readCoco: Reader = {
  detect: async (source) => {
    for (const path of listCocoDocuments(source))
      if ((await isLikelyCoco(source, path)) || (await isResults(source, path))) return path
    return undefined
  },
  read: async (source, context) => {
    const { losses } = context
    const spill = new Spill()
    const categories = new Categories(losses)
    const [documents, results] = await findDocuments(source)
    const indexes = await indexAll(source, documents, results, { ...context, categories, spill })
    const [first] = indexes
    if (first === undefined) throw new FormatError(".", "has no JSON file.")
    const kind = combineKinds(indexes)
    const isSequence = indexes.some(({ videos }) => videos !== null)
    const dataset = {
      name: "coco",
      description: first.description,
      taskType: toTaskType(kind, isSequence),
      categories: categories.list(first.path),
      imageAttributes: [],
    }
    const records = new CocoRecords(source, indexes, {
      ...context,
      kind,
      isSequence,
      read: (annotations, frame, { image, index }) => {
        const fields = { categories: index.categories, isFrame: isSequence, losses }
        return kind === "image-segmentation"
          ? segmentation(annotations, frame, fields, `${index.path} /images/${image}`, context.limits)
          : drawings(annotations, frame, fields, context.limits)
      },
      ...(isSequence && { addTracks: addMissingTracks }),
    })
    return {
      dataset,
      scenes: records.scenes(),
      outline: () => records.scenes(true),
      close: async () => spill.close(),
    }
  },
}

/** The files with images, and those of predictions. */
const findDocuments = async (source: Source) => {
  const documents: Array<string> = []
  for (const path of listCocoDocuments(source)) if (!(await isResults(source, path))) documents.push(path)
  return [omitImageLists(documents), await findResults(source, documents)] as const
}

const combineKinds = (indexes: ReadonlyArray<CocoIndex>): Kind => {
  const own = indexes.map(({ taskType }) => findKind(taskType)).find((kind) => kind !== undefined)
  const annotations = indexes.reduce((sum, index) => sum + index.annotations + index.results, 0)
  const masks = indexes.reduce((sum, index) => sum + index.masks, 0)
  const isMasked = annotations === 0 ? own === "image-segmentation" : annotations === masks
  return isMasked && own !== "image-vector" ? "image-segmentation" : "image-vector"
}

type Fields = Parameters<typeof readCommonFields>[2]

const drawings = (
  annotations: ReadonlyArray<Node>,
  { image }: Frame,
  fields: Fields,
  limits: Limits,
): Pick<Frame, "annotations" | "bitmap"> => {
  const drawn: Array<Drawing> = []
  const context = { ...fields, checkMask: makeMaskCheck(limits), size: image?.size ?? null }
  for (const record of annotations) {
    const common = readCommonFields(record, drawn.length + 1, fields)
    const drawing = common && readDrawing(record, common, context)
    if (drawing !== undefined) drawn.push(drawing)
  }
  return { annotations: drawn, bitmap: null }
}

const segmentation = (
  annotations: ReadonlyArray<Node>,
  { image }: Frame,
  fields: Fields,
  place: string,
  limits: Limits,
): Pick<Frame, "annotations" | "bitmap"> => {
  const size = image?.size ?? { width: 0, height: 0 }
  const masked: Array<Masked> = []
  const checkMask = makeMaskCheck(limits)
  for (const record of annotations) {
    const common = readCommonFields(record, masked.length + 1, fields)
    if (common === undefined) continue
    const mask = readSegmentMask(record, size, fields.losses)
    if (mask === undefined) {
      fields.losses.add("shapes", record.place)
      continue
    }
    checkMask(mask, record)
    masked.push({ mask, segment: makeSegment(common) })
  }
  return {
    annotations: masked.map(({ segment }) => segment),
    bitmap: paintSegments(masked, size, fields.losses, place),
  }
}
