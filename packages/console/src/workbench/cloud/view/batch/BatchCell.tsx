/** One view of the object in one frame, with the handles of the views beside the cloud. */
import { useLayoutEffect, useRef, useState } from "react"
import { useStageInput } from "../../../input/useStageInput.ts"
import { makeSideInput } from "../../../stages/side/makeSideInput.ts"
import type { SideEdit } from "../../../tools/cuboid/grabCuboid.ts"
import type { Cuboid } from "../../model/cuboid.ts"
import type { SearchedCloud } from "../../model/octree.ts"
import { computeScale, makeSideProjection, type SideName } from "../../model/sideView.ts"
import cloudClasses from "../cloud.module.css"
import { Handles } from "../Handles.tsx"
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
