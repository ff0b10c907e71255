import { afterEach, describe, expect, it, vi } from "vitest"
import { MaskEdit } from "../../../../src/workbench/documents/bitmap/MaskEdit.ts"
import { areasOf, openStored, paint, settle, show } from "./sequence.ts"

const fails = () => {
  throw new Error("out of memory")
}

describe("a fault of the worker", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("is one of its frame alone, whose painted pixels are there again after another attempt", async () => {
    const opened = await openStored()
    await paint(opened, [35, 15], [38, 15])
    const painted = await areasOf(opened, 0)
    const broken = vi.spyOn(MaskEdit.prototype, "paintStroke").mockImplementation(fails)
    await paint(opened, [25, 15], [28, 15])
    broken.mockRestore()
    const { shown } = opened.masks
    expect(shown.state).toMatchObject({ status: "failed", reason: "out of memory" })
    expect(opened.masks.getDocument(1).state.status).toBe("ready")
    shown.open()
    await settle()
    expect(shown.state).toMatchObject({ status: "ready" })
    expect(await areasOf(opened, 0)).toEqual(painted)
  })

  it("in an edit is reported until the edit is undone, and no file is made of it", async () => {
    const opened = await openStored()
    await paint(opened, [35, 15], [38, 15])
    const painted = await areasOf(opened, 0)
    vi.spyOn(MaskEdit.prototype, "fill").mockImplementationOnce(fails)
    opened.editor.choose("fill")
    opened.editor.point({ kind: "press", at: [25, 15], adds: false, deletes: false }, 1)
    await settle()
    const { shown } = opened.masks
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(shown.state.status).toBe("failed")
      await expect(opened.masks.makePng(0)).rejects.toThrow()
      shown.open()
      await settle()
    }
    opened.editor.undo()
    await settle()
    expect(shown.state.status).toBe("ready")
    expect(await areasOf(opened, 0)).toEqual(painted)
    await show(opened, 1)
    await show(opened, 0)
    await paint(opened, [30, 15], [38, 15])
    expect((await areasOf(opened, 0)).get(31)).toBeGreaterThan(painted.get(31) ?? 0)
  })
})
