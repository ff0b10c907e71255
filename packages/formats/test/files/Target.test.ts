import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { folderTarget, writeFile } from "../../src/files/Target.ts"

const root = mkdtempSync(join(tmpdir(), "writes-"))
afterAll(() => rmSync(root, { recursive: true }))

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (cause: unknown) => cause,
  )

describe("files of a folder", () => {
  it("have their content whether they are short or long", async () => {
    const target = folderTarget(root)
    const long = "x".repeat(700_000)
    await writeFile(target, "a/short.txt", "one")
    await writeFile(target, "a/empty.txt", "")
    await writeFile(target, "a/long.txt", long)
    const file = await target.open("b.bin")
    await file.write("one")
    await file.write(Uint8Array.of(50))
    await file.write("three")
    await file.close()
    await target.settle()
    assert.strictEqual(readFileSync(join(root, "a/short.txt"), "utf8"), "one")
    assert.strictEqual(readFileSync(join(root, "a/empty.txt"), "utf8"), "")
    assert.strictEqual(readFileSync(join(root, "a/long.txt"), "utf8"), long)
    assert.strictEqual(readFileSync(join(root, "b.bin"), "utf8"), "one2three")
    await target.close()
  })

  it("are not written over", async () => {
    const target = folderTarget(root)
    await writeFile(target, "c.txt", "one")
    assert.match(String(await failure(writeFile(target, "c.txt", "two"))), /written twice/)
    const again = folderTarget(root)
    await target.settle()
    assert.match(String(await failure(writeFile(again, "c.txt", "two"))), /EEXIST/)
    assert.strictEqual(readFileSync(join(root, "c.txt"), "utf8"), "one")
    await again.close()
  })

  it("are all written when the target has settled, whatever their number", async () => {
    const target = folderTarget(root)
    const names = Array.from({ length: 200 }, (_, index) => `many/${index}.txt`)
    for (const name of names) await writeFile(target, name, name)
    await target.settle()
    for (const name of names) assert.strictEqual(readFileSync(join(root, name), "utf8"), name)
    await target.close()
  })
})
