/** Drawing without a pointer: keys move a cursor over the ground, and Enter sets a vertex where it is. */
import { groundAt } from "../../model/groundAt.ts"
import { fieldOfView, type Orbit } from "../../model/orbit.ts"
import { plus, times, type Vector } from "../../model/vector.ts"
import type { CloudView } from "../../view/CloudView.ts"
import { Store } from "../../view/Store.ts"
import { onScreen } from "../model/onScreen.ts"

/** The step of a key, and how near to the edge of the view the cursor comes, in pixels. */
const [reach, margin] = [8, 24]

export class ShapeCursor {
  /** Undefined while it is not shown. */
  readonly at = new Store<Vector | undefined>(undefined)

  constructor(private readonly view: CloudView) {}

  /** The cursor, which begins at a place, or in the middle of the view. Undefined before the cloud is there. */
  show(from: Vector | undefined): Vector | undefined {
    const orbit = this.view.orbit.get()
    const at = this.at.get() ?? from ?? (orbit && this.grounded(orbit.target))
    this.at.set(at)
    return at
  }

  hide(): void {
    this.at.set(undefined)
  }

  /** The ground below it, which differs from frame to frame. */
  place(): Vector | undefined {
    const at = this.at.get()
    return at && this.grounded(at)
  }

  /** Moves it by steps along the ground. The camera follows it out of the view. */
  move([x, y]: Vector, from: Vector | undefined): void {
    const orbit = this.view.orbit.get()
    const before = this.show(from)
    if (orbit === undefined || before === undefined) return
    const meters = (2 * orbit.distance * Math.tan(fieldOfView / 2)) / Math.max(this.view.size.height, 1)
    const by = times([x, y, 0], meters * reach)
    const at = this.grounded(plus(before, by))
    this.at.set(at)
    if (!this.isWithin(at, orbit)) this.view.orbit.set({ ...orbit, target: plus(orbit.target, by) })
  }

  /** The pixel of a place of the world; undefined behind the camera. */
  pixelOf(place: Vector): readonly [number, number] | undefined {
    const orbit = this.view.orbit.get()
    return orbit && onScreen(orbit, this.view.size)(place)
  }

  private grounded([x, y, z]: Vector): Vector {
    const { cloud } = this.view
    return [x, y, cloud === undefined ? z : groundAt(cloud, x, y)]
  }

  private isWithin(place: Vector, orbit: Orbit): boolean {
    const { height, width } = this.view.size
    const [x, y] = onScreen(orbit, this.view.size)(place) ?? [-1, -1]
    return x >= margin && x <= width - margin && y >= margin && y <= height - margin
  }
}
