/** The `segmentation` of an annotation: rings of corners, or a mask as run lengths. What cannot be read of it is counted. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { encodePolygonRle } from "../masks/polygon.ts"
import { combineRles, type Rle } from "../masks/rle.ts"
import { parseCounts } from "../masks/rleText.ts"
import type { Size } from "../model/Scene.ts"
import { readNumbers } from "./numbers.ts"

export type Ring = ReadonlyArray<readonly [x: number, y: number]>

export type Segmentation =
  | { readonly type: "none" }
  | { readonly type: "rings"; readonly rings: ReadonlyArray<Ring> }
  | { readonly type: "mask"; readonly mask: Rle }

const none: Segmentation = { type: "none" }

/** A mask must have the size of its image, where that is known. */
export const readSegmentation = (record: Node, size: Size | null, losses: Losses): Segmentation => {
  const node = record.at("segmentation")
  if (!node.isPresent) return none
  if (Array.isArray(node.value)) {
    const rings = readRings(node, losses)
    return rings.length === 0 ? none : { type: "rings", rings }
  }
  const mask = typeof node.value === "object" ? readMask(node, size) : undefined
  if (mask !== undefined) return { type: "mask", mask }
  losses.add("unreadable", node.place)
  return none
}

/** Some tools write the numbers of a single ring without a list around them. */
const readRings = (node: Node, losses: Losses): ReadonlyArray<Ring> => {
  const isFlat = node.items().length >= 6 && node.items().every(({ value }) => typeof value === "number")
  const rings: Array<Ring> = []
  for (const item of isFlat ? [node] : node.items()) {
    const ring = readRing(item)
    if (ring === undefined) losses.add("unreadable", item.place)
    else rings.push(ring)
  }
  return rings
}

/** Undefined for fewer than three corners. */
const readRing = (node: Node): Ring | undefined => {
  const numbers = readNumbers(node)
  if (numbers === undefined || numbers.length % 2 !== 0 || numbers.length < 6) return undefined
  const ring: Array<readonly [number, number]> = []
  for (let at = 0; at < numbers.length; at += 2) ring.push([numbers[at] ?? 0, numbers[at + 1] ?? 0])
  return ring
}

const readMask = (node: Node, size: Size | null): Rle | undefined => {
  const [height = 0, width = 0] = readNumbers(node.at("size"), 2) ?? []
  if (size !== null && (width !== size.width || height !== size.height)) return undefined
  const { value } = node.at("counts")
  const counts = typeof value === "string" ? parseCounts(value) : readNumbers(node.at("counts"))
  if (counts?.some((count) => !Number.isInteger(count) || count < 0) !== false) return undefined
  const pixels = counts.reduce((sum, count) => sum + count, 0)
  return pixels > 0 && pixels === width * height ? { width, height, counts } : undefined
}

/** All rings of one annotation are one mask. Undefined for an annotation without a mask. */
export const readSegmentMask = (record: Node, size: Size, losses: Losses): Rle | undefined => {
  const segmentation = readSegmentation(record, size, losses)
  if (segmentation.type === "none") return undefined
  return segmentation.type === "mask"
    ? segmentation.mask
    : segmentation.rings.map((ring) => encodePolygonRle(ring, size)).reduce(combineRles)
}
