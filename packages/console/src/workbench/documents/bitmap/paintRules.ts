/** Decides what the tools may paint in a frame: locked objects keep their pixels, and the eraser takes those of the selected object alone. */
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import { listEditable } from "../../editor/edits/edit.ts"
import { listPixelIds } from "../../editor/edits/paint.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { readPixelId } from "../../editor/label/areas.ts"
import { findAnnotation } from "../../editor/label/frames.ts"
import type { Paint } from "./MaskEdit.ts"
import type { Areas } from "./protocol.ts"

/** The pixels of locked objects. */
export const listLockedPixels = (state: EditorState, frame: number): ReadonlySet<number> =>
  listPixelIds(getLabel(state), frame, state.locked)

/** Decides what is painted over: everything, or what no object has. */
export const getPaintedId = (overwrites: boolean): number | undefined => (overwrites ? undefined : 0)

/** Decides how a tool paints an object; `undefined` erases. `overwrites`: whether it paints over other objects. */
export const makePaintRule = (
  state: EditorState,
  frame: number,
  id: number | undefined,
  overwrites: boolean,
): Paint => {
  const keeps = listLockedPixels(state, frame)
  if (id !== undefined) return { id, keeps, only: getPaintedId(overwrites) }
  const [only, ...others] = listPixelIds(getLabel(state), frame, state.selected)
  return { id: 0, keeps, only: others.length === 0 ? only : undefined }
}

/** Whether the frame has no pixels of the one selected object, which alone the eraser takes. */
export const canEraseNothing = (state: EditorState, frame: number): boolean =>
  state.selected.size === 1 && listPixelIds(getLabel(state), frame, state.selected).size === 0

/** The objects of a frame that a merge makes one of. */
export const listMergeable = (state: EditorState, frame: number): ReadonlyArray<string> =>
  state.readOnly
    ? []
    : listEditable(state).filter((key) => findAnnotation(getLabel(state), frame, key) !== undefined)

/** The objects whose last pixel was painted over, of those that had pixels before or got some. */
export const findPaintedOver = (
  annotations: ReadonlyArray<Annotation>,
  {
    before,
    now,
    painted,
  }: { readonly before: Areas; readonly now: Areas; readonly painted: ReadonlySet<number> },
): ReadonlySet<string> => {
  const gone = annotations.filter((one) => {
    const id = readPixelId(one)
    return id !== undefined && !now.has(id) && (before.has(id) || painted.has(id))
  })
  return new Set(gone.map(({ key }) => key))
}
