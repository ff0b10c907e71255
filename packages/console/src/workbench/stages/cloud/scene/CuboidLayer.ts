/**
 * All cuboids of a frame: their faces in one draw call, their edges in another, and in a third the dark casing below the edges, which
 * shows every color among points of the same color.
 */
import {
  BoxGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  SRGBColorSpace,
  Vector3,
} from "three"
import { LineMaterial } from "three/addons/lines/LineMaterial.js"
import { LineSegments2 } from "three/addons/lines/LineSegments2.js"
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js"
import { type Cuboid, computeAxes, cuboidEdges, listCorners } from "../../../editor/label/cuboids/cuboid.ts"
import { addVectors, scaleVector, subtractVectors, type Vector } from "../../../geometry/space/vector.ts"
import { getChannels } from "../channels.ts"

export interface ShownCuboid {
  readonly key: string
  readonly cuboid: Cuboid
  /** A color of CSS. */
  readonly color: string
  /** `before`: of another version of the label, which nobody selects. */
  readonly look: "plain" | "selected" | "before"
  readonly isWarned?: boolean
  /** The sensor that it is of, where there are several. */
  readonly sensor?: string | undefined
}

/** With the line that shows the heading. */
const segments = cuboidEdges.length + 1

const selectedColor = new Color("#ffffff")

const casingColor = "#05080c"

export class CuboidLayer {
  faces = makeFaces(64)
  readonly lines: LineSegments2
  readonly casings: LineSegments2

  constructor(private readonly replaced: (before: InstancedMesh, after: InstancedMesh) => void) {
    const geometry = new LineSegmentsGeometry()
    // Not transparent, so that they are drawn after the points and before the edges; those are drawn in their places then.
    this.casings = new LineSegments2(
      geometry,
      new LineMaterial({ color: casingColor, linewidth: 3.6, depthWrite: false }),
    )
    this.casings.renderOrder = 1
    this.lines = new LineSegments2(geometry, new LineMaterial({ vertexColors: true, linewidth: 1.6 }))
    this.lines.renderOrder = 2
    for (const lines of [this.casings, this.lines]) {
      lines.frustumCulled = false
      lines.visible = false
    }
  }

  /** Shows cuboids, relative to the origin of the scene. */
  show(cuboids: ReadonlyArray<ShownCuboid>, origin: Vector): void {
    this.reserve(cuboids.length)
    const positions = new Float32Array(cuboids.length * segments * 6)
    const colors = new Float32Array(cuboids.length * segments * 6)
    for (const [index, shown] of cuboids.entries()) {
      const color = chooseColor(shown)
      this.faces.setMatrixAt(index, makeMatrix(shown.cuboid, origin))
      this.faces.setColorAt(index, color)
      writeLines(positions, index * segments * 6, shown.cuboid, origin)
      for (let vertex = 0; vertex < segments * 2; vertex++)
        color.toArray(colors, (index * segments * 2 + vertex) * 3)
    }
    this.faces.count = cuboids.length
    this.faces.visible = cuboids.length > 0
    this.faces.instanceMatrix.needsUpdate = true
    if (this.faces.instanceColor !== null) this.faces.instanceColor.needsUpdate = true
    this.lines.visible = cuboids.length > 0
    this.casings.visible = this.lines.visible
    if (cuboids.length === 0) return
    this.lines.geometry.dispose()
    const geometry = new LineSegmentsGeometry()
    geometry.setPositions(positions)
    geometry.setColors(colors)
    this.lines.geometry = geometry
    this.casings.geometry = geometry
  }

  dispose(): void {
    this.faces.geometry.dispose()
    this.faces.material.dispose()
    this.faces.dispose()
    this.lines.geometry.dispose()
    this.lines.material.dispose()
    this.casings.material.dispose()
  }

  private reserve(count: number): void {
    if (count <= this.faces.instanceMatrix.count) return
    const before = this.faces
    this.faces = makeFaces(2 ** Math.ceil(Math.log2(count)), before)
    before.dispose()
    this.replaced(before, this.faces)
  }
}

/** A layer in a group, which is shown or hidden as a whole. */
export class CuboidGroup {
  readonly group = new Group()
  readonly layer = new CuboidLayer((before, after) => {
    this.group.remove(before)
    this.group.add(after)
  })

  constructor() {
    this.group.add(this.layer.faces, this.layer.casings, this.layer.lines)
  }
}

type Faces = InstancedMesh<BoxGeometry, MeshBasicMaterial>

const makeFaces = (capacity: number, like?: Faces): Faces => {
  const material =
    like?.material ??
    new MeshBasicMaterial({
      transparent: true,
      opacity: 0.12,
      depthWrite: false,
      side: DoubleSide,
      // Faces of one color look the same in any order: without this they are drawn twice.
      forceSinglePass: true,
    })
  const faces = new InstancedMesh(like?.geometry ?? new BoxGeometry(1, 1, 1), material, capacity)
  faces.frustumCulled = false
  faces.count = 0
  return faces
}

const plain = new Color()

const chooseColor = ({ color, look }: ShownCuboid): Color => {
  if (look === "selected") return selectedColor
  // The parser of three does not know the newer notations of CSS.
  const [red, green, blue] = getChannels(color)
  return plain.setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace)
}

const matrix = new Matrix4()
const [xAxis, yAxis, zAxis] = [new Vector3(), new Vector3(), new Vector3()]

const makeMatrix = (cuboid: Cuboid, origin: Vector): Matrix4 => {
  const [x, y, z] = computeAxes(cuboid)
  const [l, w, h] = cuboid.dimensions
  return matrix
    .makeBasis(
      xAxis.set(...x).multiplyScalar(l),
      yAxis.set(...y).multiplyScalar(w),
      zAxis.set(...z).multiplyScalar(h),
    )
    .setPosition(...subtractVectors(cuboid.position, origin))
}

const writeLines = (positions: Float32Array, start: number, cuboid: Cuboid, origin: Vector): void => {
  const corners = listCorners(cuboid).map((corner) => subtractVectors(corner, origin))
  let at = start
  const add = (place: Vector) => {
    positions.set(place, at)
    at += 3
  }
  for (const [from, to] of cuboidEdges) {
    add(corners[from] ?? cuboid.position)
    add(corners[to] ?? cuboid.position)
  }
  // From the middle of the bottom to a bit before the front.
  const [ahead, , up] = computeAxes(cuboid)
  const bottom = addVectors(
    subtractVectors(cuboid.position, origin),
    scaleVector(up, -cuboid.dimensions[2] / 2),
  )
  add(bottom)
  add(addVectors(bottom, scaleVector(ahead, cuboid.dimensions[0] * 0.65)))
}
