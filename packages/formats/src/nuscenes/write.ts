/** Writes the tables. What may be many is written at once; sensors, sets and map come at the end. */
import type { Writer } from "../Format.ts"
import type { OutputFile, Spool, Target } from "../files/Target.ts"
import { writeFile } from "../files/Target.ts"
import type { Split } from "../model/Scene.ts"
import { SideFile } from "../side/SideFile.ts"
import { visibilities } from "./attributes.ts"
import { emptyMapPath } from "./logs.ts"
import { ListFile, makeToken, Tables, versionFolder } from "./tables.ts"
import { SceneWriter } from "./writeScene.ts"

export const writeNuscenes: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const tables = await Tables.open(target)
  const side = await SideFile.open(target, dataset)
  const map = await openMap(target)
  const splits = new Splits(target)
  for (const [index, { name }] of dataset.categories.entries())
    await tables.add("category", { token: makeCategoryToken(name), name, description: "", index })
  for (const visibility of visibilities) await tables.add("visibility", visibility)
  const writer = new SceneWriter(tables, context)
  let index = 0
  for await (const scene of scenes) {
    const token = makeToken("scene", index, scene.name)
    const log = makeToken("log", token)
    await tables.add("log", {
      token: log,
      logfile: scene.name,
      vehicle: "",
      date_captured: "",
      location: "",
    })
    await map.write(`${index === 0 ? "" : ","}${JSON.stringify(log)}`)
    const placed = await writer.write(scene, token, log)
    await side.add(token, scene, placed)
    if (scene.split !== null) await splits.add(scene.split, scene.name)
    index += 1
  }
  await writer.writeSensors()
  await map.write("]}]\n")
  await map.close()
  await splits.close()
  await side.close()
  await tables.close()
}

const makeCategoryToken = (name: string): string => makeToken("category", name)

/** The map lists every log. */
const openMap = async (target: Target): Promise<OutputFile> => {
  await writeFile(target, emptyMapPath, Buffer.from(blackPixel, "base64"))
  const file = await target.open(`${versionFolder}/map.json`)
  const token = makeToken("map")
  await file.write(
    `[{"category":"semantic_prior","token":"${token}","filename":"${emptyMapPath}","log_tokens":[`,
  )
  return file
}

const blackPixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

/** `splits.json`: the scenes of each set. */
class Splits {
  readonly #spools = new Map<Split, { readonly spool: Spool; readonly list: ListFile }>()
  readonly #target: Target

  constructor(target: Target) {
    this.#target = target
  }

  async add(split: Split, scene: string): Promise<void> {
    let splitFile = this.#spools.get(split)
    if (splitFile === undefined) {
      const spool = await this.#target.spool()
      splitFile = { spool, list: new ListFile(spool) }
      this.#spools.set(split, splitFile)
    }
    await splitFile.list.add(scene)
  }

  async close(): Promise<void> {
    if (this.#spools.size === 0) return
    const file = await this.#target.open(`${versionFolder}/splits.json`)
    let before = "{"
    for (const [split, { list, spool }] of this.#spools) {
      await list.close()
      await file.write(`${before}${JSON.stringify(split)}:`)
      for await (const part of spool.contents()) await file.write(part)
      before = ","
    }
    await file.write("}\n")
    await file.close()
  }
}
