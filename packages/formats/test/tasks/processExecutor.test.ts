/** Processes of tasks that do what files of strangers could make a reader do. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { processExecutor } from "../../src/tasks/processExecutor.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-tasks-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = async (name: string, text: string, memoryMegabytes = 256) => {
  const path = join(folder, `${name}.mjs`)
  await writeFile(path, text)
  const task = processExecutor.start({ module: pathToFileURL(path), memoryMegabytes })
  if (task === null) return assert.fail("The task has not started.")
  return task
}

describe("a process of a task", () => {
  it("is ended for its memory when its heap is full, and this process goes on", async () => {
    const task = await start("heap", "const all = []; for (;;) all.push({ all })", 64)
    assert.strictEqual((await task.ended).reason, "memory")
  })

  it.runIf(process.platform === "linux")(
    "is ended for its memory when its buffers are too large",
    async () => {
      const task = await start(
        "buffers",
        "const all = []; setInterval(() => all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 5)",
      )
      assert.strictEqual((await task.ended).reason, "memory")
    },
  )

  it("tells the last words of a program that fails, and does not call it a lack of memory", async () => {
    const { cause, reason } = await (await start("failing", 'throw new Error("no such number")')).ended
    assert.strictEqual(reason, "other")
    assert.include(String(cause), "no such number")
  })

  it("gets no variable of the environment that could be a secret", async () => {
    process.env.ANNOTARY_TEST_SECRET = "hidden"
    const task = await start("variables", "process.send(Object.keys(process.env))")
    const names = await new Promise<ReadonlyArray<string>>((resolve) =>
      task.onMessage((message) => resolve(message as ReadonlyArray<string>)),
    )
    delete process.env.ANNOTARY_TEST_SECRET
    await task.end()
    assert.notInclude(names, "ANNOTARY_TEST_SECRET")
    assert.include(names, "TMPDIR")
  })

  it("ends at once when its owner ends it, also in a loop", async () => {
    const task = await start("loop", "process.send(1); for (;;);")
    await new Promise<void>((resolve) => task.onMessage(() => resolve()))
    await task.end()
    assert.strictEqual((await task.ended).reason, "other")
  })

  it("is not started from a program that is not there", () => {
    const module = pathToFileURL(join(folder, "missing.mjs"))
    assert.isNull(processExecutor.start({ module, memoryMegabytes: 64 }))
  })
})
