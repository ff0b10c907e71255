import { describe, expect, it } from "vitest"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { packBitmaps, StoredBitmaps } from "../../../../src/workbench/session/bitmaps.ts"
import {
  areasOf,
  denseTiles,
  openSequence,
  openStored,
  paint,
  select,
  settle,
  show,
  squares,
} from "./sequence.ts"

const urls = Array.from({ length: 6 }, (_, frame) => `/${frame}.png`)
const label = {
  frames: urls.map((url) => ({
    annotations: [{ id: 1, category_id: 1, track_id: 1 }],
    segmentation_bitmap: { url },
  })),
}
const openSix = async () => {
  const opened = openSequence(label, Object.fromEntries(urls.map((url) => [url, squares(1, 2)])))
  await show(opened, 0)
  return opened
}

describe("frames that nobody looks at", () => {
  it("have no pixels in memory once they are loaded", async () => {
    const opened = await openSix()
    for (let frame = 1; frame < 6; frame++) await opened.masks.getDocument(frame).waitUntilReady()
    expect(denseTiles(opened)).toBe(1)
    expect((await areasOf(opened, 3)).get(2)).toBe(100)
    expect(denseTiles(opened)).toBe(1)
  })

  it("have none after a draft and the files of all frames were made, and after an edit of all frames", async () => {
    const opened = await openSix()
    for (let frame = 0; frame < 6; frame++) {
      await show(opened, frame)
      await paint(opened, [35, 15], [38, 15])
    }
    const drafts = await packBitmaps(opened.masks, getLabel(opened.editor.state))
    expect(denseTiles(opened)).toBe(1)
    await new StoredBitmaps(opened.masks, async () => "/a.png").addAddresses(getLabel(opened.editor.state))
    expect(denseTiles(opened)).toBe(1)
    select(opened, "1")
    await opened.masks.deleteSelected()
    await settle()
    expect(denseTiles(opened)).toBe(1)
    expect([...(await areasOf(opened, 2)).keys()]).not.toContain(1)

    const again = openSequence(label, {}, drafts)
    await settle()
    expect(denseTiles(again)).toBe(1)
  })

  it("are loaded one after the other to be edited", async () => {
    const opened = await openSix()
    select(opened, "1")
    const deleting = opened.masks.deleteSelected()
    expect(opened.loaded.length).toBeLessThan(4)
    await deleting
    expect(opened.loaded).toHaveLength(6)
  })

  it("stay as they are while a file is made of them", async () => {
    const opened = await openStored()
    await show(opened, 1)
    await paint(opened, [35, 15], [38, 15])
    await show(opened, 0)
    const [first, second] = [await areasOf(opened, 1), await areasOf(opened, 1)]
    expect(first).toEqual(second)
    opened.editor.undo()
    await settle()
    expect(await areasOf(opened, 1)).toEqual(new Map([[1, 100]]))
  })
})
