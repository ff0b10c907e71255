/** The scene of a frame, drawn into the main view and the three views of the selection by one renderer. */
import { OrthographicCamera, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three"
import type { PreparedCloud } from "../../../clouds/prepared.ts"
import { computeDirections, computeEye, fieldOfView, type Orbit } from "../../../geometry/space/orbit.ts"
import type { Polygon } from "../../../geometry/space/overlap.ts"
import type { Projection } from "../../../geometry/space/sideView.ts"
import { addVectors, scaleVector, subtractVectors, type Vector } from "../../../geometry/space/vector.ts"
import { ContextLayer } from "./ContextLayer.ts"
import { CuboidGroup, type ShownCuboid } from "./CuboidLayer.ts"
import { computeGridPlace, makeGrid, makeOverlap, setPolygons } from "./marks.ts"
import { PointLayer, type PointStyle } from "./PointLayer.ts"

/** A part of the canvas in pixels of CSS, from its upper left corner. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SideArea {
  readonly area: Area
  readonly projection: Projection
}

const background = 0x0e131a

/** The time after the last move until all points are drawn, in milliseconds. */
const rest = 160

export class CloudScene {
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera((fieldOfView * 180) / Math.PI)
  private readonly sideCamera = new OrthographicCamera()
  private readonly points = new PointLayer()
  private readonly context = new ContextLayer()
  /** The cuboids of the edited label. */
  private readonly own = new CuboidGroup()
  /** Those of another label beside it. */
  private readonly other = new CuboidGroup()
  private readonly grid = makeGrid()
  private readonly overlap = makeOverlap()
  /** Positions are drawn relative to it: floats are exact only near zero. */
  private origin: Vector = [0, 0, 0]
  private hasOrigin = false
  private ground = 0
  private main: Area = { left: 0, top: 0, width: 1, height: 1 }
  private sides: ReadonlyArray<SideArea> = []
  private beside: Area | undefined
  private orbit: Orbit | undefined
  private shown: ReadonlyArray<ShownCuboid> = []
  private besideShown: ReadonlyArray<ShownCuboid> = []
  private polygons: ReadonlyArray<Polygon> = []
  private style: PointStyle | undefined
  private pending = 0
  private resting: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" })
    this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, 2))
    this.renderer.setClearColor(background)
    this.renderer.autoClear = false
    // Counted over all views of a drawing.
    this.renderer.info.autoReset = false
    this.camera.up.set(0, 0, 1)
    this.scene.add(this.grid, this.context.group, this.points.points)
    this.own.group.add(this.overlap)
    this.other.group.visible = false
    this.scene.add(this.own.group, this.other.group)
    canvas.addEventListener("webglcontextrestored", this.restore)
  }

  setCloud(cloud: PreparedCloud | undefined): void {
    if (cloud !== undefined && !this.hasOrigin) {
      this.origin = cloud.origin
      this.hasOrigin = true
      this.setCuboids(this.shown)
      this.setBesideCuboids(this.besideShown)
      this.setOverlap(this.polygons)
    }
    if (cloud !== undefined) this.ground = cloud.ground
    this.points.show(cloud, this.origin)
    this.limit(false)
    if (this.style !== undefined) this.setStyle(this.style)
    this.invalidate()
  }

  /** Shows the clouds of other frames around that of the shown one. */
  setContext(clouds: ReadonlyArray<PreparedCloud>): void {
    if (clouds.length === 0 && this.context.count === 0) return
    this.context.show(clouds, this.origin)
    this.invalidate()
  }

  setColors(colors: Uint8Array | undefined): void {
    this.points.setColors(colors)
    this.invalidate()
  }

  setStyle(style: PointStyle): void {
    this.style = style
    for (const layer of [this.points, this.context])
      layer.setStyle(style, this.origin[2], this.renderer.getPixelRatio())
    this.invalidate()
  }

  setGrid(visible: boolean): void {
    this.grid.visible = visible
    this.invalidate()
  }

  setCuboids(cuboids: ReadonlyArray<ShownCuboid>): void {
    this.shown = cuboids
    this.own.layer.show(cuboids, this.origin)
    this.invalidate()
  }

  /** Shows the cuboids of another label in the view beside the main one. */
  setBesideCuboids(cuboids: ReadonlyArray<ShownCuboid>): void {
    this.besideShown = cuboids
    this.other.layer.show(cuboids, this.origin)
    this.invalidate()
  }

  setOverlap(polygons: ReadonlyArray<Polygon>): void {
    this.polygons = polygons
    setPolygons(this.overlap, polygons, this.origin)
    this.invalidate()
  }

  setOrbit(orbit: Orbit): void {
    this.orbit = orbit
    this.limit(true)
    clearTimeout(this.resting)
    this.resting = setTimeout(() => {
      this.limit(false)
      this.invalidate()
    }, rest)
    this.invalidate()
  }

  /** `beside`: the view of another label, which is as large as the main one; undefined without one. */
  setAreas(canvas: Area, main: Area, sides: ReadonlyArray<SideArea>, beside?: Area): void {
    this.renderer.setSize(canvas.width, canvas.height, false)
    this.main = main
    this.beside = beside
    this.sides = sides
    this.invalidate()
  }

  /** Draws with the next frame of the screen. */
  readonly invalidate = (): void => {
    if (this.pending !== 0) return
    this.pending = requestAnimationFrame(() => {
      this.pending = 0
      this.draw()
    })
  }

  /** A new context has forgotten the background; the rest is sent to it by the renderer. */
  private readonly restore = (): void => {
    this.renderer.setClearColor(background)
    this.invalidate()
  }

  dispose(): void {
    cancelAnimationFrame(this.pending)
    clearTimeout(this.resting)
    this.canvas.removeEventListener("webglcontextrestored", this.restore)
    this.points.dispose()
    this.context.dispose()
    this.own.layer.dispose()
    this.other.layer.dispose()
    for (const drawable of [this.grid, this.overlap]) {
      drawable.geometry.dispose()
      drawable.material.dispose()
    }
    this.renderer.dispose()
  }

  private limit(moving: boolean): void {
    for (const layer of [this.points, this.context]) layer.limit(moving)
  }

  private choose(
    camera: PerspectiveCamera | OrthographicCamera,
    pixelsOf: (radius: number, distance: number) => number,
  ): void {
    for (const layer of [this.points, this.context]) layer.choose(camera, pixelsOf)
  }

  private draw(): void {
    const { orbit, renderer } = this
    if (orbit === undefined || renderer.getContext().isContextLost()) return
    renderer.info.reset()
    renderer.setScissorTest(false)
    renderer.clear()
    renderer.setScissorTest(true)
    this.drawMain(orbit, this.main)
    if (this.beside !== undefined) this.drawBeside(orbit, this.beside)
    const hasGrid = this.grid.visible
    this.grid.visible = false
    for (const side of this.sides) this.drawSide(side)
    this.grid.visible = hasGrid
    // The tests read these.
    this.canvas.dataset.drawCalls = String(renderer.info.render.calls)
    this.canvas.dataset.drawnPoints = String(renderer.info.render.points)
  }

  /** The same view with the cuboids of the other label. */
  private drawBeside(orbit: Orbit, area: Area): void {
    this.own.group.visible = false
    this.other.group.visible = true
    this.drawMain(orbit, area)
    this.own.group.visible = true
    this.other.group.visible = false
  }

  private drawMain(orbit: Orbit, main: Area): void {
    const { camera } = this
    const { into, up } = computeDirections(orbit)
    const eye = subtractVectors(computeEye(orbit), this.origin)
    camera.aspect = main.width / Math.max(main.height, 1)
    camera.near = Math.max(orbit.distance / 500, 0.05)
    camera.far = orbit.distance * 20 + 500
    camera.updateProjectionMatrix()
    camera.position.set(...eye)
    camera.up.set(...up)
    camera.lookAt(new Vector3(...addVectors(eye, into)))
    this.grid.position.set(...computeGridPlace(orbit.target, this.ground, this.origin))
    const pixels = main.height / 2 / Math.tan(fieldOfView / 2)
    this.choose(camera, (radius, distance) => (radius / Math.max(distance, camera.near)) * pixels)
    this.render(main, camera)
  }

  private drawSide({ area, projection }: SideArea): void {
    const { sideCamera } = this
    const { center, depth, into, metersPerPixel, up } = projection
    const [halfWidth, halfHeight] = [(area.width * metersPerPixel) / 2, (area.height * metersPerPixel) / 2]
    sideCamera.left = -halfWidth
    sideCamera.right = halfWidth
    sideCamera.top = halfHeight
    sideCamera.bottom = -halfHeight
    sideCamera.near = 0
    sideCamera.far = depth * 2
    sideCamera.updateProjectionMatrix()
    const eye = subtractVectors(addVectors(center, scaleVector(into, -depth)), this.origin)
    sideCamera.position.set(...eye)
    sideCamera.up.set(...up)
    sideCamera.lookAt(new Vector3(...addVectors(eye, into)))
    this.choose(sideCamera, (radius) => radius / metersPerPixel)
    this.render(area, sideCamera)
  }

  private render({ height, left, top, width }: Area, camera: PerspectiveCamera | OrthographicCamera): void {
    if (width < 1 || height < 1) return
    const bottom = this.canvas.clientHeight - top - height
    this.renderer.setViewport(left, bottom, width, height)
    this.renderer.setScissor(left, bottom, width, height)
    this.renderer.render(this.scene, camera)
  }
}
