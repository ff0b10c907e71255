/** The worker that paints. It draws on canvases of the page, so that the page itself does nothing while somebody paints. */
import { shadedChanges } from "../model/bitmap/changes.ts"
import { type Area, shaded } from "../model/bitmap/shade.ts"
import type { TileMask } from "../model/bitmap/TileMask.ts"
import { blocksOf, overlap } from "./blocks.ts"
import { MaskHost } from "./MaskHost.ts"
import type { ToWorker } from "./protocol.ts"

interface Block extends Area {
  readonly canvas: OffscreenCanvas
  /** Made when something is first drawn in the block: an empty one needs no memory. */
  context: OffscreenCanvasRenderingContext2D | null
}

let blocks: ReadonlyArray<Block> = []
const waiting = new Set<number>()
let isScheduled = false

const schedule = (tiles: Iterable<number>): void => {
  for (const index of tiles) waiting.add(index)
  if (isScheduled || blocks.length === 0) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    const { mask } = host
    if (mask === undefined) return
    for (const index of waiting) drawTile(mask, index)
    waiting.clear()
  })
}

/** Draws a tile, and a pixel around it: outlines depend on the pixels beside. */
const drawTile = (mask: TileMask, index: number): void => {
  const place = mask.placeOf(index)
  const x = Math.max(0, place.x - 1)
  const y = Math.max(0, place.y - 1)
  const width = Math.min(mask.width, place.x + place.width + 1) - x
  const height = Math.min(mask.height, place.y + place.height + 1) - y
  const { before } = host
  const isEmpty = mask.tile(index) === 0 && (before === undefined || before.tile(index) === 0)
  let image: ImageData | undefined
  for (const block of blocks) {
    if (!overlap(block, { x, y, width, height }) || (isEmpty && block.context === null)) continue
    image ??= new ImageData(pixels(mask, { x, y, width, height }), width, height)
    contextOf(block)?.putImageData(image, x - block.x, y - block.y)
  }
}

const pixels = (mask: TileMask, area: Area) =>
  host.before === undefined
    ? shaded(mask, area, host.colors)
    : shadedChanges(host.before, mask, area, host.colors)

const contextOf = (block: Block): OffscreenCanvasRenderingContext2D | null => {
  if (block.context !== null) return block.context
  block.canvas.width = block.width
  block.canvas.height = block.height
  block.context = block.canvas.getContext("2d")
  return block.context
}

const host = new MaskHost((message, transfer = []) => postMessage(message, { transfer: [...transfer] }), {
  draw: (_, tiles) => schedule(tiles),
})

const show = (mask: TileMask, canvases: ReadonlyArray<OffscreenCanvas>): void => {
  blocks = blocksOf(mask).flatMap((area, index) => {
    const canvas = canvases[index]
    return canvas === undefined ? [] : [{ ...area, canvas, context: null }]
  })
  schedule(mask.indices())
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind !== "show") host.handle(data)
  else if (host.mask !== undefined) show(host.mask, data.canvases)
})
