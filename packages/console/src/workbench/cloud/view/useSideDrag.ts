/** Drags of the handles of a cuboid in a view without perspective, and of the view itself. */
import { useRef } from "react"
import type { EditName } from "../../model/editor/edit.ts"
import type { Cuboid } from "../model/cuboid.ts"
import { dragged, type Handle, type SideName } from "../model/sideView.ts"
import type { Size } from "./useSize.ts"

/** To the right, and to the top. */
export type Pair = readonly [number, number]

/** What a drag makes of the cuboid. The edits of one drag are one step. */
export interface SideEdit {
  readonly cuboid: Cuboid
  readonly name: EditName
  readonly merge: string
}

interface SideDragSetting {
  readonly name: SideName
  readonly cuboid: Cuboid | undefined
  /** Meters of a pixel. */
  readonly scale: number
  readonly size: Size
  /** How far the view is moved from the cuboid, in meters. */
  readonly pan: () => Pair
  readonly onPan: (pan: Pair) => void
  /** The view stays with the cuboid as it was until the drag ends. */
  readonly onFreeze: (cuboid: Cuboid | undefined) => void
  readonly onEdit: (edit: SideEdit) => void
}

interface Grabbed {
  readonly handle: Handle | "pan"
  readonly from: Pair
  readonly cuboid: Cuboid
  readonly pan: Pair
  readonly merge: string
}

let drags = 0

export const useSideDrag = ({
  cuboid,
  name,
  onEdit,
  onFreeze,
  onPan,
  pan: panOf,
  scale,
  size,
}: SideDragSetting) => {
  const grabbed = useRef<Grabbed>(undefined)
  /** Meters from the middle of the view. */
  const placeOf = (event: React.PointerEvent): Pair => {
    const box = event.currentTarget.closest("svg")?.getBoundingClientRect()
    const [x, y] = [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
    return [(x - size.width / 2) * scale, (size.height / 2 - y) * scale]
  }
  const begin = (event: React.PointerEvent, handle: Handle | "pan") => {
    if (cuboid === undefined || grabbed.current !== undefined) return
    event.stopPropagation()
    event.currentTarget.closest("svg")?.setPointerCapture(event.pointerId)
    drags += 1
    grabbed.current = { handle, from: placeOf(event), cuboid, pan: panOf(), merge: `drag ${drags}` }
    if (handle !== "pan") onFreeze(cuboid)
  }
  const move = (event: React.PointerEvent) => {
    const now = grabbed.current
    if (now === undefined) return
    const to = placeOf(event)
    if (now.handle === "pan") {
      onPan([now.pan[0] - to[0] + now.from[0], now.pan[1] - to[1] + now.from[1]])
      return
    }
    // Relative to the middle of the cuboid, which a panned view does not have in its own middle.
    const shift = ([x, y]: Pair): Pair => [x + now.pan[0], y + now.pan[1]]
    const after = dragged(now.cuboid, name, now.handle, { from: shift(now.from), to: shift(to) })
    onEdit({ cuboid: after, name: editNames[now.handle.kind], merge: now.merge })
  }
  const end = () => {
    if (grabbed.current === undefined) return
    grabbed.current = undefined
    onFreeze(undefined)
  }
  return {
    grab: begin,
    pan: (event: React.PointerEvent) => begin(event, "pan"),
    move,
    end,
  }
}

const editNames: { readonly [Kind in Handle["kind"]]: EditName } = {
  move: "move",
  turn: "turn",
  faces: "resize",
}
