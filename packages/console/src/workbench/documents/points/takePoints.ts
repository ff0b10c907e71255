/** Gives an object the points that it has in another label. */
import type { Patch } from "./patch.ts"

interface Taken {
  /** The ids of the points in the other label; undefined where that has none. */
  readonly others: Uint32Array | undefined
  /** The id of the object there; undefined where that lacks it. */
  readonly from: number | undefined
  /** The id of the object here. */
  readonly to: number
  /** Ids that keep their points. */
  readonly keeps: ReadonlySet<number>
}

/** The patch after which the object has those points alone. */
export const makeTakePatch = (ids: Uint32Array, { from, keeps, others, to }: Taken): Patch => {
  const points: Array<number> = []
  const after: Array<number> = []
  for (let point = 0; point < ids.length; point++) {
    const now = ids[point] ?? 0
    const isTaken = from !== undefined && others?.[point] === from
    const next = isTaken ? (keeps.has(now) ? now : to) : now === to ? 0 : now
    if (next === now) continue
    points.push(point)
    after.push(next)
  }
  return {
    points: Uint32Array.from(points),
    before: Uint32Array.from(points, (point) => ids[point] ?? 0),
    after: Uint32Array.from(after),
  }
}
