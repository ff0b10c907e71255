/**
 * The pointer while a tool is chosen in the main view: the left button is the tool's. The listeners run before those of the camera, which
 * keeps the other buttons, the wheel and a drag with Space.
 */
import { useEffect } from "react"
import type { Point } from "../../model/geometry/point.ts"
import { heldSpace } from "../../view/canvas/heldSpace.ts"
import { placeWithin } from "../../view/canvas/placeWithin.ts"

/** A tool that takes presses from the camera. */
export interface PointerTool {
  /** Whether a press that it took goes on. */
  readonly isPressed: () => boolean
  /** False where the camera takes the press. */
  readonly press: (at: Point, isAlt: boolean) => boolean
  /** The places that the pointer passed during a press, with the last one at the end. */
  readonly drag: (places: ReadonlyArray<Point>) => void
  readonly release: (at: Point) => void
  readonly cancel: () => void
  /** The pointer moves without a press of the tool. `isCamera`: a button is held, which moves the camera. */
  readonly hover: (at: Point, isCamera: boolean) => void
  /** The pointer left the view. */
  readonly leave?: () => void
}

export const useToolPointer = (
  element: React.RefObject<HTMLElement | null>,
  tool: PointerTool | undefined,
): void => {
  useEffect(() => {
    const target = element.current
    if (target === null || tool === undefined) return
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const place = placeWithin(target)
    const spaceIsDown = heldSpace(target, options)
    /** The pointer that the tool took: another finger does nothing. */
    let taken: number | undefined
    const take = (event: Event) => event.stopImmediatePropagation()
    const down = (event: PointerEvent) => {
      if (tool.isPressed()) return take(event)
      if (event.button !== 0 || spaceIsDown() || !tool.press(place(event), event.altKey)) return
      target.focus({ preventScroll: true })
      target.setPointerCapture(event.pointerId)
      taken = event.pointerId
      take(event)
    }
    const move = (event: PointerEvent) => {
      if (!tool.isPressed()) return tool.hover(place(event), event.buttons !== 0)
      take(event)
      if (event.pointerId !== taken) return
      // While another button is held, a browser reports the end of the left one as a move.
      if (event.buttons % 2 === 0) return tool.release(place(event))
      const passed = event.getCoalescedEvents()
      tool.drag((passed.length === 0 ? [event] : passed).map(place))
    }
    const up = (event: PointerEvent) => {
      if (!tool.isPressed()) return
      take(event)
      if (event.pointerId === taken) tool.release(place(event))
    }
    const end = (event: PointerEvent) => event.pointerId === taken && tool.cancel()
    const wheel = (event: WheelEvent) => {
      if (!tool.isPressed()) return
      // Under a moving camera, a pixel would be another place than when the press began.
      event.preventDefault()
      take(event)
    }
    target.addEventListener("pointerdown", down, options)
    target.addEventListener("pointermove", move, options)
    target.addEventListener("pointerup", up, options)
    target.addEventListener("pointercancel", end, options)
    target.addEventListener("pointerleave", () => tool.leave?.(), options)
    target.addEventListener("wheel", wheel, { ...options, passive: false })
    return () => {
      stop.abort()
      tool.leave?.()
      tool.cancel()
    }
  }, [element, tool])
}
