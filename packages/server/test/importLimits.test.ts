/** The limits of imports as settings. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defaultLimits } from "@annotary/formats"
import { Either } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { importLimitNames, limitSettings } from "../src/settings/limitSettings.ts"
import { annotary } from "./support/annotary.ts"
import type { Environment } from "./support/childServer.ts"

const { parse } = limitSettings.importLimits.type

describe("limits of imports", () => {
  it("are those that the formats have", () => {
    assert.deepStrictEqual<unknown>([...importLimitNames].sort(), Object.keys(defaultLimits).sort())
  })

  it("are numbers by their names, and the others keep their defaults", () => {
    assert.deepStrictEqual(parse(""), Either.right({}))
    assert.deepStrictEqual(parse("frames=200000, rows=5"), Either.right({ frames: 200_000, rows: 5 }))
  })

  it.each(["frames", "frames=", "frames=0", "frames=-1", "frames=1e9", "frame=5", "frames=5=6"])(
    "cannot be %s",
    (written) => {
      assert.isTrue(Either.isLeft(parse(written)))
    },
  )
})

describe("annotary import", () => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-limits-"))
  const files = join(folder, "files")
  const archive = join(folder, "files.tar")
  const place = { ANNOTARY_DATA_DIR: join(folder, "data") }
  const importWith = async (path: string, settings: Environment) => {
    const { code, stderr } = await annotary(
      ["import", path, "--dataset", "ada/street", "--format", "labelme"],
      { ...place, ...settings },
    )
    assert.notStrictEqual(code, 0)
    return stderr
  }

  beforeAll(async () => {
    // An import makes no database.
    assert.strictEqual((await annotary(["user", "create", "ada"], place)).code, 0)
    mkdirSync(files)
    const document = {
      version: "5.5.0",
      flags: {},
      shapes: [],
      imagePath: "a.png",
      imageWidth: 9,
      imageHeight: 9,
    }
    writeFileSync(join(files, "a.json"), JSON.stringify({ ...document, imageData: null }))
    execFileSync("tar", ["-cf", archive, "-C", files, "a.json"])
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it("has the limits of the settings for files and folders", async () => {
    assert.match(
      await importWith(files, { ANNOTARY_IMPORT_LIMITS: "values=3" }),
      /above the limit of 3 values/,
    )
    const alone = await importWith(join(files, "a.json"), { ANNOTARY_IMPORT_LIMITS: "values=4" })
    assert.match(alone, /above the limit of 4 values/)
  }, 60_000)

  it("has the limits of the settings for archives and what is in them", async () => {
    assert.match(await importWith(archive, { ANNOTARY_MAX_UNPACKED: "10" }), /above the limit of 10\./)
    const stated = await importWith(archive, { ANNOTARY_IMPORT_LIMITS: "values=5" })
    assert.match(stated, /above the limit of 5 values/)
  }, 60_000)
})
