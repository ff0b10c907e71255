/** The names of objects on one canvas: a browser moves it in one paint, where it would move thousands of elements. */
import type { Point } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import { TextWidths } from "./TextWidths.ts"

export interface PlacedName {
  readonly text: string
  readonly color: string
  /** The upper left corner of the object, in pixels of the stage. */
  readonly at: Point
}

const font = "11px 'Geist Variable', system-ui, sans-serif"
const height = 16
/** The colored stripe before the text, and the space around it. */
const stripe = 4
const padding = 5

/** The cells of a raster of the stage that are taken: a name that would cover another is left out. */
const cell = { width: 24, height: 8 }

/** More than a stage has places for. */
const widths = new TextWidths(20_000)

/** Draws the names that have a place, the first ones first. Returns how many they are. */
export const paintNames = (canvas: HTMLCanvasElement, size: Size, names: Iterable<PlacedName>): number => {
  const ratio = globalThis.devicePixelRatio
  const context = canvas.getContext("2d")
  if (context === null) return 0
  canvas.width = Math.round(size.width * ratio)
  canvas.height = Math.round(size.height * ratio)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = font
  context.textBaseline = "middle"
  const columns = Math.ceil(size.width / cell.width) + 1
  const taken = new Uint8Array(columns * (Math.ceil(size.height / cell.height) + 1))
  let count = 0
  for (const { at, color, text } of names) {
    const width = widths.measure(context, text) + stripe + 2 * padding
    const left = Math.min(Math.max(at[0], 0), size.width - width)
    // Above the object, and where the stage ends, within it.
    const top = at[1] - height - 2 < 0 ? Math.max(at[1] + 2, 0) : at[1] - height - 2
    if (left < 0 || top + height > size.height) continue
    if (!takeCells(taken, columns, { left, top, width })) continue
    context.fillStyle = "rgb(0 0 0 / 72%)"
    context.fillRect(left, top, width, height)
    context.fillStyle = color
    context.fillRect(left, top, stripe, height)
    context.fillStyle = "#fff"
    context.fillText(text, left + stripe + padding, top + height / 2 + 0.5)
    count++
  }
  canvas.dataset.names = String(count)
  return count
}

interface NameBox {
  readonly left: number
  readonly top: number
  readonly width: number
}

const takeCells = (taken: Uint8Array, columns: number, { left, top, width }: NameBox): boolean => {
  const [first, last] = [Math.floor(left / cell.width), Math.floor((left + width) / cell.width)]
  const [upper, lower] = [Math.floor(top / cell.height), Math.floor((top + height - 1) / cell.height)]
  for (let row = upper; row <= lower; row++)
    for (let column = first; column <= last; column++) if (taken[row * columns + column] === 1) return false
  for (let row = upper; row <= lower; row++) taken.fill(1, row * columns + first, row * columns + last + 1)
  return true
}
