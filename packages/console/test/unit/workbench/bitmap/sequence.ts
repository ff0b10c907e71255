/** Bitmaps of a sequence in Node: the worker's part runs beside them, and files are in a table. */
import { expect } from "vitest"
import type { OpenPort } from "../../../../src/workbench/documents/bitmap/MaskPort.ts"
import { MaskScreen } from "../../../../src/workbench/documents/bitmap/MaskScreen.ts"
import { Masks, type MasksOrigin } from "../../../../src/workbench/documents/bitmap/Masks.ts"
import { decodeMaskPng, encodeMaskPng } from "../../../../src/workbench/documents/bitmap/png.ts"
import { TileMask, unpack } from "../../../../src/workbench/documents/bitmap/TileMask.ts"
import { Editor } from "../../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../../src/workbench/editor/EditorState.ts"
import { parse } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { readConfiguration } from "../../../../src/workbench/editor/label/attributes/configuration.ts"
import type { Point } from "../../../../src/workbench/geometry/point.ts"
import { makeAreaBrush } from "../../../../src/workbench/tools/paint/brush.ts"

export const size = { width: 40, height: 20 } as const

/** The file of a bitmap with a square of ten pixels for each id, side by side. */
export const squares = (...ids: ReadonlyArray<number>): ArrayBuffer => {
  const mask = new TileMask(size.width, size.height)
  for (const [index, id] of ids.entries())
    for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++) mask.getPixels(0)[y * 256 + index * 10 + x] = id
  return encodeMaskPng(mask).buffer
}

const openPort =
  (screens: Set<MaskScreen>): OpenPort =>
  (receive) => {
    let isOpen = true
    const screen = new MaskScreen((message) =>
      queueMicrotask(() => isOpen && receive(structuredClone(message))),
    )
    screens.add(screen)
    return {
      post: (message) => screen.handle(structuredClone(message)),
      close: () => {
        isOpen = false
        screens.delete(screen)
      },
    }
  }

/** Opens a label, whose bitmaps are in files. */
export const openSequence = (
  label: JsonObject,
  files: { readonly [url: string]: ArrayBuffer } = {},
  drafts: MasksOrigin["drafts"] = [],
  ports?: OpenPort,
) => {
  const configuration = readConfiguration(
    {
      categories: [
        { id: 1, name: "car" },
        { id: 2, name: "road", has_instances: false },
      ],
    },
    "2D",
  )
  const editor = new Editor(openState(label, 1), {
    configuration,
    tracks: { interpolates: true, extrapolates: false },
  })
  const brush = makeAreaBrush()
  brush.change({ width: 4 })
  const loaded: Array<string> = []
  const screens = new Set<MaskScreen>()
  const masks = new Masks(
    editor,
    { label, drafts },
    {
      openPort: ports ?? openPort(screens),
      brush,
      load: async (url) => {
        loaded.push(url)
        const file = files[url]
        if (file === undefined) throw new Error("HTTP 404")
        return file.slice(0)
      },
    },
  )
  // As the page does: what is looked at no more rests.
  let looked = masks.shown
  editor.subscribe(() => {
    if (masks.shown === looked) return
    looked.pause()
    looked = masks.shown
    looked.show([])
  })
  looked.show([])
  return { editor, masks, loaded, screens }
}

export type Opened = ReturnType<typeof openSequence>

/** The number of tiles that have all their pixels in memory. */
export const denseTiles = ({ screens }: Opened): number =>
  [...screens].reduce((sum, { host: { mask } }) => {
    const dense = mask?.listIndices().filter((index) => typeof mask.getTile(index) !== "number") ?? []
    return sum + dense.length
  }, 0)

/** Lets the answers of the worker and of the files arrive. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Shows a frame with its image. */
export const show = async ({ editor, masks }: Opened, frame: number): Promise<void> => {
  editor.show(frame)
  masks.shown.setImage(size)
  await settle()
}

/** Paints a stroke in the shown frame. */
export const paint = async (
  { editor }: Opened,
  from: Point,
  to: Point,
  tool: "brush" | "eraser" = "brush",
) => {
  editor.choose(tool)
  editor.point({ kind: "press", at: from, adds: false, deletes: false }, 1)
  editor.point({ kind: "move", at: to }, 1)
  editor.point({ kind: "release", at: to }, 1)
  await settle()
}

/** The number of pixels by id in the bitmap of a frame. */
export const areasOf = async ({ masks }: Opened, frame: number): Promise<ReadonlyMap<number, number>> => {
  await masks.getDocument(frame).waitUntilReady()
  const mask = unpack(await masks.getDocument(frame).pack())
  const file = decodeMaskPng(new Uint8Array(await masks.makePng(frame)))
  const areas = new Map<number, number>()
  let differing = 0
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++) {
      const id = mask.get(x, y)
      if (file.get(x, y) !== id) differing += 1
      if (id !== 0) areas.set(id, (areas.get(id) ?? 0) + 1)
    }
  expect(differing).toBe(0)
  return areas
}

/** The annotations of a frame. */
export const annotationsAt = ({ editor }: Opened, frame: number): ReadonlyArray<JsonObject> => {
  const { frames } = getLabel(editor.state) as {
    frames: ReadonlyArray<{ annotations: ReadonlyArray<JsonObject> }>
  }
  return frames[frame]?.annotations ?? []
}

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

/** Three frames with two tracks. The third frame calls the first track 30 in its bitmap. */
export const stored = read(`{"format_version": "0.2", "frames": [
  {"annotations": [{"id": 1, "category_id": 1, "track_id": 1, "t": 1700000000123456789}, {"id": 2, "category_id": 1, "track_id": 2}],
   "segmentation_bitmap": {"url": "/0.png", "made_by": 1.50}},
  {"annotations": [{"id": 1, "category_id": 1, "track_id": 1}], "segmentation_bitmap": {"url": "/1.png"}, "timestamp": 10000000000000000001},
  {"annotations": [{"id": 30, "category_id": 1, "track_id": 1}], "segmentation_bitmap": {"url": "/2.png"}}]}`)
export const files = { "/0.png": squares(1, 2), "/1.png": squares(1), "/2.png": squares(30) }

export const openStored = async (): Promise<Opened> => {
  const opened = openSequence(stored, files)
  await show(opened, 0)
  return opened
}
export const select = ({ editor }: Opened, ...keys: ReadonlyArray<string>) => {
  editor.choose("edit")
  editor.select(new Set(keys))
}
