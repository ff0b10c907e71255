/** The pointer on an image: the main button is the tool's; the middle one and Space move the view. */
import type { Point } from "../../geometry/point.ts"
import type { Drag, StageInput } from "../../input/StageInput.ts"
import { pressTools, type Tool } from "../../tools/Tool.ts"
import type { ViewportStore } from "./ViewportStore.ts"

export const makeImageInput = (
  canvas: React.RefObject<HTMLElement | null>,
  viewport: ViewportStore,
  tools: ReadonlyArray<Tool>,
): StageInput => ({
  press: (press) => {
    if (press.button > 1) return undefined
    if (press.button === 0 && !press.space) return pressTools(tools, press)
    const element = canvas.current
    element?.setAttribute("data-panning", "")
    const end = () => element?.removeAttribute("data-panning")
    return { ...panView(viewport, press.at), release: end, cancel: end }
  },
  hover: (at) => {
    for (const tool of tools) tool.hover?.(at, false)
  },
  zoom: (at, factor) => viewport.zoom(at, factor),
  usesSpace: true,
})

/** Moves an image with the pointer. */
export const panView = (viewport: ViewportStore, from: Point): Drag => {
  let last = from
  return {
    move: ({ at }) => {
      viewport.pan([at[0] - last[0], at[1] - last[1]])
      last = at
    },
  }
}
