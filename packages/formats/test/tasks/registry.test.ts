/** Imports and exports in a task: the same results as in the calling thread, and nothing left behind. */
import { mkdtemp, readdir, rmdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Worker } from "node:worker_threads"
import type {
  Executor,
  FormatReading,
  FormatRecord,
  Formats,
  FormatWriting,
  Task,
  TaskEnd,
} from "@annotary/core"
import { assert, describe, it, vi } from "vitest"
import yazl from "yazl"
import { FormatError, formatRegistry, formats, processExecutor } from "../../src/index.ts"

const zip = async function* (files: Readonly<Record<string, string>>): AsyncGenerator<Uint8Array> {
  const archive = new yazl.ZipFile()
  for (const [path, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), path)
  archive.end()
  yield* archive.outputStream as AsyncIterable<Uint8Array>
}

const configuration = { categories: [{ id: 1, name: "car" }] }
const dataset = {
  name: "cars",
  description: "",
  taskType: "vector",
  taskAttributes: JSON.stringify(configuration),
  byTimestamps: false,
}

/** A COCO file of some images, which are at a URL. */
const cocoFile = (images: number): string =>
  JSON.stringify({
    images: Array.from({ length: images }, (_, id) => ({
      id,
      file_name: `${id}.png`,
      width: 100,
      height: 80,
    })),
    annotations: Array.from({ length: images }, (_, id) => ({
      id,
      image_id: id,
      category_id: 1,
      bbox: [1, 2, 3, 4],
    })),
    categories: configuration.categories,
  })

const reading = (text: string, rest: Partial<FormatReading> = {}): FormatReading => ({
  signal: new AbortController().signal,
  format: "coco",
  baseUrl: "https://images.example/",
  archive: zip({ "cars.json": text }),
  dataset,
  ...rest,
})

const readAll = async (registry: Formats, text: string): Promise<ReadonlyArray<FormatRecord>> => {
  const read = await registry.read(reading(text))
  const all: Array<FormatRecord> = []
  for await (const record of read.records(() => assert.fail("There is nothing to save."))) all.push(record)
  await read.close()
  return all
}

/** Counts the tasks that run. */
const makeCounter = () => {
  const running = new Set<Task>()
  let started = 0
  const executor: Executor = {
    start: (program) => {
      const task = processExecutor.start(program)
      if (task === null) return null
      started += 1
      running.add(task)
      void task.ended.then(() => running.delete(task))
      return task
    },
  }
  return { executor, running, started: () => started }
}

// Each task loads the formats, which takes seconds on a busy machine.
describe("an import in a task", { timeout: 300_000 }, () => {
  it("gives the records that the calling thread gives", async () => {
    const text = cocoFile(1200)
    const inTask = await readAll(formatRegistry(), text)
    const here = await readAll(formatRegistry({ formats }), text)
    assert.strictEqual(inTask.length, 1200)
    assert.deepStrictEqual(inTask, here)
  })

  it("refuses the file that the calling thread refuses, with the same sentence", async () => {
    const refusals = await Promise.all(
      [formatRegistry(), formatRegistry({ formats })].map((registry) =>
        readAll(registry, '{"images": 1}').then(
          () => assert.fail("Nothing was refused."),
          (cause: unknown) => cause,
        ),
      ),
    )
    for (const refusal of refusals) assert.instanceOf(refusal, FormatError)
    assert.strictEqual(String(refusals[0]), String(refusals[1]))
  })

  it("ends its task when it is closed, aborted or refused, and leaves no folder", async () => {
    const temporary = await mkdtemp(join(tmpdir(), "annotary-test-"))
    vi.stubEnv("TMPDIR", temporary)
    const { executor, running, started } = makeCounter()
    const closed = await formatRegistry().read(reading(cocoFile(1), { executor }))
    await closed.close()
    const aborting = new AbortController()
    const aborted = await formatRegistry().read(reading(cocoFile(1), { executor, signal: aborting.signal }))
    aborting.abort()
    await aborted.close()
    await formatRegistry()
      .read(reading("", { executor, archive: Readable.from([Buffer.from("not an archive")]) }))
      .catch(() => {})
    assert.strictEqual(started(), 3)
    assert.strictEqual(running.size, 0)
    vi.unstubAllEnvs()
    assert.deepStrictEqual(await readdir(temporary), [])
    await rmdir(temporary)
  })

  it("fails with the file that it read when its process has not enough memory", async () => {
    const executor: Executor = {
      start: (program) => {
        const task = processExecutor.start(program)
        // The process dies as one that the kernel ends for its memory.
        return task && { ...task, ended: task.ended.then((end) => ({ ...end, reason: "memory" as const })) }
      },
    }
    const read = await formatRegistry({ task: { memoryMegabytes: 300 } }).read(
      reading(cocoFile(3000), { executor }),
    )
    const records = read.records(() => assert.fail("There is nothing to save."))
    const error = await (async () => {
      for await (const _ of records) await read.close()
    })().catch((cause: unknown) => cause)
    assert.strictEqual(
      String(error),
      "FormatError: cars.json: needs more memory than the 300 MB that an import or export may have.",
    )
  })

  it("fails when its task says nothing for the time that it may", async () => {
    const silent: Executor = {
      start: () => ({
        send: () => {},
        onMessage: () => {},
        ended: new Promise(() => {}),
        end: () => Promise.resolve(),
      }),
    }
    const error = await formatRegistry({ task: { stallSeconds: 0 } })
      .read(reading(cocoFile(1), { executor: silent }))
      .catch((cause: unknown) => cause)
    assert.strictEqual(String(error), "FormatError: the archive: made no progress for 0 seconds.")
  })

  it("gives the same in a worker thread, where the program answers at parentPort", async () => {
    const text = cocoFile(700)
    const running = new Set<Worker>()
    const threads: Executor = {
      start: ({ module }) => {
        // Not those of the tests, which would load the sources.
        const worker = new Worker(module, { execArgv: [] })
        running.add(worker)
        const ended = new Promise<TaskEnd>((resolve) => {
          worker.on("error", (cause) => resolve({ reason: "other", cause }))
          worker.on("exit", (code) =>
            resolve({ reason: "other", cause: new Error(`It ended with ${code}.`) }),
          )
        })
        void ended.then(() => running.delete(worker))
        return {
          send: (message) => worker.postMessage(message),
          onMessage: (listener) => void worker.on("message", listener),
          ended,
          end: async () => void (await worker.terminate()),
        }
      },
    }
    const read = await formatRegistry().read(reading(text, { executor: threads }))
    assert.strictEqual(running.size, 1)
    const records: Array<FormatRecord> = []
    for await (const record of read.records(() => assert.fail("There is nothing to save.")))
      records.push(record)
    await read.close()
    assert.strictEqual(running.size, 0)
    assert.deepStrictEqual(records, await readAll(formatRegistry({ formats }), text))
  })

  it("works in the calling thread where there is no place for a task, and warns once of it", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    const nowhere = { executor: { start: () => null } }
    await (await formatRegistry().read(reading(cocoFile(1), nowhere))).close()
    const read = await formatRegistry().read(reading(cocoFile(2), { executor: { start: () => null } }))
    let records = 0
    for await (const _ of read.records(() => assert.fail("There is nothing to save."))) records += 1
    await read.close()
    assert.strictEqual(records, 2)
    assert.lengthOf(warn.mock.calls, 1)
    assert.match(
      String(warn.mock.calls[0]?.[0]),
      /run in the thread that starts them.*formats-task\.js.*external package/,
    )
    await (await formatRegistry({ formats }).read(reading(cocoFile(1)))).close()
    assert.lengthOf(warn.mock.calls, 1)
    warn.mockRestore()
  })
})

describe("an export in a task", { timeout: 300_000 }, () => {
  const writing = (): FormatWriting => ({
    signal: new AbortController().signal,
    format: "coco",
    dataset,
    samples: (async function* () {
      for (let index = 0; index < 700; index++)
        yield {
          name: `sample ${index}`,
          attributes: JSON.stringify({
            image: { url: `https://images.example/${index}.png`, width: 100, height: 80 },
          }),
          metadata: "{}",
          label: JSON.stringify({
            annotations: [
              {
                id: 1,
                category_id: 1,
                type: "bbox",
                points: [
                  [1, 2],
                  [3, 4],
                ],
              },
            ],
          }),
        } as never
    })(),
    options: {
      labelset: "ground-truth",
      statuses: ["LABELED"],
      keyframes: "keep",
      files: "copy",
      coordinates: "sensor",
      strict: false,
    } as never,
    open: async (url) =>
      (async function* () {
        yield Buffer.from(`the file of ${url}`)
      })(),
  })

  it("gives the bytes and the report that the calling thread gives", async () => {
    const write = async (registry: Formats) => {
      const written = await registry.write(writing())
      const parts: Array<Uint8Array> = []
      for await (const part of written.bytes) parts.push(part)
      await written.close()
      return { bytes: Buffer.concat(parts), report: written.report }
    }
    const inTask = await write(formatRegistry())
    assert.deepStrictEqual(inTask, await write(formatRegistry({ formats })))
    assert.strictEqual(inTask.report.samples, 700)
  })
})
