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
    const take = (event: Event) => event.stopImmediatePropagation()
    const down = (event: PointerEvent) => {
      if (pen.drags) return take(event)
      if (event.button !== 0 || spaceIsDown || !pen.press(place(event), event.altKey)) return
      target.focus({ preventScroll: true })
      target.setPointerCapture(event.pointerId)
      take(event)
    }
    const move = (event: PointerEvent) => {
      // While a button is held, the camera moves: no place is meant.
      if (!pen.drags && event.buttons !== 0) return
      pen.move(place(event))
      if (pen.drags) take(event)
    }
    const up = (event: PointerEvent) => {
      if (!pen.drags || event.button !== 0) return
      pen.release(place(event))
      take(event)
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
    target.addEventListener("pointercancel", () => pen.cancel(), options)
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
