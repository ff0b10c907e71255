/** Draws the marks beside points and cuboids: the grid of the ground, and what two cuboids have in common. */
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from "three"
import type { Polygon } from "../../../geometry/space/overlap.ts"
import { subtractVectors, type Vector } from "../../../geometry/space/vector.ts"

/** Meters between the lines of the grid. */
const spacing = 10
/** Lines to each side of the middle. */
const reach = 20

/** A grid of ten meters, whose middle follows the view. */
export const makeGrid = (): LineSegments<BufferGeometry, LineBasicMaterial> => {
  const places: Array<number> = []
  const far = spacing * reach
  for (let line = -reach; line <= reach; line++) {
    const at = line * spacing
    places.push(at, -far, 0, at, far, 0, -far, at, 0, far, at, 0)
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(places, 3))
  const grid = new LineSegments(geometry, new LineBasicMaterial({ color: "#2b3645" }))
  grid.frustumCulled = false
  return grid
}

/** The place of the grid below a place: its lines stay where they are in the world. */
export const computeGridPlace = (target: Vector, ground: number, origin: Vector): Vector => {
  const snapToGrid = (value: number) => Math.round(value / spacing) * spacing
  return subtractVectors([snapToGrid(target[0]), snapToGrid(target[1]), ground], origin)
}

/** The part that two cuboids have in common. */
export const makeOverlap = (): Mesh<BufferGeometry, MeshBasicMaterial> => {
  const material = new MeshBasicMaterial({
    color: "#ff3b3b",
    transparent: true,
    opacity: 0.3,
    depthTest: false,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
  })
  const mesh = new Mesh(new BufferGeometry(), material)
  mesh.frustumCulled = false
  mesh.visible = false
  mesh.renderOrder = 2
  return mesh
}

/** Draws polygons as fans of triangles. */
export const setPolygons = (
  mesh: Mesh<BufferGeometry, MeshBasicMaterial>,
  polygons: ReadonlyArray<Polygon>,
  origin: Vector,
): void => {
  const places = polygons.flatMap((polygon) => {
    const [first, ...rest] = polygon.map((corner) => subtractVectors(corner, origin))
    if (first === undefined) return []
    return rest.slice(1).flatMap((corner, index) => [...first, ...(rest[index] ?? first), ...corner])
  })
  mesh.geometry.dispose()
  mesh.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(places, 3))
  mesh.visible = places.length > 0
}
