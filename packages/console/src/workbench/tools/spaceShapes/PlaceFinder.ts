/** Finds where pixels of the main view are in the world: on the ground, or on points of the cloud where it snaps to them. */
import type { Store } from "../../editor/Store.ts"
import type { Point } from "../../geometry/point.ts"
import { intersectGround } from "../../geometry/space/groundAt.ts"
import { makeScreenProjection } from "../../geometry/space/onScreen.ts"
import { computeRay } from "../../geometry/space/orbit.ts"
import { intersectLevel } from "../../geometry/space/pick.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import { isProjectionOf, type Projected, projectCloud } from "../points/projected.ts"
import { findNearestPoint } from "../points/selection.ts"

export class PlaceFinder {
  private seen: Projected | undefined

  constructor(
    private readonly view: CloudView,
    private readonly snaps: Store<boolean>,
  ) {}

  /** The place under a pixel: a point of the cloud where it snaps, else the ground. */
  placeAt(at: Point): Vector | undefined {
    const { cloud, orbit: now, size } = this.view
    const orbit = now.state
    if (orbit === undefined) return undefined
    if (this.snaps.state && cloud !== undefined) {
      if (!isProjectionOf(this.seen, cloud, orbit, size)) this.seen = projectCloud(cloud, orbit, size)
      const point = findNearestPoint(this.seen, at)
      if (point !== undefined) {
        const { origin, positions } = cloud
        const readPart = (axis: 0 | 1 | 2) => (positions[point * 3 + axis] ?? 0) + origin[axis]
        return [readPart(0), readPart(1), readPart(2)]
      }
    }
    return intersectGround(cloud, computeRay(orbit, ...at, size), orbit.target[2])
  }

  /** The place under a pixel that has this height. */
  findLevel(at: Point, height: number): Vector | undefined {
    const orbit = this.view.orbit.state
    return orbit && intersectLevel(computeRay(orbit, ...at, this.view.size), height)
  }

  /** Projects places to the screen; undefined before there is a camera. */
  getProjection(): ((place: Vector) => Point | undefined) | undefined {
    const orbit = this.view.orbit.state
    return orbit && makeScreenProjection(orbit, this.view.size)
  }
}
