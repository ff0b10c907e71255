/** Reads exports of Xtreme1. A folder in which an object is in several point clouds is a sequence. */
import { Losses } from "../carry/Losses.ts"
import { FolderEvidence, type FolderKind } from "../drawn-cuboids/sequenceFolders.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { type Dataset, makeDataset } from "../model/Dataset.ts"
import { hasClouds, readCloudItem, readCloudScenes } from "./clouds.ts"
import { readImageScenes } from "./images.ts"
import { type Item, isMarked, listItems, openDocument } from "./items.ts"
import { readResult } from "./results.ts"
import { readShapes } from "./shapes.ts"

export const readXtreme1: Reader = {
  detect: async (source) => {
    for (const { data, results } of listItems(source).slice(0, 5))
      for (const path of [...results, ...(data === undefined ? [] : [data])])
        if (await isMarked(source, path)) return path
    return undefined
  },
  read: async (source, context) => {
    const items = listItems(source)
    if (items.length === 0) throw new FormatError(".", "has no files data/NAME.json and result/NAME.json.")
    const isOfClouds = await findType(source, items)
    const names = new Set<string>()
    if (!isOfClouds) {
      for (const item of items) {
        const result = await readResult(source, item, new Losses())
        for (const { category } of readShapes(result?.objects ?? [], new Losses())) names.add(category)
      }
      const dataset = makeDataset("xtreme1", "vector", [...names].sort())
      return { dataset, scenes: readImageScenes(source, items, dataset, context) }
    }
    const folders = new Map<string, FolderEvidence>()
    for (const item of items) {
      const { cuboids } = await readCloudItem(source, item, new Losses())
      const folder = folders.get(item.root) ?? new FolderEvidence()
      folders.set(item.root, folder)
      folder.add(cuboids.map(({ track }) => track))
      for (const { category } of cuboids) names.add(category)
    }
    const isSequence = [...folders.values()].some((folder) => folder.findKind() === "sequence")
    const taskType = isSequence ? "pointcloud-cuboid-sequence" : "pointcloud-cuboid"
    const dataset: Dataset = makeDataset("xtreme1", taskType, [...names].sort())
    const findKind = (root: string): FolderKind => folders.get(root)?.findKind() ?? "unclear"
    return { dataset, scenes: readCloudScenes(source, items, dataset, isSequence ? findKind : null, context) }
  },
}

/** Whether the items are point clouds, by the first data that say it, or else by the files. */
const findType = async (source: Source, items: ReadonlyArray<Item>): Promise<boolean> => {
  const parts = new PartReader(null)
  for (const { data } of items) {
    if (data === undefined) continue
    const type = await parts.readLater(async () => (await openDocument(source, data)).at("type").value)
    if (typeof type === "string") return type.startsWith("LIDAR")
  }
  return hasClouds(source)
}
