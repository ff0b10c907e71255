/** How far a file of COCO is read, as an import notifies it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import type { ReadProgress } from "../../src/Format.ts"
import { folderSource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-progress-"))
const images = 2000
let bytes = 0

beforeAll(() => {
  const box = (id: number) => ({ id, image_id: 1 + (id % images), category_id: 1, bbox: [1, 2, 30, 40] })
  const text = JSON.stringify({
    annotations: Array.from({ length: 12_000 }, (_, id) => box(id + 1)),
    images: Array.from({ length: images }, (_, index) => ({
      id: index + 1,
      file_name: `${index}.jpg`,
      coco_url: `https://images.example/${index}.jpg`,
      width: 640,
      height: 480,
    })),
    categories: [{ id: 1, name: "car" }],
  })
  bytes = Buffer.byteLength(text)
  writeFileSync(join(folder, "instances_train.json"), text)
})

afterAll(() => rmSync(folder, { recursive: true }))

/** A first report comes with the first part of a file, whatever its length. */
const firstBytes = 256 * 1024

describe("the progress of an import", () => {
  it("is notified with the first part of the file, before a record, and never runs backwards until all is read", async () => {
    const reports: Array<ReadProgress & { readonly records: number }> = []
    let records = 0
    const read = await importDataset({
      format: coco,
      source: await folderSource(folder),
      save: async ({ path }) => path,
      onProgress: (progress) => reports.push({ ...progress, records }),
    })
    for await (const _ of read.records) records += 1
    await read.close()
    assert.strictEqual(records, images)
    const [first] = reports
    assert.deepInclude(first, { phase: "index", total: bytes, records: 0 })
    assert.isAtMost(first?.bytes ?? Number.NaN, firstBytes)
    const isIndex = reports.map(({ phase }) => phase === "index")
    assert.deepStrictEqual(
      isIndex,
      [...isIndex].sort((a, b) => Number(b) - Number(a)),
    )
    for (const phase of ["index", "records"]) {
      const own = reports.filter((report) => report.phase === phase)
      for (const [index, report] of own.slice(1).entries())
        assert.isAtLeast(report.bytes, own[index]?.bytes ?? 0)
      assert.strictEqual(own.at(-1)?.bytes, own.at(-1)?.total)
    }
  })
})
