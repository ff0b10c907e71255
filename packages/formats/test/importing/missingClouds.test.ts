/** Frames of a sequence whose point cloud nothing names. */
import { assert, describe, it } from "vitest"
import type { Format, ReadDataset } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { dataset, drive } from "../drive.ts"
import { collected, each } from "../roundTrip.ts"

/** A format whose scene lacks the point clouds of these frames. */
const makeFormat = (missing: ReadonlyArray<number>, more: Pick<ReadDataset, "lacksClouds">): Format => {
  const scene = drive({ isMoving: true, frames: 3, tracks: 1 })
  const frames = scene.frames.map((frame, index) => ({
    ...frame,
    cloud: { url: missing.includes(index) ? "" : `${index}.pcd`, type: "pcd" },
    cameras: [],
  }))
  const read = async () => ({ dataset, scenes: each([{ ...scene, frames }]), ...more })
  return { ...nuscenes, reader: { detect: async () => undefined, read } }
}

const importFrames = async (
  missing: ReadonlyArray<number>,
  baseUrl?: string,
  more: Pick<ReadDataset, "lacksClouds"> = {},
) => {
  const files = ["0.pcd", "1.pcd", "2.pcd"].map((path) => [path, new Uint8Array(1)] as const)
  const { losses, records } = await importDataset({
    format: makeFormat(missing, more),
    source: memorySource(new Map(files)),
    ...(baseUrl !== undefined && { baseUrl }),
    save: async ({ path }) => `saved:${path}`,
  })
  const text = JSON.stringify(await collected(records), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  )
  return { text, counted: losses().find(({ kind }) => kind === "point-clouds")?.count }
}

describe("a frame without a point cloud", () => {
  it("is counted and refuses nothing of the others, which are saved", async () => {
    const { counted, text } = await importFrames([1])
    assert.strictEqual(counted, 1)
    assert.include(text, "saved:0.pcd")
    assert.include(text, "saved:2.pcd")
  })

  it("gets no URL of a folder where point clouds are at a URL", async () => {
    const { counted, text } = await importFrames([1], "https://clouds.example/set")
    assert.strictEqual(counted, 1)
    assert.include(text, "https://clouds.example/set/0.pcd")
    assert.notInclude(text, '"https://clouds.example/set/"')
  })

  it("is counted where the format has no point clouds that can be read, saved or not", async () => {
    const saving = await importFrames([0, 1, 2], undefined, { lacksClouds: true })
    const linking = await importFrames([0, 1, 2], "https://clouds.example/set", { lacksClouds: true })
    assert.strictEqual(saving.counted, 3)
    assert.deepStrictEqual(saving, linking)
  })

  it("refuses its sample where no frame has one and nothing says where they are", async () => {
    const refusal = await importFrames([0, 1, 2]).then(() => "", String)
    assert.include(refusal, "no URL says where point clouds are")
  })
})
