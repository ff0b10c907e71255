/**
 * The points of a cloud: of a small one in one draw call, of a large one those nodes of its tree that a view shows. Colors by
 * height and intensity are computed by the graphics processor.
 */
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DynamicDrawUsage,
  Frustum,
  Matrix4,
  Points,
  ShaderMaterial,
  Vector3,
} from "three"
import { type CloudNode, chooseDrawn } from "../../../clouds/octree.ts"
import type { PreparedCloud, Range } from "../../../clouds/prepared.ts"
import type { Vector } from "../../../geometry/space/vector.ts"

/** The colors of a ramp from its low end to its high one, from 0 to 1 in each channel. */
export const ramp = [
  [0.27, 0.38, 0.88],
  [0.1, 0.6, 0.82],
  [0.2, 0.74, 0.52],
  [0.78, 0.82, 0.3],
  [1, 0.94, 0.66],
] as const

export type Coloring = "height" | "intensity" | "rgb" | "category"

export interface PointStyle {
  /** "plain": all points have one color. */
  readonly coloring: Coloring | "plain"
  /** The values at both ends of the color scale. */
  readonly range: Range
  /** The size of a point in pixels of the screen. */
  readonly size: number
  readonly opacity: number
}

/** While the view moves, about as many points as this are drawn. */
const mostMoving = 400_000
/** At rest, a screen cannot show more points than this. */
const mostResting = 3_000_000

const vertexShader = `
attribute float intensity;
attribute vec4 rgb;
uniform float size;
uniform float low;
uniform float high;
uniform int coloring;
varying vec3 shade;

vec3 ramp(float share) {
${ramp.map((color, at) => `  vec3 ${"abcde"[at]} = vec3(${color.map((share) => share.toFixed(2)).join(", ")});`).join("\n")}
  float at = clamp(share, 0.0, 1.0) * 4.0;
  if (at < 1.0) return mix(a, b, at);
  if (at < 2.0) return mix(b, c, at - 1.0);
  if (at < 3.0) return mix(c, d, at - 2.0);
  return mix(d, e, at - 3.0);
}

void main() {
  vec4 placed = modelMatrix * vec4(position, 1.0);
  if (coloring == 0) shade = ramp((placed.z - low) / max(high - low, 1e-6));
  else if (coloring == 1) shade = ramp((intensity - low) / max(high - low, 1e-6));
  else if (coloring == 3) shade = vec3(0.75);
  else shade = rgb.rgb;
  gl_Position = projectionMatrix * viewMatrix * placed;
  gl_PointSize = size;
  // What is hidden lies outside of the view.
  if (rgb.a < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`

const fragmentShader = `
uniform float opacity;
uniform float brightness;
varying vec3 shade;
void main() {
  gl_FragColor = vec4(shade * brightness, opacity);
}`

const codes: { readonly [Name in PointStyle["coloring"]]: number } = {
  height: 0,
  intensity: 1,
  rgb: 2,
  category: 2,
  plain: 3,
}

export class PointLayer {
  readonly points: Points<BufferGeometry, Array<ShaderMaterial>>
  private readonly material: ShaderMaterial
  private cloud: PreparedCloud | undefined
  private most = mostResting

  /** `brightness`: from 0, which is black, to 1. */
  constructor(brightness = 1) {
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        size: { value: 2 },
        low: { value: 0 },
        high: { value: 1 },
        coloring: { value: 0 },
        opacity: { value: 1 },
        brightness: { value: brightness },
      },
    })
    this.points = new Points(new BufferGeometry(), [this.material])
    this.points.frustumCulled = false
    this.points.visible = false
  }

  /** Shows a cloud, relative to the origin of the scene. */
  show(cloud: PreparedCloud | undefined, origin: Vector): void {
    if (cloud !== this.cloud) {
      this.cloud = cloud
      this.points.geometry.dispose()
      const geometry = new BufferGeometry()
      if (cloud !== undefined) {
        geometry.setAttribute("position", new BufferAttribute(cloud.positions, 3))
        if (cloud.intensity !== undefined)
          geometry.setAttribute("intensity", new BufferAttribute(cloud.intensity, 1))
      }
      this.points.geometry = geometry
    }
    this.points.visible = cloud !== undefined
    if (cloud !== undefined) {
      const [x, y, z] = cloud.origin
      this.points.position.set(x - origin[0], y - origin[1], z - origin[2])
    }
  }

  /**
   * The colors of points: of the file, or of their objects. Three bytes for each point, or four, of which the last one hides it where it is 0.
   */
  setColors(colors: Uint8Array | undefined): void {
    const { geometry } = this.points
    if (colors === undefined) {
      geometry.deleteAttribute("rgb")
      return
    }
    const present = geometry.getAttribute("rgb")
    if (present instanceof BufferAttribute && present.array === colors) {
      present.needsUpdate = true
      return
    }
    const width = colors.length / (this.cloud?.count ?? colors.length / 3)
    geometry.setAttribute("rgb", new BufferAttribute(colors, width, true).setUsage(DynamicDrawUsage))
  }

  /** `origin` is the height of the scene's origin, for colors by height. */
  setStyle({ coloring, opacity, range, size }: PointStyle, origin: number, ratio: number): void {
    const { material } = this
    const shift = coloring === "height" ? origin : 0
    const values: { readonly [name: string]: number } = {
      size: size * ratio,
      low: range.min - shift,
      high: range.max - shift,
      coloring: codes[coloring],
      opacity,
    }
    for (const [name, value] of Object.entries(values)) {
      const uniform = material.uniforms[name]
      if (uniform !== undefined) uniform.value = value
    }
    material.transparent = opacity < 1
  }

  /** Fewer points are drawn while the view moves. `share`: the part of them that this layer has. */
  limit(moving: boolean, share = 1): void {
    this.most = (moving ? mostMoving : mostResting) * share
  }

  /** Chooses the points for a camera. `pixelsOf` is the size of a sphere on the screen, by its radius and its distance in meters. */
  choose(camera: Camera, pixelsOf: (radius: number, distance: number) => number): void {
    const { geometry, position } = this.points
    geometry.clearGroups()
    if (this.cloud === undefined) return
    camera.updateMatrixWorld()
    frustum.setFromProjectionMatrix(seen.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse))
    const computeRadius = ({ max, min }: CloudNode): number | undefined => {
      box.min.set(...min).add(position)
      box.max.set(...max).add(position)
      if (!frustum.intersectsBox(box)) return undefined
      return pixelsOf(box.getSize(size).length() / 2, box.distanceToPoint(camera.position))
    }
    for (const { end, start } of chooseDrawn(this.cloud.root, computeRadius, this.most))
      geometry.addGroup(start, end - start, 0)
  }

  dispose(): void {
    this.points.geometry.dispose()
    this.material.dispose()
  }
}

const box = new Box3()
const frustum = new Frustum()
const seen = new Matrix4()
const size = new Vector3()
