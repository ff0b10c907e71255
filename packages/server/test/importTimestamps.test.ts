/** Timestamps of nanoseconds are beyond the numbers of JavaScript: an import checks and saves all of their digits. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { annotary } from "./support/annotary.ts"
import type { Environment } from "./support/childServer.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-timestamps-"))
const environment: Environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "labels.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}

const done = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, stderr)
  return `${stdout}${stderr}`
}

const timestamps = ["1700000000123456789", "1700000000223456791"] as const

/** Two frames of a camera with a box. `JSON.stringify` cannot write the timestamps as numbers. */
const document = (): string => {
  const frame = (index: number) => ({
    frame_properties: {
      timestamp: `@${index}`,
      streams: { CAM: { uri: `https://images.example/${index}.png` } },
    },
    objects: {
      "7": {
        object_data: { bbox: [{ name: "box", coordinate_system: "CAM", val: [50, 60, 20, 10] }] },
      },
    },
  })
  const openlabel = {
    metadata: { schema_version: "1.0.0" },
    coordinate_systems: { CAM: { type: "sensor_cs", parent: "", children: [] } },
    streams: { CAM: { type: "camera" } },
    frames: { "0": frame(0), "1": frame(1) },
    objects: { "7": { name: "car7", type: "Car" } },
  }
  return JSON.stringify({ openlabel }).replace(
    /"@(\d)"/g,
    (_, index: string) => timestamps[Number(index)] ?? "",
  )
}

beforeAll(async () => {
  await done("migrate")
  await done("user", "create", "ada")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe("an import with timestamps of nanoseconds", () => {
  it("passes the check of its labels and keeps every digit", async () => {
    const source = join(folder, "source")
    mkdirSync(source)
    writeFileSync(join(source, "drive.json"), document())
    const said = await done("import", source, "--dataset", "ada/drive", "--format", "openlabel")
    assert.match(said, /1 samples created, 0 existing, 1 labels written/)
    const out = join(folder, "out")
    const words = ["--format", "openlabel", "--status", "PRELABELED", "--files", "link"]
    await done("export", "ada/drive", out, ...words)
    const text = readFileSync(join(out, "drive.json"), "utf8")
    for (const timestamp of timestamps) assert.include(text, timestamp)
  }, 60_000)
})
