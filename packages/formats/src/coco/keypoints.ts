/** Keypoints: all shapes of a category have the same number of them, because evaluation compares them one by one. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { readNumbers } from "./numbers.ts"

/** Adds keypoints without a place to the lines of annotations that have fewer than others of their category. */
export const padKeypoints = (most: ReadonlyMap<number, number>) =>
  async function* (list: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    let rest = ""
    const decoder = new TextDecoder()
    const padded = (line: string): string => {
      const found = /"category_id":(-?\d+).*"num_keypoints":(\d+),"keypoints":\[[^\]]*/.exec(line)
      if (found === null) return line
      const missing = (most.get(Number(found[1])) ?? 0) - Number(found[2])
      const end = found.index + found[0].length
      return `${line.slice(0, end)}${",0,0,0".repeat(missing)}${line.slice(end)}`
    }
    for await (const part of list) {
      const lines = `${rest}${decoder.decode(part, { stream: true })}`.split("\n")
      rest = lines.pop() ?? ""
      if (lines.length > 0) yield `${lines.map(padded).join("\n")}\n`
    }
    yield padded(rest)
  }

/**
 * The points that have a place, in their order; empty when there are none. A point between them that has no place is counted, because the
 * others move up, and so is a point that is hidden, because Annotary does not keep that.
 */
export const pointsOfKeypoints = (node: Node, losses: Losses): ReadonlyArray<ReadonlyArray<number>> => {
  if (!node.isPresent) return []
  const numbers = readNumbers(node)
  if (numbers === undefined || numbers.length % 3 !== 0) {
    losses.add("unreadable", node.place)
    return []
  }
  const points: Array<ReadonlyArray<number>> = []
  let gaps = 0
  for (let i = 0; i < numbers.length; i += 3) {
    const [x = 0, y = 0, visibility = 0] = numbers.slice(i, i + 3)
    if (visibility <= 0) {
      gaps += 1
      continue
    }
    losses.add("visibility", node.place, gaps + (visibility === 1 ? 1 : 0))
    gaps = 0
    points.push([x, y])
  }
  return points
}
