/**
 * Masks of Label Studio: the pixels as red, green, blue and alpha, packed in bits by run lengths as in the library `rle-pack` of thi.ng. A
 * pixel belongs to the mask when its alpha is above 0.
 */
import type { Node } from "../files/Node.ts"
import type { PixelMask } from "../masks/PixelMask.ts"
import type { Size } from "../model/Scene.ts"

/** Bits of the lengths of runs, as Label Studio writes them. */
const lengthBits = [3, 4, 8, 16] as const

/** Whether the pixel `at`, row by row, is in the mask. */
export const encodeBrush = (
  { height, width }: Size,
  isIn: (at: number) => boolean,
): ReadonlyArray<number> => {
  const bits = new BitWriter()
  const pixels = width * height
  bits.write(4 * pixels, 32)
  bits.write(8 - 1, 5)
  for (const size of lengthBits) bits.write(size - 1, 4)
  for (let at = 0; at < pixels; ) {
    const inside = isIn(at)
    let end = at + 1
    while (end < pixels && isIn(end) === inside) end += 1
    for (let rest = 4 * (end - at); rest > 0; ) {
      const length = Math.min(rest, 2 ** 16)
      const index = lengthBits.findIndex((size) => length <= 2 ** size)
      bits.write(1, 1)
      bits.write(index, 2)
      bits.write(length - 1, lengthBits[index] ?? 16)
      bits.write(inside ? 255 : 0, 8)
      rest -= length
    }
    at = end
  }
  return bits.bytes()
}

/** Which pixels are in the mask, as runs from `start` to `end`. */
export interface BrushRuns {
  readonly runs: ReadonlyArray<readonly [start: number, end: number]>
}

export const decodeBrush = (rle: Node, { height, width }: Size): BrushRuns => {
  const bytes = rle.numbers()
  if (!bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255))
    rle.fail("must be bytes from 0 to 255.")
  const bits = new BitReader(bytes)
  const count = bits.read(32)
  if (count !== 4 * width * height)
    rle.fail(`has ${count} values, but an image of ${width} × ${height} has ${4 * width * height}.`)
  const wordBits = bits.read(5) + 1
  const sizes = Array.from({ length: 4 }, () => bits.read(4) + 1)
  const runs: Array<readonly [number, number]> = []
  const add = (value: number, at: number) => {
    if (at % 4 !== 3 || value === 0) return
    const pixel = (at - 3) / 4
    const last = runs.at(-1)
    if (last !== undefined && last[1] === pixel) runs[runs.length - 1] = [last[0], pixel + 1]
    else runs.push([pixel, pixel + 1])
  }
  for (let at = 0; at < count; ) {
    if (bits.isOver) rle.fail("ends early.")
    const isRun = bits.read(1) === 1
    const end = at + 1 + bits.read(sizes[bits.read(2)] ?? 1)
    if (end > count) rle.fail("has more values than pixels.")
    const value = isRun ? bits.read(wordBits) : 0
    for (; at < end; at++) add(isRun ? value : bits.read(wordBits), at)
  }
  return { runs }
}

/** The runs as a mask of the whole image. */
export const toPixelMask = ({ runs }: BrushRuns, { height, width }: Size): PixelMask => {
  const pixels = new Uint8Array(width * height)
  for (const [start, end] of runs) pixels.fill(1, start, end)
  return { left: 0, top: 0, width, height, isIn: (at) => pixels[at] === 1 }
}

class BitWriter {
  readonly #bytes: Array<number> = []
  #current = 0
  #filled = 0

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#current = this.#current * 2 + (Math.floor(value / 2 ** bit) % 2)
      this.#filled += 1
      if (this.#filled < 8) continue
      this.#bytes.push(this.#current)
      this.#current = 0
      this.#filled = 0
    }
  }

  bytes(): ReadonlyArray<number> {
    return this.#filled === 0 ? this.#bytes : [...this.#bytes, this.#current << (8 - this.#filled)]
  }
}

class BitReader {
  readonly #bytes: ReadonlyArray<number>
  #at = 0

  constructor(bytes: ReadonlyArray<number>) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#at >= 8 * this.#bytes.length
  }

  read(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }
}
