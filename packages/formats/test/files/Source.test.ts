import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { folderSource } from "../../src/files/Source.ts"

describe("the files of a folder", () => {
  it("have the same paths from within the folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "annotary-source-"))
    const before = process.cwd()
    try {
      await writeFile(join(folder, "data.yaml"), "a")
      const expected = (await folderSource(folder)).paths
      process.chdir(folder)
      for (const own of [".", "./", `../${folder.split("/").at(-1)}`])
        assert.deepStrictEqual((await folderSource(own)).paths, expected, own)
      assert.strictEqual(await (await folderSource(".")).size("data.yaml"), 1)
    } finally {
      process.chdir(before)
      await rm(folder, { recursive: true, force: true })
    }
  })
})
