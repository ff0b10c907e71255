/** Reads `label_2` with `calib`. Without `annotary.jsonl` the categories are known once all files are read, so they are read twice. */
import type { Losses } from "../carry/Losses.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { keyLabels } from "../files/keyLabels.ts"
import { readLines } from "../files/lines.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { setOnce } from "../files/setOnce.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { readSetLists } from "../images/setLists.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { type Dataset, findKind } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import { matchSideScenes, readSideDataset, type SideScene } from "../side/readSide.ts"
import { countMissingCalibration, makeCamera, readCalibration } from "./calibration.ts"
import { readKittiDataset } from "./categories.ts"
import { parseRow } from "./rows.ts"

const isLabel = (path: string): boolean => /(^|\/)label_2\/[^/]+\.txt$/.test(path)

export const readObject: Reader = {
  detect: async ({ paths }) => paths.find(isLabel),
  read: async (source, context) => {
    const labels = source.paths.filter(isLabel)
    if (labels.length === 0) throw new FormatError(".", "has no files in label_2.")
    const dataset =
      (await readSideDataset(source)) ??
      (await readKittiDataset(source, labels, "kitti", { cuboids: "pointcloud-cuboid", boxes: "bboxes" }, 0))
    return { dataset, scenes: readScenes(source, labels, dataset, context) }
  },
}

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  const isFlat = findKind(dataset.taskType) === "image-vector"
  const clouds = indexCloudsByStem(source)
  const images = new ImageResolver(source)
  const sets = await readSetLists(
    source,
    new Map(labels.map((path) => [path, getBaseName(stripEnding(path))])),
    losses,
  )
  const parts = new PartReader(losses, "rows")
  const byKey = keyLabels(labels)
  const names = new Map([...byKey].map(([key, path]) => [path, key]))
  const samples = new PartReader(losses, "records")
  // Without a calibration that can be read, nothing says where the objects of a file are: it is left out.
  const read = (path: string, side?: SideScene) =>
    samples.readLater(async () => {
      const scene = await readScene(source, path, { clouds, idOf, images, isFlat, losses, parts }, side)
      return { ...scene, name: names.get(path) ?? scene.name, split: sets(path)?.split ?? null }
    })
  yield* matchSideScenes(source, byKey, (key) => `training/label_2/${key}.txt`, read)
  samples.checkAny()
  parts.checkAny()
}

interface Reading {
  readonly idOf: (category: string, path: string) => number
  /** Whether the rows are boxes in the images. */
  readonly isFlat: boolean
  readonly losses: Losses
  /** Reads the rows. */
  readonly parts: PartReader
  /** By their paths without the ending. */
  readonly clouds: ReadonlyMap<string, string>
  readonly images: ImageResolver
}

const readScene = async (
  source: Source,
  path: string,
  { clouds, idOf, images, isFlat, losses, parts }: Reading,
  side: SideScene | undefined,
): Promise<Scene> => {
  const stem = stripEnding(path)
  const key = getBaseName(stem)
  const folder = path.slice(0, path.lastIndexOf("label_2"))
  const calibrationPath = `${folder}calib/${key}.txt`
  const calibration = await readCalibration(source, calibrationPath)
  const annotations: Array<Annotation> = []
  for await (const line of readLines(source, path)) {
    const columns = line.text.trim().split(/\s+/)
    parts.read(() => {
      const row = parseRow(columns, line, path, { calibration, isFlat, losses, levels: false })
      if (row === undefined) return
      const { attributes, category, shape } = row
      const common = { id: annotations.length + 1, categoryId: idOf(category, path), attributes }
      annotations.push({ ...common, trackId: null, isKeyframe: true, ...shape })
    })
  }
  countMissingCalibration(source, calibrationPath, annotations, losses)
  const prediction = findPrediction(annotations)
  const cloud = clouds.get(`${folder}velodyne/${key}`)
  // The other cameras have files of the same names.
  const imageFolder = `${folder}image_2`
  const image = images.find({ name: key, record: path, folders: [imageFolder], below: imageFolder })
  if (isFlat) {
    const url = image ?? `${folder}image_2/${key}.png`
    const frame = { ...emptyFrame, image: { url, size: null }, annotations }
    return { ...emptyScene, ...prediction, name: key, kind: "image-vector", frames: [frame] }
  }
  const sceneCameras =
    side?.frames[0]?.cameras ??
    (image === undefined ? [] : [{ name: "image_2", url: image, size: null, convention: "OpenCV" as const }])
  const frame = {
    ...emptyFrame,
    cloud: {
      url: cloud ?? `${folder}velodyne/${key}.bin`,
      type: findCloudType(cloud ?? ".bin", { bin: "kitti", other: "pcd" }),
    },
    cameras: sceneCameras.map((camera) => makeCamera(calibration, camera)),
    annotations,
  }
  return { ...emptyScene, ...prediction, name: key, kind: "cuboid", frames: [frame] }
}

/** Point clouds by their paths without the ending. */
const indexCloudsByStem = ({ paths }: Source): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  for (const path of paths) if (/(^|\/)velodyne\/[^/]+$/.test(path)) setOnce(files, stripEnding(path), path)
  return files
}
