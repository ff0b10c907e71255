/** The pointer in the image of a camera: a press selects, two of them lead there, and a drag and the wheel move the image. */
import { useEffect, useRef } from "react"
import { hitsAt } from "../../../model/geometry/hit.ts"
import type { Point } from "../../../model/geometry/point.ts"
import type { ToolShape } from "../../../model/tools/Gesture.ts"
import { placeWithin } from "../../../view/canvas/placeWithin.ts"
import type { ViewportStore } from "../../../view/canvas/ViewportStore.ts"
import { pickedInImage } from "../../model/cameraOutline.ts"
import type { SeenCuboid } from "./seenIn.ts"

interface Options {
  readonly canvas: React.RefObject<HTMLElement | null>
  readonly viewport: ViewportStore
  readonly seen: ReadonlyArray<SeenCuboid>
  /** Shapes of the image and of the cloud, which are pressed before the cuboids that it sees. */
  readonly shapes: ReadonlyArray<ToolShape>
  /** Whether the image can be moved and zoomed. */
  readonly moves: boolean
  readonly onPick: (key: string | undefined, adds: boolean) => void
  readonly onVisit: (key: string) => void
}

/** A pointer that moves less than this has pressed, in pixels. */
const threshold = 4

export const useCameraPointer = ({ canvas, viewport, ...rest }: Options): void => {
  const latest = useRef(rest)
  latest.current = rest
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const stop = new AbortController()
    const { signal } = stop
    const at = placeWithin(element)
    let press: { readonly from: Point; last: Point; drags: boolean } | undefined
    // Pressing the same place again selects what lies behind.
    let before = { at: [0, 0] as Point, turn: 0 }
    /** The keys of what lies under a place, each once. */
    const under = (place: Point) => {
      const { seen, shapes } = latest.current
      const inImage = viewport.toImage(place)
      const cuboids = pickedInImage(
        seen.filter(({ shown }) => shown.look !== "before"),
        inImage,
      )
      const drawn = hitsAt(shapes, inImage, threshold / viewport.current.scale)
      return [...new Set([...drawn.map(({ key }) => key), ...cuboids.map(({ shown }) => shown.key)])]
    }
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return
      const from = at(event)
      press = { from, last: from, drags: false }
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (press === undefined) return
      const to = at(event)
      press.drags ||= Math.hypot(to[0] - press.from[0], to[1] - press.from[1]) >= threshold
      if (press.drags && latest.current.moves) viewport.pan([to[0] - press.last[0], to[1] - press.last[1]])
      press.last = to
    }
    const up = (event: PointerEvent) => {
      const ended = press
      press = undefined
      if (ended === undefined || ended.drags) return
      const same = Math.hypot(ended.from[0] - before.at[0], ended.from[1] - before.at[1]) < threshold
      before = { at: ended.from, turn: same ? before.turn + 1 : 0 }
      const found = under(ended.from)
      latest.current.onPick(found[before.turn % Math.max(found.length, 1)], event.shiftKey)
    }
    const wheel = (event: WheelEvent) => {
      // Small images scroll, as their list does.
      if (!latest.current.moves) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      viewport.zoom(at(event), Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)))
    }
    const visit = (event: MouseEvent) => {
      const [first] = under(at(event))
      if (first !== undefined) latest.current.onVisit(first)
    }
    element.addEventListener("pointerdown", down, { signal })
    element.addEventListener("pointermove", move, { signal })
    element.addEventListener("pointerup", up, { signal })
    element.addEventListener("pointercancel", () => (press = undefined), { signal })
    element.addEventListener("dblclick", visit, { signal })
    // React listens to wheels passively, and then the page would scroll too.
    element.addEventListener("wheel", wheel, { signal, passive: false })
    return () => stop.abort()
  }, [canvas, viewport])
}
