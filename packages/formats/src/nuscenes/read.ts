/** Reads the tables: small ones whole, large ones by an index. Scenes are then read one at a time. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { resolveFiles } from "../images/resolveFiles.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import type { Scene, Split } from "../model/Scene.ts"
import { lookupUsual, toSet } from "../model/sets.ts"
import { readSideDataset, readSideScenes, restoreScene, type SideScene } from "../side/readSide.ts"
import { countLogs } from "./logs.ts"
import { SceneReader } from "./readScene.ts"
import { forEachRow } from "./rows.ts"

/** The folder of the tables; undefined where there is none. */
const findTablesFolder = ({ paths }: Source): string | undefined => {
  const tablePath = paths.find((path) => path.endsWith("sample_annotation.json"))
  return tablePath?.slice(0, -"sample_annotation.json".length)
}

export const readNuscenes: Reader = {
  detect: async (source) => {
    const folder = findTablesFolder(source)
    const path = `${folder}calibrated_sensor.json`
    return folder !== undefined && source.has(path) ? path : undefined
  },
  read: async (source, context) => {
    const folder = findTablesFolder(source)
    if (folder === undefined) throw new FormatError("sample_annotation.json", "is missing.")
    const names: Array<string> = []
    // Odd rows are counted where the table is read again.
    const parts = new PartReader(null)
    await forEachRow(source, `${folder}category.json`, (row) =>
      parts.read(() => names.push(row.at("name").text())),
    )
    const dataset = (await readSideDataset(source)) ?? {
      name: "nuscenes",
      description: "",
      taskType: "pointcloud-cuboid-sequence",
      categories: new CategoryNumbers(names).categories,
      imageAttributes: [],
    }
    return { dataset, scenes: scenes(source, folder, dataset, context) }
  },
}

async function* scenes(
  source: Source,
  folder: string,
  dataset: Dataset,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const reader = await SceneReader.open(source, folder, dataset, losses)
  const resolver = new ImageResolver(source)
  await countLogs(source, folder, losses)
  const splits = await readSplits(source, `${folder}splits.json`)
  const left = new Map(reader.scenes.map((scene) => [scene.token, scene]))
  const read = async (token: string, side?: SideScene) => {
    const sideScene = left.get(token)
    if (sideScene === undefined) throw new FormatError(`${folder}scene.json`, `has no scene ${token}.`)
    left.delete(token)
    const scene = { ...(await reader.read(sideScene, side)), split: splits.get(sideScene.name) ?? null }
    const own = side === undefined ? scene : restoreScene(scene, side)
    return resolveFiles(own, resolver, `${folder}sample_data.json`)
  }
  const parts = new PartReader(losses, "records")
  for await (const side of readSideScenes(source)) {
    const scene = await parts.readLater(() => read(side.key, side))
    if (scene !== undefined) yield scene
  }
  for (const token of [...left.keys()]) yield await read(token)
  parts.checkAny()
}

/** A scene that several lists have is of the usual set among them: others are parts of that, such as `train_detect`. */
const readSplits = async (source: Source, path: string): Promise<ReadonlyMap<string, Split>> => {
  if (!source.has(path)) return new Map()
  const document = new Node(await readJsonFile(source, path), path)
  const isUsual = (key: string) => lookupUsual(key) !== undefined
  const keys = [...document.keys().filter((key) => !isUsual(key)), ...document.keys().filter(isUsual)]
  return new Map(
    keys.flatMap((key) => {
      const split = toSet(key)
      const names = document.at(key).or([], (list) => list.items())
      return split === null ? [] : names.map((name) => [name.text(), split] as const)
    }),
  )
}
