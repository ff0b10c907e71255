import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { inspect } from "../src/importing/inspect.ts"

const root = mkdtempSync(join(tmpdir(), "annotary-inspect-"))
afterAll(() => rmSync(root, { recursive: true }))

const inspectFiles = async (name: string, files: Readonly<Record<string, object>>): Promise<string> => {
  for (const [path, content] of Object.entries({ ...files, "img/a.png": {} })) {
    mkdirSync(dirname(join(root, name, path)), { recursive: true })
    writeFileSync(join(root, name, path), JSON.stringify(content))
  }
  return (await Effect.runPromise(inspect(join(root, name))))._tag
}

describe("a folder with images and JSON of another tool", () => {
  it("is not taken for samples because of one key that these have", { timeout: 120_000 }, async () => {
    const supervisely = {
      "ann/a.png.json": { name: "a.png", size: {}, objects: [] },
      "meta.json": { classes: [] },
    }
    assert.strictEqual(await inspectFiles("supervisely", supervisely), "Foreign")
    const superannotate = { "a.png.json": { metadata: { name: "a.png" }, instances: [] } }
    assert.strictEqual(await inspectFiles("superannotate", superannotate), "Foreign")
    const imagefolder = { "metadata.jsonl": { file_name: "a.png", objects: {} } }
    assert.strictEqual(await inspectFiles("imagefolder", imagefolder), "Foreign")
    const nuscenes = {
      "v1.0-mini/calibrated_sensor.json": [],
      "v1.0-mini/sample.json": [{ token: "a", scene_token: "b" }],
      "v1.0-mini/sample_annotation.json": [],
    }
    assert.strictEqual(await inspectFiles("nuscenes", nuscenes), "Foreign")
    const bdd = { "labels/a.json": [{ name: "a.png", labels: [{ category: "car", box2d: {} }] }] }
    assert.strictEqual(await inspectFiles("bdd", bdd), "Foreign")
    const kitti = {
      "annotary.jsonl": { name: "drive", description: "", task_type: "pointcloud-cuboid", categories: [] },
      "training/label_2/000000.txt": {},
    }
    assert.strictEqual(await inspectFiles("kitti", kitti), "Foreign")
    const xtreme1 = {
      "data/a.json": { dataId: 1, name: "a", type: "IMAGE", images: [{ name: "a.png" }] },
      "result/a.json": { dataId: 1, sourceName: "Ground Truth", objects: [] },
    }
    assert.strictEqual(await inspectFiles("xtreme1", xtreme1), "Foreign")
  })
})
