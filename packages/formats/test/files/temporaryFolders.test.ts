/** Folders for temporary files: those of killed processes are removed, and no others. */
import { spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { makeTemporaryFolder, sweepTemporaryFolders } from "../../src/files/temporaryFolders.ts"

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "sweeps-"))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** A folder of that name, last used so many hours ago, with a file in it. */
const place = (name: string, hours = 0): string => {
  const path = join(parent, name)
  mkdirSync(path)
  writeFileSync(join(path, "a.png"), "x")
  const time = new Date(Date.now() - hours * 3_600_000)
  utimesSync(path, time, time)
  return path
}

/** The name of a folder that another process would make: `annotary-import-{machine}-{process}-{start}-`. */
const nameOf = (change: (parts: Array<string>) => void): string => {
  const { path, remove } = makeTemporaryFolder("import", parent)
  void remove()
  rmSync(path, { recursive: true, force: true })
  const parts = basename(path).split("-")
  change(parts)
  return parts.join("-")
}

/** The id of a process that has ended. */
const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ["-e", ""])
  await new Promise((resolve) => child.once("close", resolve))
  return child.pid ?? assert.fail("There was no process.")
}

describe("the sweep of temporary folders", () => {
  it("removes the folder of a process that was killed, and keeps that of this one", async () => {
    const pid = await endedProcess()
    const dead = place(nameOf((parts) => parts.splice(3, 1, String(pid))))
    const { path, remove } = makeTemporaryFolder("import", parent)
    assert.deepStrictEqual(await sweepTemporaryFolders(parent), [basename(dead)])
    assert.deepStrictEqual(readdirSync(parent), [basename(path)])
    await remove()
    assert.isFalse(existsSync(path))
  })

  it.runIf(process.platform === "linux")(
    "removes the folder of an earlier process with the id of this one",
    async () => {
      const dead = place(nameOf((parts) => parts.splice(4, 1, "12")))
      assert.deepStrictEqual(await sweepTemporaryFolders(parent), [basename(dead)])
    },
  )

  it("keeps folders of another machine or container while they are used", async () => {
    const name = (machine: string) => nameOf((parts) => parts.splice(2, 2, machine, "1"))
    const used = place(name("0123456789ab"))
    const stale = place(name("ba9876543210"), 2)
    assert.deepStrictEqual(await sweepTemporaryFolders(parent), [basename(stale)])
    assert.isTrue(existsSync(used))
  })

  it("removes unmarked folders of earlier versions after a day, and touches nothing else", async () => {
    const old = place("annotary-import-a1B2c3", 25)
    const kept = [
      place("annotary-import-d4E5f6"),
      place("annotary-imported-things", 50),
      place("other-a1B2c3", 50),
    ]
    symlinkSync(place("target", 50), join(parent, "annotary-import-link12"))
    writeFileSync(join(parent, "annotary-import-file12"), "")
    utimesSync(join(parent, "annotary-import-file12"), 0, 0)
    assert.deepStrictEqual(await sweepTemporaryFolders(parent), [basename(old)])
    for (const path of [...kept, join(parent, "target"), join(parent, "annotary-import-file12")])
      assert.isTrue(existsSync(path), path)
  })
})
