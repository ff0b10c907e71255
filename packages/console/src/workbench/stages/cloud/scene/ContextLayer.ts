/** The clouds of the frames around the shown one, darker than its own: one draw call for each that is small. */
import { type Camera, Group } from "three"
import type { PreparedCloud } from "../../../clouds/prepared.ts"
import type { Vector } from "../../../geometry/space/vector.ts"
import { PointLayer, type PointStyle } from "./PointLayer.ts"

/** The brightness of points of other frames. */
const brightness = 0.55

export class ContextLayer {
  readonly group = new Group()
  private readonly layers = new Map<PreparedCloud, PointLayer>()
  private style: readonly [style: PointStyle, origin: number, ratio: number] | undefined
  private moves = false

  get count(): number {
    return this.layers.size
  }

  /** Shows clouds in place of those before, relative to the origin of the scene. What stays is not sent to the graphics again. */
  show(clouds: ReadonlyArray<PreparedCloud>, origin: Vector): void {
    for (const [cloud, layer] of this.layers) if (!clouds.includes(cloud)) this.remove(cloud, layer)
    for (const cloud of clouds) {
      const cachedLayer = this.layers.get(cloud)
      const layer = cachedLayer ?? this.add(cloud)
      layer.show(cloud, origin)
      // The points of a layer have no colors before they are shown.
      if (cachedLayer === undefined) layer.setColors(cloud.colors)
    }
    if (this.style !== undefined) this.setStyle(...this.style)
    this.limit(this.moves)
  }

  setStyle(style: PointStyle, origin: number, ratio: number): void {
    this.style = [style, origin, ratio]
    for (const [cloud, layer] of this.layers) {
      // The colors of categories are computed for the shown frame alone.
      const isPlain = style.coloring === "category" || (style.coloring === "rgb" && !cloud.hasColors)
      layer.setStyle(isPlain ? { ...style, coloring: "plain" } : style, origin, ratio)
    }
  }

  /** Together they draw as many points as the cloud of the shown frame may. */
  limit(moving: boolean): void {
    this.moves = moving
    for (const layer of this.layers.values()) layer.limit(moving, 1 / this.layers.size)
  }

  choose(camera: Camera, pixelsOf: (radius: number, distance: number) => number): void {
    for (const layer of this.layers.values()) layer.choose(camera, pixelsOf)
  }

  dispose(): void {
    for (const [cloud, layer] of this.layers) this.remove(cloud, layer)
  }

  private add(cloud: PreparedCloud): PointLayer {
    const layer = new PointLayer(brightness)
    this.layers.set(cloud, layer)
    this.group.add(layer.points)
    return layer
  }

  private remove(cloud: PreparedCloud, layer: PointLayer): void {
    this.layers.delete(cloud)
    this.group.remove(layer.points)
    layer.dispose()
  }
}
