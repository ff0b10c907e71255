/**
 * A drive through every 3D format and back. `ANNOTARY_DRIVE` may name a folder with a recorded one, as `configuration.json`, `sample.json` and
 * `label.json` of the wire; the largest differences are printed then.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { argoverse2 } from "../src/argoverse2/argoverse2.ts"
import { Losses } from "../src/carry/Losses.ts"
import type { Format } from "../src/Format.ts"
import { parseJson } from "../src/files/json.ts"
import { Node } from "../src/files/Node.ts"
import { kitti } from "../src/kitti/object.ts"
import { kittiTracking } from "../src/kitti/tracking.ts"
import type { Dataset } from "../src/model/Dataset.ts"
import { fromWireSample } from "../src/model/fromWire.ts"
import type { Scene } from "../src/model/Scene.ts"
import { nuscenes } from "../src/nuscenes/nuscenes.ts"
import { openlabel } from "../src/openlabel/openlabel.ts"
import { camera, dataset, difference, drive, poseAt } from "./drive.ts"
import { collected, readBack, written } from "./roundTrip.ts"

const recorded = async (
  folder: string,
): Promise<{ readonly dataset: Dataset; readonly scenes: ReadonlyArray<Scene> }> => {
  const read = async (name: string) => parseJson(await readFile(join(folder, name), "utf8"), name)
  const sample = new Node(await read("sample.json"), "sample.json")
  const categories = new Node(await read("configuration.json"), "configuration.json").at("categories").items()
  const context = {
    taskType: "pointcloud-cuboid-sequence",
    losses: new Losses(),
    bitmap: () => async () => assert.fail("There are no bitmaps."),
  }
  const scenes = fromWireSample(
    {
      name: sample.at("name").text(),
      attributes: sample.at("attributes").value,
      metadata: {},
      label: await read("label.json"),
    },
    context,
  )
  const named = categories.map((one) => ({
    id: one.at("id").whole(),
    name: one.at("name").text(),
    color: null,
    hasInstances: true,
    attributes: [],
  }))
  return { dataset: { ...dataset, categories: named }, scenes }
}

const sequences: ReadonlyArray<Format> = [openlabel, kittiTracking, argoverse2, nuscenes]

/** As single samples, and put together again. */
const throughFrames = async (scene: Scene, of: Dataset): Promise<Scene> => {
  const { files } = await written(kitti, { dataset: of, scenes: [scene] })
  const samples = await collected((await readBack(kitti, files)).scenes)
  const frames = samples.flatMap((one) => one.frames)
  return {
    ...scene,
    frames: frames.map((frame, index) => ({
      ...frame,
      // KITTI object has no tracks.
      annotations: frame.annotations.map((one, at) => ({
        ...one,
        trackId: scene.frames[index]?.annotations[at]?.trackId ?? null,
      })),
    })),
  }
}

const check = async (scene: Scene, of: Dataset) => {
  for (const format of sequences) {
    const { files } = await written(format, { dataset: of, scenes: [scene] })
    const [found] = await collected((await readBack(format, files)).scenes)
    report(format, difference(found, scene))
  }
  report(kitti, difference(await throughFrames(scene, of), scene))
  let last = scene
  for (const format of sequences) {
    const { files } = await written(format, { dataset: of, scenes: [last] })
    last = (await collected((await readBack(format, files)).scenes))[0] ?? assert.fail("Nothing was read.")
  }
  report({ title: "all one after the other" }, difference(last, scene))
}

const report = ({ title }: Pick<Format, "title">, found: ReturnType<typeof difference>) => {
  if (process.env.ANNOTARY_DRIVE !== undefined) process.stdout.write(`${title}: ${JSON.stringify(found)}\n`)
  for (const value of Object.values(found)) assert.isBelow(value, 1e-6, title)
}

describe("a drive through every 3D format and back", () => {
  it("keeps ids, tracks and nanoseconds, and positions, sizes and yaws within 1e-6", async () => {
    for (const scene of [drive(), drive({ isMoving: true, cameras: [camera], tracks: 40 })])
      await check(scene, dataset)
  })

  const folder = process.env.ANNOTARY_DRIVE

  it.runIf(folder !== undefined)(
    "does so with a recorded drive, standing and moving",
    { timeout: 300_000 },
    async () => {
      const { dataset: of, scenes } = await recorded(folder ?? "")
      const scene = scenes[0] ?? assert.fail("There is no scene.")
      await check(scene, of)
      const frames = scene.frames.map((frame, index) => ({ ...frame, egoPose: poseAt(index) }))
      await check({ ...scene, frames }, of)
    },
  )
})
