/**
 * The pointer while a tool of points is chosen: the left button paints. Before the camera hears of an event, this decides whose it is; the
 * other buttons, the wheel and a drag with Space stay with the camera.
 */
import { useEffect } from "react"
import { placeWithin } from "../../../view/canvas/placeWithin.ts"
import type { PointPainter } from "./PointPainter.ts"

export const usePaint = (
  element: React.RefObject<HTMLElement | null>,
  painter: PointPainter | undefined,
): void => {
  useEffect(() => {
    const target = element.current
    if (target === null || painter === undefined) return
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const place = placeWithin(target)
    let spaceIsDown = false
    /** The pointer that paints: another finger draws nothing. */
    let painting: number | undefined
    const take = (event: Event) => event.stopImmediatePropagation()
    const down = (event: PointerEvent) => {
      if (painter.paints) return take(event)
      if (event.button !== 0 || spaceIsDown || !painter.press(place(event), event.altKey)) return
      target.focus({ preventScroll: true })
      target.setPointerCapture(event.pointerId)
      painting = event.pointerId
      take(event)
    }
    let hovering = 0
    const hover = (event: PointerEvent) => {
      cancelAnimationFrame(hovering)
      const at = place(event)
      // While a button is held, the camera moves: what is under the pointer is not what is meant.
      if (event.buttons === 0) hovering = requestAnimationFrame(() => painter.hover(at))
      else painter.move(at)
    }
    const move = (event: PointerEvent) => {
      if (!painter.paints) return hover(event)
      take(event)
      if (event.pointerId !== painting) return
      // While another button is held, a browser reports the end of the left one as a move.
      if (event.buttons % 2 === 0) return painter.release(place(event))
      const passed = event.getCoalescedEvents()
      for (const one of passed.length === 0 ? [event] : passed) painter.move(place(one))
    }
    const up = (event: PointerEvent) => {
      if (!painter.paints) return
      take(event)
      if (event.pointerId === painting) painter.release(place(event))
    }
    const wheel = (event: WheelEvent) => {
      if (!painter.paints) return
      // Under a moving camera, a line on the screen would enclose other points than it did.
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
    const end = (event: PointerEvent) => event.pointerId === painting && painter.cancel()
    target.addEventListener("pointercancel", end, options)
    const leave = () => {
      cancelAnimationFrame(hovering)
      painter.leave()
    }
    target.addEventListener("pointerleave", leave, options)
    target.addEventListener("wheel", wheel, { ...options, passive: false })
    target.addEventListener("keydown", space, options)
    target.addEventListener("keyup", space, options)
    target.addEventListener("blur", () => (spaceIsDown = false), options)
    return () => {
      stop.abort()
      cancelAnimationFrame(hovering)
      painter.cancel()
    }
  }, [element, painter])
}
