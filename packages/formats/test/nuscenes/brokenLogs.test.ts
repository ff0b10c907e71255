import { assert, describe, it } from "vitest"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { dataset, drive } from "../drive.ts"
import { bytes } from "../reading.ts"
import { collected, readBack, written } from "../roundTrip.ts"

describe("tables of nuScenes that scenes need none of", () => {
  it("are counted where they cannot be read, and all scenes come in", async () => {
    const { files } = await written(nuscenes, { dataset, scenes: [drive()] })
    const names = [...files.keys()].filter((path) => /(^|\/)(log|map)\.json$/.test(path)).sort()
    assert.lengthOf(names, 2)
    const broken = new Map([...files, ...names.map((path) => [path, bytes("[{")] as const)])
    const { losses, scenes } = await readBack(nuscenes, broken)
    assert.lengthOf(await collected(scenes), 1)
    assert.deepStrictEqual(
      losses
        .list()
        .filter(({ kind }) => kind === "unreadable")
        .map(({ count }) => count),
      [2],
    )
  })
})
