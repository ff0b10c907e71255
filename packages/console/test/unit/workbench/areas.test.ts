import { describe, expect, it } from "vitest"
import { parseColor } from "../../../src/workbench/documents/bitmap/shading.ts"
import { mostId } from "../../../src/workbench/documents/bitmap/TileMask.ts"
import {
  findFreePixelId,
  findNearestOfTrack,
  findTrackPixelId,
  listPaintedFrames,
  readBitmapUrl,
  readRevision,
  withArea,
  withBitmapUrl,
  withRevision,
} from "../../../src/workbench/editor/label/areas.ts"

const stored = {
  format_version: "0.1",
  annotations: [{ id: 4, category_id: 1, note: "kept" }],
  segmentation_bitmap: {
    url: "https://example.com/a.png",
    signed_url: "https://example.com/a.png?s",
    made_by: "x",
  },
}

describe("areas of a bitmap", () => {
  it("name the revision that was painted, and then the address of its file, with all else kept", () => {
    const painted = withRevision(stored, { frame: 0, revision: 7 })
    expect(readRevision(stored, 0)).toBeUndefined()
    expect(readRevision(painted, 0)).toBe(7)
    expect(readBitmapUrl(painted, 0)).toBeUndefined()
    expect(withRevision(painted, { frame: 0, revision: 7 })).toBe(painted)
    expect(withBitmapUrl(painted, 0, "https://example.com/b.png")).toEqual({
      ...stored,
      segmentation_bitmap: { url: "https://example.com/b.png", made_by: "x" },
    })
  })

  it("prefer the signed address of the stored file", () => {
    expect(readBitmapUrl(stored, 0)).toBe("https://example.com/a.png?s")
    expect(readBitmapUrl({ segmentation_bitmap: { url: "s3://bucket/a.png" } }, 0)).toBeUndefined()
  })

  it("become an object once", () => {
    const area = { id: 5, categoryId: 2, attributes: {} }
    const label = withArea(stored, 0, area)
    expect(label.annotations).toEqual([...stored.annotations, { id: 5, category_id: 2, attributes: {} }])
    expect(withArea(label, 0, area)).toBe(label)
  })

  it("get ids that neither an object nor a pixel has, and that three bytes hold", () => {
    expect(findFreePixelId(stored, [])).toBe(5)
    expect(findFreePixelId(stored, [9])).toBe(10)
    expect(findFreePixelId(stored, [mostId, 1, 2])).toBe(3)
    // Objects of other tools may have ids that no pixel can have.
    expect(findFreePixelId({ annotations: [{ id: 2 ** 40, category_id: 1 }] }, [])).toBe(1)
  })

  it("of a sequence are those of their frame, and continue their track", () => {
    const frame = { annotations: [{ id: 3, category_id: 1, track_id: 3 }], note: "kept" }
    const sequence = { frames: [frame, { annotations: [], segmentation_bitmap: { url: "/b.png" } }] }
    const painted = withRevision(
      withArea(sequence, 1, { id: 9, categoryId: 1, attributes: {}, trackId: 3 }),
      { frame: 1, revision: 5 },
    )
    expect(listPaintedFrames(painted)).toEqual([{ frame: 1, revision: 5 }])
    expect(painted.frames).toEqual([
      frame,
      {
        annotations: [{ id: 9, category_id: 1, track_id: 3, is_keyframe: true, attributes: {} }],
        segmentation_bitmap: { url: "annotary-bitmap:5" },
      },
    ])
    expect(findNearestOfTrack(painted, 0, "3")?.id).toBe(3)
    expect(findNearestOfTrack(painted, 1, "3")?.id).toBe(9)
  })

  it("of a track have its id in the bitmap, unless the frame has it for something else", () => {
    const track = { id: 3, trackId: 7 }
    const sequence = {
      frames: [{ annotations: [] }, { annotations: [{ id: 7, category_id: 1, track_id: 20 }] }],
    }
    expect(findTrackPixelId(sequence, 0, track, [])).toBe(7)
    expect(findTrackPixelId(sequence, 0, track, [7])).toBe(21)
    expect(findTrackPixelId(sequence, 1, track, [])).toBe(21)
    expect(findFreePixelId(sequence, [30])).toBe(31)
  })

  it("have the bytes of their category's color", () => {
    expect(parseColor("rgb(46 160 255)")).toEqual([46, 160, 255])
    expect(parseColor("hsl(0 100% 50%)")).toEqual([255, 0, 0])
    expect(parseColor("hsl(120 75% 60%)")).toEqual([76, 230, 76])
  })
})
