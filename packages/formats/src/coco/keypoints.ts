/** Keypoints: three numbers each, of which the third says whether it is labeled and visible. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Point, Visibility } from "../model/exactShapes.ts"
import { readNumbers } from "./numbers.ts"

/** Adds keypoints without a place to the lines of annotations that have fewer than others of their category. */
export const padKeypoints = (most: ReadonlyMap<number, number>) =>
  async function* (list: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    let rest = ""
    const decoder = new TextDecoder()
    const padLine = (line: string): string => {
      const match = /"category_id":(-?\d+).*"num_keypoints":\d+,"keypoints":\[([^\]]*)/.exec(line)
      if (match === null) return line
      const own = (match[2] ?? "").split(",").length / 3
      const missing = Math.max(0, (most.get(Number(match[1])) ?? 0) - own)
      const end = match.index + match[0].length
      return `${line.slice(0, end)}${",0,0,0".repeat(missing)}${line.slice(end)}`
    }
    for await (const part of list) {
      const lines = `${rest}${decoder.decode(part, { stream: true })}`.split("\n")
      rest = lines.pop() ?? ""
      if (lines.length > 0) yield `${lines.map(padLine).join("\n")}\n`
    }
    yield padLine(rest)
  }

export interface Keypoint {
  /** Null where it is not labeled. */
  readonly place: Point | null
  readonly visibility: Visibility
}

/** The keypoints in their order; empty where none is labeled. */
export const readKeypoints = (node: Node, losses: Losses): ReadonlyArray<Keypoint> => {
  if (!node.isPresent) return []
  const numbers = readNumbers(node)
  if (numbers === undefined || numbers.length % 3 !== 0) {
    losses.add("unreadable", node.place)
    return []
  }
  const keypoints = Array.from({ length: numbers.length / 3 }, (_, i) =>
    toKeypoint(numbers[3 * i] ?? 0, numbers[3 * i + 1] ?? 0, numbers[3 * i + 2] ?? 0),
  )
  return keypoints.every(({ visibility }) => visibility === 0) ? [] : keypoints
}

/** Predictions have their confidence in place of the visibility. */
const toKeypoint = (x: number, y: number, visibility: number): Keypoint =>
  visibility > 0 ? { place: [x, y], visibility: visibility === 1 ? 1 : 2 } : { place: null, visibility: 0 }
