/** Reads `labels/FRAME.txt` with `points/FRAME.npy` and the lists of the sets in `ImageSets`. */
import { Losses } from "../carry/Losses.ts"
import {
  collectCategories,
  type DrawnCuboid,
  findHeading,
  makeCloud,
  toAnnotations,
} from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { keyLabels } from "../files/keyLabels.ts"
import { type Line, readLines } from "../files/lines.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readSetLists } from "../images/setLists.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Cloud, Scene } from "../model/Scene.ts"
import { readPoints } from "./npy.ts"

const isLabel = (path: string): boolean => /(^|\/)labels\/[^/]+\.txt$/.test(path)

/** Seven numbers, then a name, which may not be a number. */
const row = /^\s*(?:[-+\d.eE]+\s+){7}[^\s\d][^\s]*\s*$/

export const readOpenPcdet: Reader = {
  detect: async (source) => {
    // Files without objects are empty.
    for (const path of source.paths.filter(isLabel).slice(0, 20)) {
      const [first = ""] = new TextDecoder().decode(await source.peek(path, 0, 1024)).split("\n")
      if (first.trim() !== "") return row.test(first) ? path : undefined
    }
    return undefined
  },
  read: async (source, { losses }) => {
    const labels = source.paths.filter(isLabel)
    if (labels.length === 0) throw new FormatError(".", "has no text files in a folder labels.")
    const counted = new PartReader(new Losses(), "rows")
    const dataset = await collectCategories("openpcdet", "pointcloud-cuboid", labels, (path) =>
      readCuboids(source, path, counted),
    )
    const embedded = new Map<string, () => Promise<Uint8Array>>()
    const clouds = new Map<string, Cloud>()
    const arrays = new PartReader(losses, "records")
    for (const label of labels) {
      const url = findCloud(source, label)
      if (!url.endsWith(".npy") || !source.has(url)) {
        clouds.set(label, makeCloud(url))
        continue
      }
      const points = await arrays.readLater(() => readPoints(source, url))
      if (points === undefined) continue
      const path = `${stripEnding(url)}.bin`
      embedded.set(path, points.load)
      clouds.set(label, { url: path, type: points.type })
    }
    arrays.checkAny()
    return { dataset, scenes: readScenes(source, labels, dataset, clouds, losses), embedded }
  },
}

/** Beside the folder of the labels, in `points`. */
const findCloud = (source: Source, label: string): string => {
  const stem = stripEnding(label).replace(/(^|\/)labels\/([^/]+)$/, "$1points/$2")
  return [".npy", ".bin", ".pcd"].map((ending) => `${stem}${ending}`).find(source.has) ?? `${stem}.npy`
}

/** Rows that cannot be read are counted. */
const readCuboids = async (
  source: Source,
  path: string,
  rows: PartReader,
): Promise<ReadonlyArray<DrawnCuboid>> => {
  const cuboids: Array<DrawnCuboid> = []
  for await (const line of readLines(source, path)) {
    const cuboid = rows.read(() => readRow(line, path))
    if (cuboid !== undefined) cuboids.push(cuboid)
  }
  return cuboids
}

const readRow = ({ number, text }: Line, path: string): DrawnCuboid => {
  const parts = text.trim().split(/\s+/)
  const numbers = parts.slice(0, 7).map(Number)
  const category = parts[7]
  if (parts.length !== 8 || category === undefined || numbers.some((value) => !Number.isFinite(value)))
    throw new FormatError(path, `line ${number} is not x, y, z, dx, dy, dz, heading and a category.`)
  const [x = 0, y = 0, z = 0, length = 0, width = 0, height = 0, heading = 0] = numbers
  return {
    category,
    track: null,
    position: { x, y, z },
    dimensions: { x: length, y: width, z: height },
    heading: findHeading("fixed", { x: 0, y: 0, z: heading }),
    attributes: {},
  }
}

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  clouds: ReadonlyMap<string, Cloud>,
  losses: Losses,
): AsyncGenerator<Scene> {
  const idOf = makeCategoryIds(dataset)
  const sets = await readSetLists(
    source,
    new Map(labels.map((path) => [path, getBaseName(stripEnding(path))])),
    losses,
  )
  const rows = new PartReader(losses, "rows")
  for (const [name, path] of keyLabels(labels)) {
    const cloud = clouds.get(path)
    // Its array cannot be read, which is counted.
    if (cloud === undefined) continue
    const cuboids = await readCuboids(source, path, rows)
    const annotations = toAnnotations(cuboids, (category) => idOf(category, path))
    yield {
      ...emptyScene,
      name,
      kind: "cuboid",
      split: sets(path)?.split ?? null,
      frames: [{ ...emptyFrame, cloud, annotations }],
    }
  }
  rows.checkAny()
}
