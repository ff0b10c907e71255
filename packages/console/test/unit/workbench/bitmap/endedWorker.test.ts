import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MaskEdit } from "../../../../src/workbench/documents/bitmap/MaskEdit.ts"
import { WorkerEnded } from "../../../../src/workbench/documents/bitmap/MaskPort.ts"
import { MaskScreen } from "../../../../src/workbench/documents/bitmap/MaskScreen.ts"
import { PackedTiles } from "../../../../src/workbench/documents/bitmap/PackedTiles.ts"
import type { OfDocument, ToWorker } from "../../../../src/workbench/documents/bitmap/protocol.ts"
import { makeWorkerPorts } from "../../../../src/workbench/documents/bitmap/WorkerPorts.ts"
import { getWholeLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { removeAreas } from "../../../../src/workbench/editor/edits/paint.ts"
import { readBitmapUrl } from "../../../../src/workbench/editor/label/areas.ts"
import { StoredBitmaps } from "../../../../src/workbench/session/bitmaps.ts"
import {
  annotationsAt,
  areasOf,
  files,
  openSequence,
  paint,
  select,
  settle,
  show,
  stored,
} from "./sequence.ts"

/** A worker in this thread, which answers until it ends. */
class LocalWorker extends EventTarget {
  readonly terminate = vi.fn(() => this.screens.clear())
  /** Whether it takes messages and says nothing. */
  isSilent = false
  /** Whether it never answers questions that are asked from now on. */
  isStuck = false
  readonly messages: Array<ToWorker> = []
  private readonly screens = new Map<number, MaskScreen>()

  postMessage({ document, message }: OfDocument<ToWorker | undefined>): void {
    if (message === undefined) return void this.screens.delete(document)
    this.messages.push(message)
    const screen = this.screens.get(document) ?? this.makeScreen(document)
    this.screens.set(document, screen)
    if (this.isStuck && message.kind === "question") return
    if (!this.isSilent) screen.handle(structuredClone(message))
  }

  end(event: Event = Object.assign(new Event("error"), { message: "out of memory" })): void {
    this.isSilent = true
    this.dispatchEvent(event)
  }

  private makeScreen(document: number): MaskScreen {
    return new MaskScreen((message) =>
      queueMicrotask(() => {
        if (this.isSilent) return
        const data = structuredClone({ document, message })
        this.dispatchEvent(Object.assign(new Event("message"), { data }))
      }),
    )
  }
}

const fails = () => {
  throw new Error("out of memory")
}

const start = async (read = files) => {
  const workers: Array<LocalWorker> = []
  const ports = makeWorkerPorts(() => {
    const worker = new LocalWorker()
    workers.push(worker)
    // Cast: of a worker, its events and two methods are used.
    return worker as unknown as Worker
  })
  const opened = openSequence(stored, read, [], ports)
  await show(opened, 0)
  const getWorker = () => {
    const worker = workers.at(-1)
    if (worker === undefined) throw new Error("No worker has started.")
    return worker
  }
  return { ...opened, workers, getWorker }
}

/** Starts a worker that ends once, when the file of the last frame is read. */
const startBeforeLast = async () => {
  let hasEnded = false
  const opened = await start({
    ...files,
    get "/2.png"() {
      if (!hasEnded) opened.getWorker().end()
      hasEnded = true
      return files["/2.png"]
    },
  })
  return opened
}

describe("a worker that has ended", () => {
  it("refuses the file that it was asked for, and starts again with the pixels of the draft", async () => {
    const opened = await start()
    await paint(opened, [35, 15], [38, 15])
    const painted = await areasOf(opened, 0)
    opened.getWorker().isSilent = true
    const stores = new StoredBitmaps(opened.masks, async () => "/stored.png")
    const sent = stores.addAddresses(getWholeLabel(opened.editor.state))
    opened.getWorker().end()
    await expect(sent).rejects.toThrow(WorkerEnded)
    await settle()
    expect(opened.workers).toHaveLength(2)
    expect(opened.masks.shown.state.status).toBe("ready")
    expect(await areasOf(opened, 0)).toEqual(painted)
    expect(readBitmapUrl(await stores.addAddresses(getWholeLabel(opened.editor.state)), 0)).toBe(
      "/stored.png",
    )
    await paint(opened, [30, 15], [38, 15])
    expect((await areasOf(opened, 0)).get(31)).toBeGreaterThan(painted.get(31) ?? 0)
  })

  it("gets the colors again when it starts again", async () => {
    const opened = await start()
    const listColored = () =>
      opened
        .getWorker()
        .messages.flatMap((one) => (one.kind === "shade" ? [...one.shading.colors.keys()] : []))
    expect(listColored()).toEqual([1, 2])
    opened.getWorker().end()
    await settle()
    // The page gives it new canvases.
    opened.masks.shown.show([])
    expect(opened.workers).toHaveLength(2)
    expect(listColored()).toEqual([1, 2])
  })

  it("says so where nothing has the last pixels, until they are undone", async () => {
    const opened = await start()
    const before = await areasOf(opened, 0)
    await paint(opened, [35, 15], [38, 15])
    opened.getWorker().end()
    await settle()
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", problem: "lost" })
    await expect(opened.masks.makePng(0)).rejects.toThrow(WorkerEnded)
    await expect(opened.masks.pack(0)).rejects.toThrow(WorkerEnded)
    opened.editor.undo()
    await settle()
    expect(annotationsAt(opened, 0)).toHaveLength(2)
    expect(await areasOf(opened, 0)).toEqual(before)
    expect(opened.masks.shown.state.status).toBe("ready")
  })

  it("says so where pixels were changed before it had started again", async () => {
    const opened = await start()
    const before = await areasOf(opened, 0)
    opened.getWorker().end()
    const revision = opened.masks.shown.changeIds(new Set([1]), 0)
    const keys = new Set(["1"])
    opened.editor.update((state) => removeAreas(state, "delete", { frame: 0, keys, revision }))
    await settle()
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", problem: "lost" })
    await expect(opened.masks.makePng(0)).rejects.toThrow(WorkerEnded)
    opened.editor.undo()
    await settle()
    expect(opened.masks.shown.state.status).toBe("ready")
    expect(await areasOf(opened, 0)).toEqual(before)
  })

  it("names the frame of a sequence whose pixels nothing has", async () => {
    const opened = await start()
    await paint(opened, [35, 15], [38, 15])
    await show(opened, 1)
    await paint(opened, [35, 15], [38, 15])
    const stores = new StoredBitmaps(opened.masks, async () => "/stored.png")
    await opened.masks.pack(0)
    const sent = stores.addAddresses(getWholeLabel(opened.editor.state))
    opened.getWorker().end()
    await expect(sent).rejects.toMatchObject({ name: "WorkerEnded", frame: 0 })
    await settle()
    const repeated = stores.addAddresses(getWholeLabel(opened.editor.state))
    await expect(repeated).rejects.toMatchObject({ name: "WorkerEnded", frame: 1 })
  })

  it("deletes nothing where it ends before all frames are read", async () => {
    const opened = await startBeforeLast()
    await paint(opened, [35, 15], [38, 15])
    select(opened, "1")
    const label = getWholeLabel(opened.editor.state)
    const deleting = opened.masks.deleteSelected()
    opened.editor.show(1)
    await deleting
    await settle()
    expect(opened.workers).toHaveLength(2)
    expect(getWholeLabel(opened.editor.state)).toBe(label)
    expect(opened.editor.state.frame).toBe(0)
  })

  it("takes no version where it ends before all frames are read", async () => {
    const opened = await startBeforeLast()
    await paint(opened, [35, 15], [38, 15])
    const label = getWholeLabel(opened.editor.state)
    const taken = { label: { frames: [] }, key: undefined, own: "1", isWhole: true }
    await expect(
      opened.masks.takeObject({ ...taken, choice: { of: "shape 0", letter: "B" } }),
    ).rejects.toMatchObject({ reason: "unreadable", frame: 0 })
    await settle()
    expect(opened.workers).toHaveLength(2)
    expect(getWholeLabel(opened.editor.state)).toBe(label)
  })

  it("cannot undo what was painted before it ended, but keeps what was painted since", async () => {
    const opened = await start()
    await paint(opened, [25, 15], [26, 15])
    await paint(opened, [35, 15], [38, 15])
    await areasOf(opened, 0)
    opened.getWorker().end()
    await settle()
    await paint(opened, [30, 15], [38, 15])
    const painted = await areasOf(opened, 0)
    for (let steps = 0; steps < 2; steps++) opened.editor.undo()
    await settle()
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", problem: "lost" })
    for (let steps = 0; steps < 2; steps++) opened.editor.redo()
    await settle()
    expect(await areasOf(opened, 0)).toEqual(painted)
  })

  it("starts again by itself once, and then for whoever tries again", async () => {
    const opened = await start()
    opened.getWorker().end()
    await settle()
    expect(opened.masks.shown.state.status).toBe("ready")
    opened.getWorker().end()
    await settle()
    expect(opened.workers).toHaveLength(2)
    expect(opened.masks.shown.state).toEqual({ status: "failed", problem: "ended", reason: "out of memory" })
    await expect(opened.masks.makePng(0)).rejects.toThrow("out of memory")
    opened.masks.shown.open()
    await settle()
    expect(opened.workers).toHaveLength(3)
    expect((await areasOf(opened, 0)).size).toBe(2)
  })

  it("has a reason where the browser gives none", async () => {
    const opened = await start()
    const file = opened.masks.makePng(0)
    opened.getWorker().end(new Event("error"))
    await expect(file).rejects.toThrow("The worker has failed.")
  })

  it("is reported where no worker can start at all", async () => {
    const opened = openSequence(
      stored,
      files,
      [],
      makeWorkerPorts(() => {
        throw new DOMException("another origin", "SecurityError")
      }),
    )
    await show(opened, 0)
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", problem: "ended" })
    expect(await opened.masks.shown.waitUntilReady()).toBe(false)
  })

  it("ends with the last bitmap", async () => {
    const opened = await start()
    opened.masks.close()
    expect(opened.getWorker().terminate).toHaveBeenCalled()
  })
})

describe("a worker that says nothing any more", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it("has ended after a minute, whatever was asked", async () => {
    const opened = await start()
    const worker = opened.getWorker()
    worker.isSilent = true
    const file = opened.masks.makePng(0)
    const refusal = expect(file).rejects.toThrow(WorkerEnded)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(worker.terminate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    await refusal
    expect(worker.terminate).toHaveBeenCalled()
    expect(opened.workers).toHaveLength(2)
  })

  it("has not ended while it answers others", async () => {
    const opened = await start()
    for (let minutes = 0; minutes < 3; minutes++) {
      await opened.masks.makePng(0)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(opened.workers).toHaveLength(1)
  })

  const expectEnd = async (opened: Awaited<ReturnType<typeof start>>, file: Promise<unknown>) => {
    const worker = opened.getWorker()
    const refusal = expect(file).rejects.toThrow(WorkerEnded)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(worker.terminate).toHaveBeenCalled()
    await refusal
  }

  it("has ended although it has reported a fault since it was asked", async () => {
    const opened = await start()
    opened.getWorker().isStuck = true
    const file = opened.masks.makePng(0)
    vi.spyOn(MaskEdit.prototype, "paintStroke").mockImplementationOnce(fails)
    await paint(opened, [25, 15], [28, 15])
    expect(opened.masks.shown.state).toMatchObject({ status: "failed", problem: "file" })
    await expectEnd(opened, file)
  })

  it("has ended although it has opened the bitmap again since it was asked", async () => {
    const opened = await start()
    vi.spyOn(MaskEdit.prototype, "paintStroke").mockImplementationOnce(fails)
    await paint(opened, [25, 15], [28, 15])
    opened.editor.undo()
    opened.getWorker().isStuck = true
    const file = opened.masks.makePng(0)
    await settle()
    expect(opened.masks.shown.state.status).toBe("ready")
    await expectEnd(opened, file)
  })

  it("has not ended where a question has failed", async () => {
    const opened = await start()
    vi.spyOn(PackedTiles.prototype, "restore").mockImplementationOnce(fails)
    await expect(opened.masks.shown.findBounds(new Set(["1"]))).rejects.toThrow("out of memory")
    await vi.advanceTimersByTimeAsync(61_000)
    expect(opened.workers).toHaveLength(1)
    expect(opened.getWorker().terminate).not.toHaveBeenCalled()
  })
})
