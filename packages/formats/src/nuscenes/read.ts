/** Reads the tables: small ones whole, large ones by an index. Scenes are then read one at a time. */
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { resolveFiles } from "../images/resolveFiles.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import type { Scene, Split } from "../model/Scene.ts"
import { lookupUsual, toSet } from "../model/sets.ts"
import { restored, type SideScene, sideDataset, sideScenes } from "../side/readSide.ts"
import { SceneReader } from "./readScene.ts"
import { eachRow } from "./rows.ts"

/** The folder of the tables; undefined where there is none. */
const folderOf = ({ paths }: Source): string | undefined => {
  const found = paths.find((path) => path.endsWith("sample_annotation.json"))
  return found?.slice(0, -"sample_annotation.json".length)
}

export const readNuscenes: Reader = {
  detect: async (source) => {
    const folder = folderOf(source)
    const path = `${folder}calibrated_sensor.json`
    return folder !== undefined && source.has(path) ? path : undefined
  },
  read: async (source, context) => {
    const folder = folderOf(source)
    if (folder === undefined) throw new FormatError("sample_annotation.json", "is missing.")
    const names: Array<string> = []
    // Odd rows are counted where the table is read again.
    const parts = new PartReader(null)
    await eachRow(source, `${folder}category.json`, (row) =>
      parts.read(() => names.push(row.at("name").text())),
    )
    const dataset = (await sideDataset(source)) ?? {
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
  const splits = await readSplits(source, `${folder}splits.json`)
  const left = new Map(reader.scenes.map((scene) => [scene.token, scene]))
  const read = async (token: string, side?: SideScene) => {
    const found = left.get(token)
    if (found === undefined) throw new FormatError(`${folder}scene.json`, `has no scene ${token}.`)
    left.delete(token)
    const scene = { ...(await reader.read(found, side)), split: splits.get(found.name) ?? null }
    const own = side === undefined ? scene : restored(scene, side)
    return resolveFiles(own, resolver, `${folder}sample_data.json`)
  }
  const parts = new PartReader(losses, "records")
  for await (const side of sideScenes(source)) {
    const scene = await parts.readLater(() => read(side.key, side))
    if (scene !== undefined) yield scene
  }
  for (const token of [...left.keys()]) yield await read(token)
  parts.checkAny()
}

/** A scene that several lists have is of the usual set among them: others are parts of that, such as `train_detect`. */
const readSplits = async (source: Source, path: string): Promise<ReadonlyMap<string, Split>> => {
  if (!source.has(path)) return new Map()
  const document = new Node(await jsonFile(source, path), path)
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
