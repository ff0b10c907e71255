/** Drags of the handles of a cuboid in a view without perspective. */
import type { EditName } from "../../editor/edits/edit.ts"
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import type { Point } from "../../geometry/point.ts"
import { dragSide, type Handle, type SideName } from "../../geometry/space/sideView.ts"
import type { Drag } from "../../input/StageInput.ts"
import type { Size } from "../../stages/cloud/useSize.ts"

/** To the right, and to the top. */
export type Pair = readonly [number, number]

/** The cuboid after a move of the pointer. The edits of one drag are one step. */
export interface SideEdit {
  readonly cuboid: Cuboid
  readonly name: EditName
  readonly merge: string
}

export interface CuboidGrab {
  readonly name: SideName
  readonly cuboid: Cuboid
  /** Meters of a pixel. */
  readonly scale: number
  readonly size: Size
  /** The view is moved so far from the cuboid, in meters. */
  readonly pan: Pair
  readonly onEdit: (edit: SideEdit) => void
  /** The view stays with the cuboid as it was until the drag ends. */
  readonly onFreeze: (cuboid: Cuboid | undefined) => void
}

let drags = 0

export const beginCuboidDrag = (handle: Handle, from: Point, grab: CuboidGrab): Drag => {
  const { cuboid, name, onEdit, onFreeze, pan, scale, size } = grab
  drags += 1
  const merge = `drag ${drags}`
  /** Meters from the middle of the cuboid, which a panned view does not have in its own middle. */
  const toMeters = ([x, y]: Point): Pair => [
    (x - size.width / 2) * scale + pan[0],
    (size.height / 2 - y) * scale + pan[1],
  ]
  onFreeze(cuboid)
  const end = () => onFreeze(undefined)
  return {
    move: ({ at }) =>
      onEdit({
        cuboid: dragSide(cuboid, name, handle, { from: toMeters(from), to: toMeters(at) }),
        name: editNames[handle.kind],
        merge,
      }),
    release: end,
    cancel: end,
  }
}

const editNames: { readonly [Kind in Handle["kind"]]: EditName } = {
  move: "move",
  turn: "turn",
  faces: "resize",
}
