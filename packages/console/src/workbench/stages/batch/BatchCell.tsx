/** One view of the object in one frame, with the handles of the views beside the cloud. */
import { useLayoutEffect, useRef, useState } from "react"
import type { SearchedCloud } from "../../clouds/octree.ts"
import { type Cuboid, computeAxes, cuboidEdges, listCorners } from "../../editor/label/cuboids/cuboid.ts"
import {
  computeScale,
  makeSideProjection,
  type Projection,
  projectOnSide,
  type SideName,
} from "../../geometry/space/sideView.ts"
import { addVectors, cross, scaleVector, subtractVectors, type Vector } from "../../geometry/space/vector.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import type { SideEdit } from "../../tools/cuboid/grabCuboid.ts"
import cloudClasses from "../cloud/cloud.module.css"
import { ramp } from "../cloud/scene/PointLayer.ts"
import { type Size, useSize } from "../cloud/useSize.ts"
import { Handles } from "../side/Handles.tsx"
import { makeSideInput } from "../side/makeSideInput.ts"
import classes from "./batch.module.css"

interface BatchCellProps {
  readonly name: SideName
  readonly cuboid: Cuboid
  readonly keyframe: boolean
  readonly points: SearchedCloud | undefined
  readonly fixed: boolean
  readonly onGrab: () => void
  readonly onEdit: (edit: SideEdit) => void
}

const still = [0, 0] as const

export const BatchCell = ({ cuboid, fixed, keyframe, name, onEdit, onGrab, points }: BatchCellProps) => {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(svg)
  const [frozen, setFrozen] = useState<Cuboid>()
  const base = frozen ?? cuboid
  const scale = computeScale(base, name, size.width, size.height)
  useLayoutEffect(() => {
    const target = canvas.current
    const context = target?.getContext("2d")
    if (target == null || context == null || points === undefined) return
    const density = Math.min(globalThis.devicePixelRatio, 2)
    target.width = Math.round(size.width * density)
    target.height = Math.round(size.height * density)
    const projection = makeSideProjection(base, name, scale, still)
    // The tests read it.
    target.dataset.points = String(drawCell(context, size, density, { points, cuboid, projection, keyframe }))
  }, [points, cuboid, base, name, scale, size, keyframe])
  useStageInput(
    svg,
    makeSideInput({ name, cuboid, scale, size, pan: still, onPress: onGrab, onFreeze: setFrozen, onEdit }),
  )
  return (
    <div className={classes.cell} data-batch={name}>
      <canvas ref={canvas} className={classes.canvas} />
      <svg
        ref={svg}
        className={cloudClasses.handles}
        aria-hidden="true"
        onContextMenu={(event) => event.preventDefault()}
      >
        {fixed || frozen !== undefined ? null : (
          <Handles cuboid={cuboid} name={name} scale={scale} size={size} pan={still} />
        )}
      </svg>
    </div>
  )
}

/** Draws the points around a cuboid, and its edges, without a graphics processor: a page can have few contexts of WebGL, and this has many views. */
const background = [14, 19, 26] as const

/** The colors of heights, from the bottom of the object to its top. */
const heights = ramp.map(
  ([red, green, blue]) => [Math.round(red * 255), Math.round(green * 255), Math.round(blue * 255)] as const,
)
const lowest = [0, 0, 0] as const

interface CellContent {
  readonly points: SearchedCloud
  readonly cuboid: Cuboid
  readonly projection: Projection
  readonly keyframe: boolean
}

/** Draws a cell, and returns how many points are in it. */
const drawCell = (
  context: CanvasRenderingContext2D,
  { height, width }: Size,
  density: number,
  { cuboid, keyframe, points, projection }: CellContent,
): number => {
  context.setTransform(1, 0, 0, 1, 0, 0)
  const [w, h] = [Math.round(width * density), Math.round(height * density)]
  if (w < 1 || h < 1) return 0
  const image = context.createImageData(w, h)
  const drawn = putPoints(image, points, cuboid, {
    ...projection,
    metersPerPixel: projection.metersPerPixel / density,
  })
  context.putImageData(image, 0, 0)
  context.scale(density, density)
  const place = projectOnSide(projection, width, height)
  const corners = listCorners(cuboid).map(place)
  context.beginPath()
  for (const [from, to] of cuboidEdges) {
    const [a, b] = [corners[from], corners[to]]
    if (a === undefined || b === undefined) continue
    context.moveTo(...a)
    context.lineTo(...b)
  }
  const [ahead] = computeAxes(cuboid)
  context.moveTo(...place(cuboid.position))
  context.lineTo(...place(addVectors(cuboid.position, scaleVector(ahead, cuboid.dimensions[0] * 0.65))))
  context.lineWidth = 1.5
  context.strokeStyle = keyframe ? "#ffffff" : "#8fa3b8"
  context.stroke()
  return drawn
}

/** Sets the pixels of the points that the view shows. */
const putPoints = (
  image: ImageData,
  points: SearchedCloud,
  cuboid: Cuboid,
  projection: Projection,
): number => {
  const { data, height, width } = image
  for (let at = 0; at < data.length; at += 4) {
    data[at] = background[0]
    data[at + 1] = background[1]
    data[at + 2] = background[2]
    data[at + 3] = 255
  }
  const { center, depth, into, metersPerPixel, up } = projection
  const right = cross(into, up)
  const { origin, positions } = points
  const [x0, y0, z0] = subtractVectors(origin, center)
  const bottom = cuboid.position[2] - cuboid.dimensions[2] / 2 - origin[2]
  const projectOnAxis = (axis: Vector, x: number, y: number, z: number) =>
    axis[0] * x + axis[1] * y + axis[2] * z
  let drawn = 0
  for (let at = 0; at < points.count * 3; at += 3) {
    const z = positions[at + 2] ?? 0
    const [x, y, high] = [x0 + (positions[at] ?? 0), y0 + (positions[at + 1] ?? 0), z0 + z]
    if (Math.abs(projectOnAxis(into, x, y, high)) > depth) continue
    const column = Math.floor(width / 2 + projectOnAxis(right, x, y, high) / metersPerPixel)
    const row = Math.floor(height / 2 - projectOnAxis(up, x, y, high) / metersPerPixel)
    if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) continue
    drawn += 1
    const share = Math.min(Math.max((z - bottom) / Math.max(cuboid.dimensions[2], 0.1), 0), 1)
    const [red, green, blue] = heights[Math.round(share * (heights.length - 1))] ?? lowest
    for (const pixel of [0, 1, width, width + 1]) {
      const to = (row * width + column + pixel) * 4
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
    }
  }
  return drawn
}
