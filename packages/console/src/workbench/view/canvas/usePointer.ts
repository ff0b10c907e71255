/** The pointer on the canvas: presses and drags go to the tool, wheel and held Space move the view. */
import { type RefObject, useEffect } from "react"
import type { Editor } from "../../model/editor/Editor.ts"
import type { Point } from "../../model/geometry/point.ts"
import { heldSpace } from "./heldSpace.ts"
import { placeWithin } from "./placeWithin.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface Options {
  readonly canvas: RefObject<HTMLElement | null>
  readonly editor: Editor
  readonly viewport: ViewportStore
}

/** A pin above the drawings takes presses itself. */
const isOfPin = ({ target }: Event): boolean => target instanceof Element && target.closest("button") !== null

/** Native listeners: React's wheel listener is passive and could not keep the page from scrolling. */
export const usePointer = ({ canvas, editor, viewport }: Options): void => {
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const stop = new AbortController()
    const { signal } = stop
    let panning: Point | undefined
    const spaceIsDown = heldSpace(element, { signal })
    const at = placeWithin(element)
    const send = (kind: "move" | "release" | "cycle", event: MouseEvent) =>
      editor.point({ kind, at: viewport.toImage(at(event)) }, viewport.current.scale)

    const press = (event: PointerEvent) => {
      if (event.button > 1 || isOfPin(event)) return
      element.focus({ preventScroll: true })
      element.setPointerCapture(event.pointerId)
      if (event.button === 1 || spaceIsDown()) {
        panning = at(event)
        element.dataset.panning = ""
        return event.preventDefault()
      }
      editor.point(
        {
          kind: "press",
          at: viewport.toImage(at(event)),
          adds: event.shiftKey,
          deletes: event.altKey,
        },
        viewport.current.scale,
      )
    }
    const move = (event: PointerEvent) => {
      if (panning === undefined) {
        // A brush follows the hand between the frames of the screen; the other tools need the last place alone.
        const passed = editor.surface === undefined ? [] : event.getCoalescedEvents()
        for (const one of passed.length === 0 ? [event] : passed) send("move", one)
        return
      }
      const to = at(event)
      viewport.pan([to[0] - panning[0], to[1] - panning[1]])
      panning = to
    }
    const release = (event: PointerEvent) => {
      if (panning === undefined) return send("release", event)
      panning = undefined
      delete element.dataset.panning
    }
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      // A pinch on a touch pad arrives as a wheel with Ctrl, in smaller steps.
      viewport.zoom(at(event), Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)))
    }
    element.addEventListener("pointerdown", press, { signal })
    element.addEventListener("pointermove", move, { signal })
    element.addEventListener("pointerup", release, { signal })
    element.addEventListener("pointercancel", release, { signal })
    element.addEventListener("dblclick", () => editor.point({ kind: "finish" }, viewport.current.scale), {
      signal,
    })
    element.addEventListener("wheel", wheel, { signal, passive: false })
    return () => stop.abort()
  }, [canvas, editor, viewport])
}
