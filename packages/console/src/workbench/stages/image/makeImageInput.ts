/** The pointer on an image: presses and moves go to the tool, the middle button and Space move the view. */
import type { Drag, Press, StageInput } from "../../input/StageInput.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import type { Point } from "../../model/geometry/point.ts"
import type { ViewportStore } from "../../view/canvas/ViewportStore.ts"

export const makeImageInput = (
  canvas: React.RefObject<HTMLElement | null>,
  editor: Editor,
  viewport: ViewportStore,
): StageInput => {
  const send = (kind: "move" | "release", at: Point) =>
    editor.point({ kind, at: viewport.toImage(at) }, viewport.current.scale)
  const pressTool = ({ alt, at, shift }: Press): Drag => {
    let last = at
    editor.point(
      { kind: "press", at: viewport.toImage(at), adds: shift, deletes: alt },
      viewport.current.scale,
    )
    return {
      move: ({ at, passed }) => {
        last = at
        // A brush follows the hand between the frames of the screen; the other tools need the last place alone.
        for (const place of editor.surface === undefined ? [at] : passed) send("move", place)
      },
      release: ({ at, isDouble }) => {
        send("release", at)
        if (isDouble) editor.point({ kind: "finish" }, viewport.current.scale)
      },
      cancel: () => send("release", last),
    }
  }
  return {
    press: (press) => {
      if (press.button > 1) return undefined
      if (press.button === 0 && !press.space) return pressTool(press)
      const element = canvas.current
      element?.setAttribute("data-panning", "")
      const end = () => element?.removeAttribute("data-panning")
      return { ...panView(viewport, press.at), release: end, cancel: end }
    },
    hover: (at) => send("move", at),
    zoom: (at, factor) => viewport.zoom(at, factor),
    usesSpace: true,
  }
}

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
