/** The blocks of the page on which the bitmap of a frame is drawn. */
import { hasOverlap, listBlocks } from "./blocks.ts"
import { findShadedChanges } from "./changes.ts"
import { formatReason, MaskHost, type Reply } from "./MaskHost.ts"
import { type FromWorker, isAnswer, isRequest, type ToWorker } from "./protocol.ts"
import { type Area, shadeTile } from "./shade.ts"
import type { TileMask } from "./TileMask.ts"

interface Block extends Area {
  readonly canvas: OffscreenCanvas
  /** Made when something is first drawn in the block: an empty one needs no memory. */
  context: OffscreenCanvasRenderingContext2D | null
}

export class MaskScreen {
  readonly host: MaskHost
  private blocks: ReadonlyArray<Block> = []
  private readonly waiting = new Set<number>()
  private isScheduled = false

  /** Whether the message that is handled has had its answer. */
  private hasAnswered = false

  constructor(private readonly reply: Reply) {
    const replyOnce: Reply = (message, transfer) => {
      this.hasAnswered ||= isAnswer(message)
      reply(message, transfer)
    }
    this.host = new MaskHost(replyOnce, { draw: (_, tiles) => this.schedule(tiles) })
  }

  handle(message: ToWorker): void {
    this.hasAnswered = false
    try {
      if (message.kind === "hide") this.blocks = []
      if (message.kind !== "show") this.host.handle(message)
      else this.show(message.canvases)
    } catch (error) {
      this.reply(this.makeFailure(message, formatReason(error)))
    }
  }

  /** A fault is one of this bitmap: the worker has those of other frames too. */
  private makeFailure(message: ToWorker, reason: string): FromWorker {
    if (this.hasAnswered || !isRequest(message)) return { kind: "fault", reason }
    return message.kind === "question"
      ? { kind: "failed", request: message.request, reason }
      : { kind: "refused", reason }
  }

  private show(canvases: ReadonlyArray<OffscreenCanvas>): void {
    this.host.show()
    const { mask } = this.host
    if (mask === undefined) return
    this.blocks = listBlocks(mask).flatMap((area, index) => {
      const canvas = canvases[index]
      return canvas === undefined ? [] : [{ ...area, canvas, context: null }]
    })
    this.schedule(mask.listIndices())
  }

  private schedule(tiles: Iterable<number>): void {
    for (const index of tiles) this.waiting.add(index)
    if (this.isScheduled || this.blocks.length === 0) return
    this.isScheduled = true
    requestAnimationFrame(() => {
      this.isScheduled = false
      const { mask } = this.host
      if (mask === undefined) return
      try {
        for (const index of this.waiting) this.drawTile(mask, index)
        this.waiting.clear()
      } catch (error) {
        this.reply({ kind: "fault", reason: formatReason(error) })
      }
    })
  }

  /** Draws a tile, and a pixel around it: outlines depend on the pixels beside. */
  private drawTile(mask: TileMask, index: number): void {
    const place = mask.getPlace(index)
    const x = Math.max(0, place.x - 1)
    const y = Math.max(0, place.y - 1)
    const width = Math.min(mask.width, place.x + place.width + 1) - x
    const height = Math.min(mask.height, place.y + place.height + 1) - y
    const { before } = this.host
    const isEmpty = mask.getTile(index) === 0 && (before === undefined || before.getTile(index) === 0)
    let image: ImageData | undefined
    for (const block of this.blocks) {
      if (!hasOverlap(block, { x, y, width, height }) || (isEmpty && block.context === null)) continue
      image ??= new ImageData(this.readPixels(mask, { x, y, width, height }), width, height)
      getContext(block)?.putImageData(image, x - block.x, y - block.y)
    }
  }

  private readPixels(mask: TileMask, area: Area): Uint8ClampedArray<ArrayBuffer> {
    const { before, colors } = this.host
    return before === undefined
      ? shadeTile(mask, area, colors)
      : findShadedChanges(before, mask, area, colors)
  }
}

const getContext = (block: Block): OffscreenCanvasRenderingContext2D | null => {
  if (block.context !== null) return block.context
  block.canvas.width = block.width
  block.canvas.height = block.height
  block.context = block.canvas.getContext("2d")
  return block.context
}
