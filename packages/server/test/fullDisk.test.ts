/** Commands on a full disk: each names what has no space left, leaves no part of a file behind, and works once there is space. */
import { execFileSync, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import type { Environment } from "./support/childServer.ts"
import { makePicture } from "./support/noise.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-full-"))
const small = join(folder, "small")
mkdirSync(small)
/** A disk of 2 MB, which root alone can make, and not in every container. */
const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", small])
const isMounted = mount.status === 0
const reason = isMounted ? "" : ` (left out: a tmpfs cannot be mounted: ${String(mount.stderr).trim()})`

const environment: Environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}

/** Fills the disk up to so many bytes. */
const fill = (free: number) => writeFileSync(join(small, "fill"), randomBytes(2 * 1024 * 1024 - free))

const source = join(folder, "source")
const importing = ["import", source, "--dataset", "admin/cars", "--format", "coco", "--upload"]

const makeSource = (): void => {
  mkdirSync(join(source, "images"), { recursive: true })
  const images = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, file_name: `${id}.png`, width: 700, height: 700 }))
  for (const { file_name } of images) writeFileSync(join(source, "images", file_name), makePicture(700))
  const box = { category_id: 1, bbox: [1, 1, 5, 5], area: 25, iscrowd: 0, segmentation: [] }
  const annotations = images.map(({ id }) => ({ ...box, id, image_id: id }))
  const file = { images, annotations, categories: [{ id: 1, name: "car" }] }
  writeFileSync(join(source, "labels.json"), JSON.stringify(file))
}

beforeAll(async () => {
  makeSource()
  for (const words of [
    ["user", "create", "admin"],
    [...importing, "--label-status", "LABELED"],
  ]) {
    const { code, stderr } = await annotary(words, environment)
    assert.strictEqual(code, 0, stderr)
  }
}, 120_000)
afterAll(() => {
  if (isMounted) execFileSync("umount", ["-l", small])
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
beforeEach(() => assert.isTrue(isMounted, String(mount.stderr)))
afterEach(() => {
  for (const name of readdirSync(small)) rmSync(join(small, name), { recursive: true })
})

const refuse = async (words: ReadonlyArray<string>, settings = environment): Promise<string> => {
  const { code, stderr } = await annotary(words, settings)
  assert.strictEqual(code, 1, stderr)
  assert.notInclude(stderr, "internal error")
  return stderr
}

describe.skipIf(reason !== "")(`a command on a full disk${reason}`, () => {
  it.each([
    ["archive", ["archive", "admin/cars", join(small, "out.tar.gz")]],
    ["backup", ["backup", join(small, "out.tar.gz")]],
    ["export", ["export", "admin/cars", join(small, "out"), "--format", "coco", "--files", "copy"]],
  ])(
    "%s names its file, and leaves nothing of it",
    async (_name, words) => {
      const stderr = await refuse(words)
      assert.include(
        stderr,
        `${words.find((word) => word.startsWith(small))} cannot be written: no space is left.`,
      )
      assert.deepStrictEqual(readdirSync(small), [])
    },
    60_000,
  )

  it("import says that its files cannot be stored, and goes on where there is space", async () => {
    const database = { ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "b.db")}` }
    const data = join(small, "data")
    assert.strictEqual((await annotary(["user", "create", "admin"], { ...environment, ...database })).code, 0)
    const stderr = await refuse(importing, { ...database, ANNOTARY_DATA_DIR: data })
    assert.include(stderr, "The store of files cannot be used: no space is left (BlobStore.put).")
    const { code } = await annotary(importing, { ...environment, ...database })
    assert.strictEqual(code, 0)
  }, 60_000)

  it("import names a database that cannot grow, which is sound afterwards", async () => {
    const settings = { ...environment, ANNOTARY_DATABASE_URL: `sqlite:${join(small, "c.db")}` }
    assert.strictEqual((await annotary(["user", "create", "admin"], settings)).code, 0)
    fill(1024 * 1024)
    const lines = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({ name: `s${index}`, attributes: {}, metadata: { pad: "x".repeat(500) } }),
    )
    const file = join(folder, "samples.ndjson")
    writeFileSync(file, lines.join("\n"))
    const stderr = await refuse(["import", file, "--dataset", "admin/x", "--create", "vector"], settings)
    assert.include(stderr, `The database ${join(small, "c.db")} cannot be used: database or disk is full`)
    rmSync(join(small, "fill"))
    assert.include((await annotary(["doctor"], settings)).stdout, "The database file passes the quick check.")
  }, 60_000)

  it("migrate and serve name a database that cannot be made, and make it once there is space", async () => {
    const settings = { ...environment, ANNOTARY_DATABASE_URL: `sqlite:${join(small, "d.db")}` }
    fill(64 * 1024)
    for (const words of [["migrate"], ["serve"]])
      assert.include(
        await refuse(words, settings),
        `The database ${join(small, "d.db")} cannot be used: database or disk is full`,
      )
    rmSync(join(small, "fill"))
    assert.strictEqual((await annotary(["migrate"], settings)).code, 0)
  }, 60_000)
})
