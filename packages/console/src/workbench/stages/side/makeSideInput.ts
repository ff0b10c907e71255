/** The pointer on a view without perspective: it takes a vertex, else a handle of the cuboid, else it moves the view. */
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import type { Handle } from "../../geometry/space/sideView.ts"
import type { Drag, Press, StageInput } from "../../input/StageInput.ts"
import { beginCuboidDrag, type CuboidGrab, type Pair } from "../../tools/cuboid/grabCuboid.ts"

interface SideInputOptions extends Omit<CuboidGrab, "cuboid"> {
  /** The cuboid in the middle of the view, or a box around a shape. */
  readonly cuboid: Cuboid | undefined
  readonly onPress?: () => void
  readonly grabVertex?: (press: Press, key: string, index: number) => Drag | undefined
  /** Absent where the view cannot be moved. */
  readonly onPan?: (pan: Pair) => void
  readonly zoom?: (factor: number) => void
}

export const makeSideInput = (options: SideInputOptions): StageInput => {
  const { cuboid, grabVertex, onPan, onPress, zoom } = options
  return {
    press: (press) => {
      onPress?.()
      const vertex = press.button === 0 ? readVertex(press.target) : undefined
      if (vertex !== undefined) return grabVertex?.(press, vertex.key, vertex.index)
      if (cuboid === undefined) return undefined
      const handle = readHandle(press)
      if (handle !== undefined) return beginCuboidDrag(handle, press.at, { ...options, cuboid })
      return onPan && panSide(options, onPan)
    },
    ...(zoom === undefined ? {} : { zoom: (_, factor) => zoom(factor) }),
  }
}

const panSide = ({ pan: [x, y], scale }: SideInputOptions, onPan: (pan: Pair) => void): Drag => ({
  move: ({ by: [dx, dy] }) => onPan([x - dx * scale, y + dy * scale]),
})

/** The vertex of a shape that `SideShapes` has drawn under the pointer. */
const readVertex = (target: Element) => {
  const index = target.getAttribute("data-vertex")
  const key = target.closest("[data-shape]")?.getAttribute("data-shape")
  return index === null || key == null ? undefined : { key, index: Number(index) }
}

/** The handle that `Handles` has drawn under the pointer. The body of a cuboid is moved by the main button alone. */
const readHandle = ({ button, target }: Press): Handle | undefined => {
  if (target.hasAttribute("data-body")) return button === 0 ? { kind: "move" } : undefined
  const name = target.getAttribute("data-handle")
  if (name === null) return undefined
  if (name === "turn") return { kind: "turn" }
  const [right, up] = name.split(" ").map((part) => Math.sign(Number(part)))
  return { kind: "faces", right: toSide(right), up: toSide(up) }
}

const toSide = (sign = 0): -1 | 0 | 1 => (sign < 0 ? -1 : sign > 0 ? 1 : 0)
