/** One view of the object in one frame, with the handles of the views beside the cloud. */
import { useLayoutEffect, useRef, useState } from "react"
import type { Cuboid } from "../../model/cuboid.ts"
import type { SearchedCloud } from "../../model/octree.ts"
import { projectionOf, type SideName, scaleOf } from "../../model/sideView.ts"
import cloudClasses from "../cloud.module.css"
import { Handles } from "../Handles.tsx"
import { type SideEdit, useSideDrag } from "../useSideDrag.ts"
import { useSize } from "../useSize.ts"
import classes from "./batch.module.css"
import { drawCell } from "./drawCell.ts"

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
  const scale = scaleOf(base, name, size.width, size.height)
  useLayoutEffect(() => {
    const target = canvas.current
    const context = target?.getContext("2d")
    if (target == null || context == null || points === undefined) return
    const density = Math.min(globalThis.devicePixelRatio, 2)
    target.width = Math.round(size.width * density)
    target.height = Math.round(size.height * density)
    const projection = projectionOf(base, name, scale, still)
    // The tests read it.
    target.dataset.points = String(drawCell(context, size, density, { points, cuboid, projection, keyframe }))
  }, [points, cuboid, base, name, scale, size, keyframe])
  const drag = useSideDrag({
    name,
    cuboid,
    scale,
    size,
    pan: () => still,
    onPan: () => {},
    onFreeze: (start) => {
      if (start !== undefined) onGrab()
      setFrozen(start)
    },
    onEdit,
  })
  return (
    <div className={classes.cell} data-batch={name}>
      <canvas ref={canvas} className={classes.canvas} />
      <svg
        ref={svg}
        className={cloudClasses.handles}
        aria-hidden="true"
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={onGrab}
        onPointerMove={drag.move}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
      >
        {fixed || frozen !== undefined ? null : (
          <Handles cuboid={cuboid} name={name} scale={scale} size={size} pan={still} onGrab={drag.grab} />
        )}
      </svg>
    </div>
  )
}
