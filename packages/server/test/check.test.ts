/** `annotary check`: a table of the warnings, and the exit code that was asked for. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeCheckProgress } from "../src/cli/Progress.ts"
import { annotary } from "./support/annotary.ts"
import { cuboid } from "./support/cuboid.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-check-"))
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const run = (...words: ReadonlyArray<string>) => annotary(words, environment)

const scene = (name: string, x: number) =>
  `${JSON.stringify({ name, attributes: null, label: { attributes: { annotations: [cuboid(1, 0), cuboid(2, x)] } } })}\n`

beforeAll(async () => {
  mkdirSync(join(folder, "source"))
  writeFileSync(
    join(folder, "source", "configuration.json"),
    JSON.stringify({
      categories: [{ id: 1, name: "car" }],
      warning_rules: [{ name: "intersecting-cuboids" }],
    }),
  )
  writeFileSync(join(folder, "source", "lines.ndjson"), scene("good", 9) + scene("b\u001bad\nname", 1))
  await run("user", "create", "ada")
  const imported = await run(
    "import",
    join(folder, "source"),
    "--dataset",
    "ada/drive",
    "--create",
    "pointcloud-cuboid",
  )
  assert.strictEqual(imported.code, 0, imported.stderr)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe("annotary check", () => {
  it("shows warnings as a table, with the sums by rule, and succeeds", async () => {
    const { code, stderr, stdout } = await run("check", "ada/drive")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const lines = stdout.trimEnd().split("\n")
    assert.match(lines[0] ?? "", /^SAMPLE +FRAME +SENSOR +RULE +WARNING$/)
    assert.match(lines[1] ?? "", /^b ad name +intersecting-cuboids +Cuboids 1 and 2 intersect\.$/)
    assert.deepStrictEqual(lines.slice(2), [
      "",
      "RULE                  WARNINGS",
      "intersecting-cuboids  1",
      "2 samples, 2 labels checked, 1 with warnings, 0 warnings dismissed",
    ])
  }, 60_000)

  it("fails because of warnings only when told to", async () => {
    const failed = await run("check", "ada/drive", "--fail-on-warnings")
    assert.strictEqual(failed.code, 1)
    assert.include(failed.stderr, "1 warning is not dismissed.")
    const other = await run("check", "ada/drive", "--fail-on-warnings", "--labelset", "none")
    assert.deepStrictEqual([other.code, other.stdout], [1, ""])
    assert.include(other.stderr, "Labelset not found.")
    assert.strictEqual((await run("check", "drive")).code, 2)
  }, 60_000)
})

/** The header of a PNG of 100 × 40 pixels that its EXIF orientation turns by a quarter. */
const turnedPhoto = () => {
  const chunk = (type: string, hex: string) => {
    const data = Buffer.from(hex, "hex")
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", "00000064000000280800000000"),
    chunk("eXIf", "4d4d002a00000008000101120003000000010006000000000000"),
    chunk("IDAT", "00000000"),
    chunk("IEND", ""),
  ])
}

describe("pictures of a dataset", () => {
  it("are named by annotary check where their sample states the size of the file as stored", async () => {
    const photos = join(folder, "photos")
    mkdirSync(photos)
    writeFileSync(join(photos, "a.png"), turnedPhoto())
    const imported = await run("import", photos, "--dataset", "ada/photos", "--upload")
    assert.strictEqual(imported.code, 0, imported.stderr)
    assert.include(imported.stderr, "image has an EXIF orientation")
    const upright = await run("check", "ada/photos")
    assert.deepStrictEqual([upright.code, upright.stdout.includes("picture")], [0, false])
    const file = join(folder, "photos.json")
    assert.strictEqual((await run("export", "ada/photos", file)).code, 0)
    const { dataset } = JSON.parse(readFileSync(file, "utf8"))
    const { image } = dataset.samples[0].attributes
    // The size was measured: it is kept beside the sample, whose attributes state what a client says.
    assert.deepStrictEqual([image.width, image.height], [undefined, undefined])
    const old = join(folder, "old")
    mkdirSync(old)
    const attributes = { image: { ...image, width: 100, height: 40 } }
    writeFileSync(join(old, "lines.ndjson"), `${JSON.stringify({ name: "before", attributes })}\n`)
    const written = await run("import", old, "--dataset", "ada/old", "--create", "vector")
    assert.strictEqual(written.code, 0, written.stderr)
    const { code, stdout } = await run("check", "ada/old")
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^before +picture-size +The picture is seen as 40 × 100 \(EXIF orientation 6\), but the sample states 100 × 40/m,
    )
    assert.match(stdout, /1 picture of another size$/m)
    const lines = (await run("check", "ada/old", "--json")).stdout.trimEnd().split("\n")
    const { picture } = JSON.parse(lines.at(-1) ?? "")
    assert.deepStrictEqual([picture.sample, picture.kind], ["before", "stored-frame"])
  }, 120_000)
})

describe("its progress", () => {
  it("is a bar on a terminal, out of the way of the rows, and nothing elsewhere", () => {
    const shown = (isTTY: boolean) => {
      let text = ""
      const progress = makeCheckProgress({ isTTY, write: (more) => (text += more) })
      progress.show(5, 10)
      progress.clear()
      progress.clear()
      return text
    }
    assert.strictEqual(
      shown(true),
      `\r[${"█".repeat(15)}${"░".repeat(15)}] 5 of 10 samples\u001b[K\r\u001b[K`,
    )
    assert.strictEqual(shown(false), "")
  })
})
