/**
 * The pointer while shapes are drawn or edited: before the camera hears of an event, this decides whose it is. The other buttons, the
 * wheel and a drag with Space stay with the camera.
 */
import { useEffect } from "react"
import { placeWithin } from "../../../view/canvas/placeWithin.ts"
import type { ShapePen } from "./ShapePen.ts"

export const usePen = (element: React.RefObject<HTMLElement | null>, pen: ShapePen | undefined): void => {
  useEffect(() => {
    const target = element.current
    if (target === null || pen === undefined) return
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const place = placeWithin(target)
    let spaceIsDown = false
    /** The pointer that drags: another finger moves nothing. */
    let dragging: number | undefined
    const take = (event: Event) => event.stopImmediatePropagation()
    const down = (event: PointerEvent) => {
      if (pen.drags) return take(event)
      if (event.button !== 0 || spaceIsDown || !pen.press(place(event), event.altKey)) return
      target.focus({ preventScroll: true })
      target.setPointerCapture(event.pointerId)
      dragging = event.pointerId
      take(event)
    }
    const move = (event: PointerEvent) => {
      if (!pen.drags) {
        // While a button is held, the camera moves: no place is meant.
        if (event.buttons === 0) pen.move(place(event))
        return
      }
      take(event)
      if (event.pointerId !== dragging) return
      // While another button is held, a browser reports the end of the left one as a move.
      if (event.buttons % 2 === 0) pen.release(place(event))
      else pen.move(place(event))
    }
    const up = (event: PointerEvent) => {
      if (!pen.drags) return
      take(event)
      if (event.pointerId === dragging) pen.release(place(event))
    }
    const wheel = (event: WheelEvent) => {
      if (!pen.drags) return
      // Under a moving camera, the dragged vertex would be another place.
      event.preventDefault()
      take(event)
    }
    const space = (event: KeyboardEvent) => {
      if (event.code !== "Space" || event.ctrlKey || event.metaKey) return
      spaceIsDown = event.type === "keydown"
      event.preventDefault()
    }
    target.addEventListener("pointerdown", down, options)
    target.addEventListener("pointermove", move, options)
    target.addEventListener("pointerup", up, options)
    const end = (event: PointerEvent) => event.pointerId === dragging && pen.cancel()
    target.addEventListener("pointercancel", end, options)
    target.addEventListener("wheel", wheel, { ...options, passive: false })
    target.addEventListener("keydown", space, options)
    target.addEventListener("keyup", space, options)
    target.addEventListener("blur", () => (spaceIsDown = false), options)
    return () => {
      stop.abort()
      pen.cancel()
    }
  }, [element, pen])
}
