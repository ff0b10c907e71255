import { describe, expect, it } from "vitest"
import { openSequence, settle, show, squares } from "./sequence.ts"

const label = {
  format_version: "0.2",
  frames: [1, 2].map((id) => ({
    annotations: [{ id, category_id: 1, track_id: id }],
    segmentation_bitmap: { url: `/${id}.png` },
  })),
}
const files = { "/1.png": squares(1), "/2.png": squares(0, 2) }

describe("the place of an area", { timeout: 60_000 }, () => {
  it("is known for a frame whose bitmap is still loading", async () => {
    const { editor, masks } = openSequence(label, files)
    editor.show(1)
    expect(await masks.findBounds(new Set(["2"]))).toEqual({ left: 10, top: 0, right: 20, bottom: 10 })
  })

  it("is nowhere once another frame is shown, whose view it must not move", async () => {
    const opened = openSequence(label, files)
    opened.editor.show(1)
    const answer = opened.masks.findBounds(new Set(["2"]))
    await show(opened, 0)
    await settle()
    expect(await answer).toBeUndefined()
  })
})
