/** Where pixels of the main view are in the world: on the ground, or on points of the cloud where it snaps to them. */
import type { Point } from "../../../model/geometry/point.ts"
import { onGround } from "../../model/groundAt.ts"
import { onScreen } from "../../model/onScreen.ts"
import { rayThrough } from "../../model/orbit.ts"
import { onLevel } from "../../model/pick.ts"
import type { Vector } from "../../model/vector.ts"
import { isOf, type Projected, projected } from "../../points/model/projected.ts"
import { nearestPoint } from "../../points/model/selection.ts"
import type { CloudView } from "../../view/CloudView.ts"
import type { Store } from "../../view/Store.ts"

export class PlaceFinder {
  private seen: Projected | undefined

  constructor(
    private readonly view: CloudView,
    private readonly snaps: Store<boolean>,
  ) {}

  /** The place under a pixel: a point of the cloud where it snaps, else the ground. */
  placeAt(at: Point): Vector | undefined {
    const { cloud, orbit: now, size } = this.view
    const orbit = now.get()
    if (orbit === undefined) return undefined
    if (this.snaps.get() && cloud !== undefined) {
      if (!isOf(this.seen, cloud, orbit, size)) this.seen = projected(cloud, orbit, size)
      const point = nearestPoint(this.seen, at)
      if (point !== undefined) {
        const { origin, positions } = cloud
        const part = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
        return [part(0), part(1), part(2)]
      }
    }
    return onGround(cloud, rayThrough(orbit, ...at, size), orbit.target[2])
  }

  /** The place under a pixel that has this height. */
  levelAt(at: Point, height: number): Vector | undefined {
    const orbit = this.view.orbit.get()
    return orbit && onLevel(rayThrough(orbit, ...at, this.view.size), height)
  }

  /** Where places are on the screen; undefined before there is a camera. */
  projection(): ((place: Vector) => Point | undefined) | undefined {
    const orbit = this.view.orbit.get()
    return orbit && onScreen(orbit, this.view.size)
  }
}
