/** Drawing without a pointer: keys move a cursor over the ground, and Enter sets a vertex where it is. */
import { Store } from "../../editor/Store.ts"
import { findGroundHeight } from "../../geometry/space/groundAt.ts"
import { makeScreenProjection } from "../../geometry/space/onScreen.ts"
import { fieldOfView, type Orbit } from "../../geometry/space/orbit.ts"
import { addVectors, scaleVector, type Vector } from "../../geometry/space/vector.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import type { Drawing, DrawingTool } from "./Drawing.ts"
import type { PlaceFinder } from "./PlaceFinder.ts"

/** The step of a key, and how near to the edge of the view the cursor comes, in pixels. */
const [reach, margin] = [8, 24]

/** The cursor draws with a pen that the pointer moves too. */
interface Pen {
  readonly view: CloudView
  readonly tool: DrawingTool | undefined
  readonly drawing: Store<Drawing | undefined>
  readonly snaps: Store<boolean>
  readonly finder: PlaceFinder
  readonly add: (tool: Drawing["tool"], pixel: readonly [number, number], place: Vector | undefined) => void
  readonly finish: () => boolean
}

export class ShapeCursor {
  /** Undefined while it is not shown. */
  readonly at = new Store<Vector | undefined>(undefined)

  constructor(private readonly pen: Pen) {}

  hide(): void {
    this.at.set(undefined)
  }

  /** Moves it by steps along the ground. The camera follows it out of the view. False where no tool draws. */
  move(steps: Vector): boolean {
    if (this.pen.tool === undefined) return false
    const drawing = this.pen.drawing.state
    this.step(steps, drawing?.points.at(-1))
    if (drawing !== undefined) this.pen.drawing.set({ ...drawing, hover: this.findTarget() })
    return true
  }

  /**
   * Sets a vertex at it, which ends the shape where the last one is. Without a cursor, ends what the pointer drew. One outside of the
   * view only comes back.
   */
  press(): boolean {
    const { drawing, tool } = this.pen
    if (tool === undefined) return false
    if (this.at.state === undefined && drawing.state !== undefined) return this.pen.finish()
    const [at, orbit] = [this.at.state, this.pen.view.orbit.state]
    if (at !== undefined && orbit !== undefined && !this.isWithin(at, orbit, 0)) {
      // The camera has left it: a vertex that nobody sees would be set.
      this.at.set(this.findMiddle())
      return true
    }
    this.at.update((now) => now ?? this.findMiddle())
    const place = this.findTarget()
    const pixel = place && this.projectPlace(place)
    if (pixel !== undefined) this.pen.add(tool, pixel, place)
    return true
  }

  /** The place that it means: that of a point, where the pen snaps to them, else the ground, which differs from frame to frame. */
  findTarget(): Vector | undefined {
    const at = this.at.state
    const ground = at && this.putOnGround(at)
    const pixel = ground && this.projectPlace(ground)
    return (this.pen.snaps.state && pixel ? this.pen.finder.placeAt(pixel) : undefined) ?? ground
  }

  /** The pixel of a place of the world; undefined behind the camera. */
  projectPlace(place: Vector): readonly [number, number] | undefined {
    const { orbit, size } = this.pen.view
    const now = orbit.state
    return now && makeScreenProjection(now, size)(place)
  }

  /** It begins at a place that is seen, or in the middle of the view, where the camera has left it too. */
  private step([x, y]: Vector, from: Vector | undefined): void {
    const { orbit, size } = this.pen.view
    const now = orbit.state
    if (now === undefined) return
    const begun = this.at.state ?? from
    const before = begun !== undefined && this.isWithin(begun, now, 0) ? begun : this.putOnGround(now.target)
    const meters = (2 * now.distance * Math.tan(fieldOfView / 2)) / Math.max(size.height, 1)
    const by = scaleVector([x, y, 0], meters * reach)
    const at = this.putOnGround(addVectors(before, by))
    this.at.set(at)
    if (this.isWithin(at, now, margin)) return
    const followed = { ...now, target: addVectors(now.target, by) }
    // Over uneven ground, the same step is another one on the screen.
    orbit.set(this.isWithin(at, followed, 0) ? followed : { ...now, target: at })
  }

  /** Undefined before the cloud is there. */
  private findMiddle(): Vector | undefined {
    const orbit = this.pen.view.orbit.state
    return orbit && this.putOnGround(orbit.target)
  }

  private putOnGround([x, y, z]: Vector): Vector {
    const { cloud } = this.pen.view
    return [x, y, cloud === undefined ? z : findGroundHeight(cloud, x, y)]
  }

  /** Whether a place is in the view, so far from its edge, in pixels. */
  private isWithin(place: Vector, orbit: Orbit, edge: number): boolean {
    const { size } = this.pen.view
    const [x, y] = makeScreenProjection(orbit, size)(place) ?? [-1, -1]
    return x >= edge && x <= size.width - edge && y >= edge && y <= size.height - edge
  }
}
