/** The view of the point cloud: the camera, the colors, the views of the selection, and a cuboid that is being made. */
import type { PreparedCloud, Range } from "../../clouds/prepared.ts"
import { type Cuboid, listCorners } from "../../editor/label/cuboids/cuboid.ts"
import { Store } from "../../editor/Store.ts"
import { makeScreenProjection } from "../../geometry/space/onScreen.ts"
import { lookAt, makeBirdsEye, type Orbit, panOrbit, type Size } from "../../geometry/space/orbit.ts"
import type { SideName } from "../../geometry/space/sideView.ts"
import { subtractVectors, type Vector } from "../../geometry/space/vector.ts"
import type { Coloring } from "./scene/PointLayer.ts"

export interface ViewSettings {
  readonly coloring: Coloring
  /** The ends of the color scale, where the person has set them. */
  readonly range: Partial<Range>
  readonly pointSize: number
  readonly opacity: number
  readonly grid: boolean
  /** The number of frames to each side that are drawn around the shown one. */
  readonly neighbors: number
}

export interface SideSettings {
  /** The cuboid at the start of a drag: the views stay with it until the drag ends. */
  readonly frozen: Cuboid | undefined
  readonly zoom: { readonly [Name in SideName]: number }
  readonly pan: { readonly [Name in SideName]: readonly [number, number] }
}

/** A cuboid that is being made. */
export interface Making {
  readonly places: ReadonlyArray<Vector>
  /** The place under the pointer. */
  readonly hover: Vector | undefined
}

/** The distance from the edge of a narrower view that its contents keep, in pixels. */
const edge = 16

export const atRest: SideSettings = {
  frozen: undefined,
  zoom: { top: 1, side: 1, front: 1 },
  pan: { top: [0, 0], side: [0, 0], front: [0, 0] },
}

export interface CameraSettings {
  readonly shown: boolean
  /** Whether the points of the cloud are drawn in the images. */
  readonly points: boolean
  /** The name of the camera whose image is shown large, in place of all. */
  readonly large: string | undefined
}

export class CloudView {
  readonly orbit = new Store<Orbit | undefined>(undefined)
  readonly settings: Store<ViewSettings>
  readonly sides = new Store<SideSettings>(atRest)
  readonly making = new Store<Making | undefined>(undefined)
  /** Whether the selected track is shown in several frames at once, in place of the cloud. */
  readonly batch = new Store(false)
  /** The names of sensors whose points and objects are not drawn. */
  readonly hiddenSensors = new Store<ReadonlySet<string>>(new Set())
  /** The images of the cameras below the cloud. */
  readonly cameras = new Store<CameraSettings>({ shown: true, points: false, large: undefined })
  /** The size of the main view. */
  size: Size = { width: 1, height: 1 }
  /** The cloud that is drawn: while the one of the next frame loads, that of the frame before. */
  readonly shownCloud = new Store<PreparedCloud | undefined>(undefined)
  /** The frame of the cloud that is drawn. */
  cloudFrame: number | undefined
  /** The number of frames that were drawn before they were hidden. */
  private lastNeighbors = 2

  /** `coloring`: the colors of the points at first. */
  constructor(coloring: Coloring = "height") {
    this.settings = new Store({
      coloring,
      range: {},
      pointSize: 2,
      opacity: 1,
      grid: true,
      neighbors: 0,
    })
  }

  get cloud(): PreparedCloud | undefined {
    return this.shownCloud.state
  }

  /** Takes over the cloud of a frame. The first one is shown whole, from above. */
  setCloud(cloud: PreparedCloud | undefined, frame: number): void {
    this.cloudFrame = frame
    this.shownCloud.set(cloud)
    if (cloud !== undefined && this.orbit.state === undefined) this.fit()
  }

  fit(): void {
    const { cloud } = this
    if (cloud === undefined) return
    const [x0, y0] = cloud.bounds.min
    const [x1, y1] = cloud.bounds.max
    this.orbit.set(makeBirdsEye([x0, y0, cloud.ground], [x1, y1, cloud.ground], this.size))
  }

  /** Comes near enough to see cuboids well, and all of them. */
  lookAt(cuboids: ReadonlyArray<Cuboid>): void {
    const [first] = cuboids
    if (first === undefined) return
    const low = [0, 1, 2].map((axis) => Math.min(...cuboids.map(({ position }) => position[axis] ?? 0)))
    const high = [0, 1, 2].map((axis) => Math.max(...cuboids.map(({ position }) => position[axis] ?? 0)))
    const center: Vector = [0, 1, 2].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2) as [
      number,
      number,
      number,
    ]
    const radius = Math.max(
      ...cuboids.map(
        ({ dimensions, position }) =>
          Math.hypot(...subtractVectors(position, center)) + Math.hypot(...dimensions) / 2,
      ),
    )
    const from = this.orbit.state ?? { target: center, distance: 1, azimuth: 0, tilt: 0 }
    this.orbit.set(lookAt(from, center, radius, Math.max(from.tilt, 0.6)))
  }

  /** Keeps what the view showed in it, where its width has become less. What was outside before stays there. */
  keepInView(cuboid: Cuboid, widthBefore: number): void {
    const orbit = this.orbit.state
    const { width } = this.size
    if (orbit === undefined || width >= widthBefore) return
    const places = listCorners(cuboid).map(makeScreenProjection(orbit, this.size))
    const across = places.flatMap((place) => (place === undefined ? [] : [place[0]]))
    const [least, most] = [Math.min(...across), Math.max(...across)]
    // The middle stays: each side loses half.
    const lost = (widthBefore - width) / 2
    if (across.length < places.length || least < -lost || most > width + lost) return
    const by = least < edge ? edge - least : most > width - edge ? width - edge - most : 0
    if (by !== 0) this.orbit.set(panOrbit(orbit, by, 0, this.size))
  }

  /** A factor above 1 comes nearer. Under a drag, the view stays where it is. */
  zoomSide(name: SideName, factor: number): void {
    this.sides.update((now) => {
      if (now.frozen !== undefined) return now
      const zoom = Math.min(Math.max(now.zoom[name] / factor, 0.1), 10)
      return { ...now, zoom: { ...now.zoom, [name]: zoom } }
    })
  }

  setNeighbors(neighbors: number): void {
    if (neighbors > 0) this.lastNeighbors = neighbors
    this.settings.update((now) => ({ ...now, neighbors }))
  }

  toggleNeighbors(): void {
    this.setNeighbors(this.settings.state.neighbors > 0 ? 0 : this.lastNeighbors)
  }

  toggleSensor(name: string): void {
    this.hiddenSensors.update((now) => {
      const hidden = new Set(now)
      if (!hidden.delete(name)) hidden.add(name)
      return hidden
    })
  }

  resizePoints(by: number): void {
    this.settings.update((now) => ({ ...now, pointSize: Math.min(Math.max(now.pointSize + by, 1), 12) }))
  }
}

/** The ends of the color scale: as the person has set them, else those of the cloud. */
export const computeColorRange = (
  cloud: PreparedCloud | undefined,
  { coloring, range }: ViewSettings,
): Range => {
  const own = (coloring === "intensity" ? cloud?.intensities : cloud?.heights) ?? { min: 0, max: 1 }
  return { min: range.min ?? own.min, max: range.max ?? own.max }
}
