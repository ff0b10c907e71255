/** Thumbnails in a task: one for many pictures, which ends alone. */
import type { Executor, Task, TaskEnd } from "@annotary/core"
import sharp from "sharp"
import { assert, describe, it, vi } from "vitest"
import { formatRegistry, processExecutor } from "../../src/index.ts"

const red = { r: 200, g: 30, b: 30 }
const makePicture = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: red } })
    .png()
    .toBuffer()

/** Starts processes, and keeps them. */
const countTasks = () => {
  const tasks: Array<Task> = []
  const ends: Array<TaskEnd> = []
  const executor: Executor = {
    start: (program) => {
      const task = processExecutor.start(program)
      if (task === null) return null
      tasks.push(task)
      void task.ended.then((end) => ends.push(end))
      return task
    },
  }
  return { executor, tasks, ends }
}

const makeRegistry = (executor: Executor) => {
  const { thumbnail } = formatRegistry()
  const controller = new AbortController()
  return {
    close: () => controller.abort(),
    make: async (bytes: Uint8Array) =>
      await thumbnail?.({ bytes, size: 96, signal: controller.signal, executor }),
  }
}

describe("a task of thumbnails", () => {
  it("makes many, beside damaged files, and ends when the engine closes", async () => {
    const { ends, executor, tasks } = countTasks()
    const { close, make } = makeRegistry(executor)
    const picture = await makePicture()
    const made = await Promise.all([make(picture), make(picture.subarray(0, 50)), make(picture)])
    assert.deepEqual(
      made.map((each) => each?.contentType),
      ["image/webp", undefined, "image/webp"],
    )
    assert.instanceOf(made[0]?.bytes, Uint8Array)
    assert.lengthOf(tasks, 1)
    close()
    await tasks[0]?.ended
    assert.lengthOf(ends, 1)
  })

  it("that dies makes no thumbnail, and the next picture starts another", async () => {
    const { executor, tasks } = countTasks()
    const { close, make } = makeRegistry(executor)
    const picture = await makePicture()
    assert.isNotNull(await make(picture))
    const dying = make(picture)
    await tasks[0]?.end()
    assert.isNull(await dying)
    assert.strictEqual((await make(picture))?.contentType, "image/webp")
    assert.lengthOf(tasks, 2)
    close()
  })

  it("ends after half a minute without pictures", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const { ends, executor, tasks } = countTasks()
      const { make } = makeRegistry(executor)
      const picture = await makePicture()
      await make(picture)
      vi.advanceTimersByTime(29_000)
      await make(picture)
      vi.advanceTimersByTime(29_000)
      await make(picture)
      assert.lengthOf(tasks, 1)
      assert.lengthOf(ends, 0)
      vi.advanceTimersByTime(31_000)
      await tasks[0]?.ended
      assert.lengthOf(tasks, 1)
    } finally {
      vi.useRealTimers()
    }
  })
})
