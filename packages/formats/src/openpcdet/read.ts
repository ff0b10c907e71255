/** Reads `labels/FRAME.txt` with `points/FRAME.npy` and the lists of the sets in `ImageSets`. */
import { type DrawnCuboid, findHeading, toAnnotations } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { linesOf } from "../files/lines.ts"
import { baseName, withoutEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { categoryIds } from "../model/categoryIds.ts"
import { findCloudType } from "../model/cloudType.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Scene, Split } from "../model/Scene.ts"
import { readPoints } from "./npy.ts"

const isLabel = (path: string): boolean => /(^|\/)labels\/[^/]+\.txt$/.test(path)

/** Seven numbers, then a name, which may not be a number. */
const row = /^\s*(?:[-+\d.eE]+\s+){7}[^\s\d][^\s]*\s*$/

export const readOpenPcdet: Reader = {
  detect: async (source) => {
    // Files without objects are empty.
    for (const path of source.paths.filter(isLabel).slice(0, 20)) {
      const [first = ""] = new TextDecoder().decode(await source.range(path, 0, 1024)).split("\n")
      if (first.trim() !== "") return row.test(first) ? path : undefined
    }
    return undefined
  },
  read: async (source) => {
    const labels = source.paths.filter(isLabel)
    if (labels.length === 0) throw new FormatError(".", "has no text files in a folder labels.")
    const names = new Set<string>()
    for (const path of labels) for (const { category } of await readLabels(source, path)) names.add(category)
    const dataset: Dataset = {
      name: "openpcdet",
      description: "",
      taskType: "pointcloud-cuboid",
      categories: new CategoryNumbers([...names].sort()).categories,
      imageAttributes: [],
    }
    const embedded = new Map<string, () => Promise<Uint8Array>>()
    const clouds = new Map<string, { readonly url: string; readonly type: string }>()
    for (const label of labels) {
      const url = findCloud(source, label)
      if (!url.endsWith(".npy")) {
        clouds.set(label, { url, type: findCloudType(url, { bin: "kitti", other: "pcd" }) })
        continue
      }
      const points = await readPoints(source, url)
      const path = `${withoutEnding(url)}.bin`
      embedded.set(path, points.load)
      clouds.set(label, { url: path, type: points.type })
    }
    return { dataset, scenes: readScenes(source, labels, dataset, clouds), embedded }
  },
}

/** Beside the folder of the labels, in `points`. */
const findCloud = (source: Source, label: string): string => {
  const stem = withoutEnding(label).replace(/(^|\/)labels\/([^/]+)$/, "$1points/$2")
  return [".npy", ".bin", ".pcd"].map((ending) => `${stem}${ending}`).find(source.has) ?? `${stem}.npy`
}

const readLabels = async (source: Source, path: string): Promise<ReadonlyArray<DrawnCuboid>> => {
  const found: Array<DrawnCuboid> = []
  for await (const { number, text } of linesOf(source, path)) {
    const parts = text.trim().split(/\s+/)
    if (parts.length === 1 && parts[0] === "") continue
    const numbers = parts.slice(0, 7).map(Number)
    const category = parts[7]
    if (parts.length !== 8 || category === undefined || numbers.some((value) => !Number.isFinite(value)))
      throw new FormatError(path, `line ${number} is not x, y, z, dx, dy, dz, heading and a category.`)
    const [x = 0, y = 0, z = 0, length = 0, width = 0, height = 0, heading = 0] = numbers
    found.push({
      category,
      track: null,
      position: { x, y, z },
      dimensions: { x: length, y: width, z: height },
      heading: findHeading("fixed", { x: 0, y: 0, z: heading }),
      attributes: {},
    })
  }
  return found
}

async function* readScenes(
  source: Source,
  labels: ReadonlyArray<string>,
  dataset: Dataset,
  clouds: ReadonlyMap<string, { readonly url: string; readonly type: string }>,
): AsyncGenerator<Scene> {
  const idOf = categoryIds(dataset)
  const splits = await readSplits(source)
  for (const path of labels) {
    const name = withoutEnding(baseName(path))
    const annotations = toAnnotations(await readLabels(source, path), (category) => idOf(category, path))
    yield {
      ...emptyScene,
      name,
      kind: "cuboid",
      split: splits.get(name) ?? null,
      frames: [{ ...emptyFrame, cloud: clouds.get(path) ?? null, annotations }],
    }
  }
}

const readSplits = async (source: Source): Promise<ReadonlyMap<string, Split>> => {
  const found = new Map<string, Split>()
  for (const split of ["train", "val", "test"] as const) {
    const path = source.paths.find((one) => one.endsWith(`ImageSets/${split}.txt`))
    if (path !== undefined) for await (const { text } of linesOf(source, path)) found.set(text.trim(), split)
  }
  return found
}
