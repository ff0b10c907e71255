/** Reads `label_02` with `calib`: each file is a sequence. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { keyLabels } from "../files/keyLabels.ts"
import { checkLimit } from "../files/limits.ts"
import { readLines } from "../files/lines.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { setOnce } from "../files/setOnce.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { type Dataset, findKind } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Annotation, Frame, Scene, Split } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { matchSideScenes, readSideDataset, type SideScene } from "../side/readSide.ts"
import { countMissingCalibration, makeCamera, readCalibration } from "./calibration.ts"
import { readKittiDataset } from "./categories.ts"
import { parseRow, type RowReading } from "./rows.ts"

const isLabel = (path: string): boolean => /(^|\/)label_02\/[^/]+\.txt$/.test(path)

export const readTracking: Reader = {
  detect: async ({ paths }) => paths.find(isLabel),
  read: async (source, context) => {
    const labels = source.paths.filter(isLabel)
    if (labels.length === 0) throw new FormatError(".", "has no files in label_02.")
    const dataset =
      (await readSideDataset(source)) ??
      (await readKittiDataset(source, labels, "kitti-tracking", taskTypes, 2))
    return { dataset, scenes: readScenes(source, labels, dataset, context) }
  },
}

const taskTypes = { cuboids: "pointcloud-cuboid-sequence", boxes: "image-vector-sequence" }

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  const isFlat = findKind(dataset.taskType) === "image-vector"
  const lengths = await readLengths(source)
  const [cloudsOf, imagesOf] = [
    indexFilesByFolder(source, "velodyne"),
    indexFilesByFolder(source, "image_02"),
  ]
  const parts = new PartReader(losses, "rows")
  const byKey = keyLabels(labels)
  const names = new Map([...byKey].map(([key, path]) => [path, key]))
  const samples = new PartReader(losses, "records")
  const readSequence = async (path: string, side?: SideScene): Promise<Scene> => {
    const key = stripEnding(getBaseName(path))
    const listedLength = lengths.get(key)
    const folder = path.slice(0, path.lastIndexOf("label_02"))
    const calibrationPath = `${folder}calib/${key}.txt`
    const calibration = await readCalibration(source, calibrationPath)
    const rows = await readRows(source, path, { calibration, isFlat, losses, levels: true }, idOf, parts)
    countMissingCalibration(source, calibrationPath, rows.flat(), losses)
    const [clouds, images] = [cloudsOf(`${folder}velodyne/${key}`), imagesOf(`${folder}image_02/${key}`)]
    const fileLength = [...clouds.keys(), ...images.keys()].reduce((most, one) => Math.max(most, one + 1), 0)
    const length = checkLimit(
      source.limits,
      "frames",
      Math.max(side?.frames.length ?? listedLength?.length ?? fileLength, rows.length),
      path,
      "the number of frames of its images, point clouds and rows",
    )
    const frames = Array.from({ length }, (_, index): Frame => {
      const cloud = clouds.get(index)
      const image = images.get(index)
      const annotations = rows[index] ?? []
      if (isFlat) {
        const url = image ?? `${folder}image_02/${key}/${String(index).padStart(6, "0")}.png`
        return { ...emptyFrame, image: { url, size: null }, annotations }
      }
      const other =
        image === undefined
          ? []
          : [{ name: "image_02", url: image, size: null, convention: "OpenCV" as const }]
      return {
        ...emptyFrame,
        cloud: {
          url: cloud ?? `${folder}velodyne/${key}/${String(index).padStart(6, "0")}.bin`,
          type: findCloudType(cloud ?? ".bin", { bin: "kitti", other: "pcd" }),
        },
        cameras: (side?.frames[index]?.cameras ?? other).map((camera) => makeCamera(calibration, camera)),
        annotations,
      }
    })
    const { split = null } = listedLength ?? {}
    const kind = isFlat ? ("image-vector" as const) : ("cuboid" as const)
    const prediction = findPrediction(rows.flat())
    return {
      ...emptyScene,
      ...prediction,
      name: names.get(path) ?? key,
      kind,
      isSequence: true,
      frames,
      split,
    }
  }
  // Without a calibration that can be read, nothing says where the objects of a file are: it is left out.
  const read = (path: string, side?: SideScene) => samples.readLater(() => readSequence(path, side))
  yield* matchSideScenes(source, byKey, (key) => `training/label_02/${key}.txt`, read)
  samples.checkAny()
  parts.checkAny()
}

/** The annotations of each frame. Rows that cannot be read are counted. */
const readRows = async (
  source: Source,
  path: string,
  reading: RowReading,
  idOf: (category: string, path: string) => number,
  parts: PartReader,
): Promise<ReadonlyArray<ReadonlyArray<Annotation>>> => {
  const frames: Array<Array<Annotation>> = []
  for await (const line of readLines(source, path))
    parts.read(() => {
      const [frameText = "", trackText = "", ...columns] = line.text.trim().split(/\s+/)
      const [index, trackId] = [Number(frameText), Number(trackText)]
      if (!Number.isInteger(index) || index < 0 || !Number.isInteger(trackId))
        throw new FormatError(path, `line ${line.number} must begin with a frame and a track.`)
      checkLimit(
        source.limits,
        "frames",
        index + 1,
        path,
        `the frame of line ${line.number}, counted from 1,`,
      )
      const row = parseRow(columns, line, path, reading)
      while (frames.length <= index) frames.push([])
      if (row === undefined) return
      const { attributes, category, shape } = row
      const annotations = frames[index] ?? []
      const common = { id: annotations.length + 1, categoryId: idOf(category, path), attributes }
      annotations.push({ ...common, trackId, isKeyframe: true, ...shape })
    })
  return frames
}

/** Point clouds or images of each sequence, by their folder and their frame. */
const indexFilesByFolder = ({ paths }: Source, kind: string) => {
  const folders = new Map<string, Map<number, string>>()
  for (const path of paths) {
    const [, folder, number] = new RegExp(`^(.*${kind}/[^/]+)/(\\d+)\\.[^/]+$`).exec(path) ?? []
    if (folder === undefined) continue
    const files = folders.get(folder) ?? new Map<number, string>()
    setOnce(files, Number(number), path)
    folders.set(folder, files)
  }
  return (folder: string): ReadonlyMap<number, string> => folders.get(folder) ?? new Map()
}

const seqmap = /(?:^|\/)evaluate_tracking\.seqmap\.([^/]+)$/

/** The number of frames of each sequence, and its set: `training` lists those of all sets. */
const readLengths = async (source: Source) => {
  const lengths = new Map<string, { readonly length: number; readonly split: Split | null }>()
  const lists = source.paths.flatMap((path) => {
    const name = seqmap.exec(path)?.[1]
    return name === undefined ? [] : [{ path, split: name === "training" ? null : toSet(name) }]
  })
  for (const { path, split } of lists)
    for await (const { number, text } of readLines(source, path)) {
      const [key = "", , , length = ""] = text.trim().split(/\s+/)
      if (!/^\d+$/.test(length)) continue
      checkLimit(source.limits, "frames", Number(length), path, `the number of frames in line ${number}`)
      lengths.set(key, { length: Number(length), split: split ?? lengths.get(key)?.split ?? null })
    }
  return lengths
}
