import { describe, expect, it } from "vitest"
import { bytesOf } from "../../../src/workbench/bitmap/shading.ts"
import { mostId } from "../../../src/workbench/model/bitmap/TileMask.ts"
import {
  bitmapUrlOf,
  freePixelId,
  revisionOf,
  withArea,
  withBitmapUrl,
  withRevision,
} from "../../../src/workbench/model/document/areas.ts"

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
    const painted = withRevision(stored, 7)
    expect(revisionOf(stored)).toBeUndefined()
    expect(revisionOf(painted)).toBe(7)
    expect(bitmapUrlOf(painted)).toBeUndefined()
    expect(withRevision(painted, 7)).toBe(painted)
    expect(withBitmapUrl(painted, "https://example.com/b.png")).toEqual({
      ...stored,
      segmentation_bitmap: { url: "https://example.com/b.png", made_by: "x" },
    })
  })

  it("prefer the signed address of the stored file", () => {
    expect(bitmapUrlOf(stored)).toBe("https://example.com/a.png?s")
    expect(bitmapUrlOf({ segmentation_bitmap: { url: "s3://bucket/a.png" } })).toBeUndefined()
  })

  it("become an object once", () => {
    const area = { id: 5, categoryId: 2, attributes: {} }
    const label = withArea(stored, area)
    expect(label.annotations).toEqual([...stored.annotations, { id: 5, category_id: 2, attributes: {} }])
    expect(withArea(label, area)).toBe(label)
  })

  it("get ids that neither an object nor a pixel has, and that three bytes hold", () => {
    expect(freePixelId(stored, [])).toBe(5)
    expect(freePixelId(stored, [9])).toBe(10)
    expect(freePixelId(stored, [mostId, 1, 2])).toBe(3)
    // Objects of other tools may have ids that no pixel can have.
    expect(freePixelId({ annotations: [{ id: 2 ** 40, category_id: 1 }] }, [])).toBe(1)
  })

  it("have the bytes of their category's color", () => {
    expect(bytesOf("rgb(46 160 255)")).toEqual([46, 160, 255])
    expect(bytesOf("hsl(0 100% 50%)")).toEqual([255, 0, 0])
    expect(bytesOf("hsl(120 75% 60%)")).toEqual([76, 230, 76])
  })
})
