/** What the tools may paint in a frame: locked objects keep their pixels, and the eraser takes those of the selected object alone. */
import type { Paint } from "../model/bitmap/MaskEdit.ts"
import type { Annotation } from "../model/document/annotation.ts"
import { pixelIdOf } from "../model/document/areas.ts"
import { annotationIn } from "../model/document/frames.ts"
import { type EditorState, labelOf } from "../model/editor/EditorState.ts"
import { editable } from "../model/editor/edit.ts"
import { pixelIdsOf } from "../model/editor/paint.ts"
import type { Areas } from "./protocol.ts"

/** The pixels of locked objects. */
export const lockedPixels = (state: EditorState, frame: number): ReadonlySet<number> =>
  pixelIdsOf(labelOf(state), frame, state.locked)

/** What is painted over: everything, or what no object has. */
export const paintedOn = (overwrites: boolean): number | undefined => (overwrites ? undefined : 0)

/** How a tool paints an object; `undefined` erases. `overwrites`: whether it paints over other objects. */
export const paintOf = (
  state: EditorState,
  frame: number,
  id: number | undefined,
  overwrites: boolean,
): Paint => {
  const keeps = lockedPixels(state, frame)
  if (id !== undefined) return { id, keeps, only: paintedOn(overwrites) }
  const [only, ...others] = pixelIdsOf(labelOf(state), frame, state.selected)
  return { id: 0, keeps, only: others.length === 0 ? only : undefined }
}

/** Whether the frame has no pixels of the one selected object, which alone the eraser takes. */
export const erasesNothing = (state: EditorState, frame: number): boolean =>
  state.selected.size === 1 && pixelIdsOf(labelOf(state), frame, state.selected).size === 0

/** The objects of a frame that a merge makes one of. */
export const mergeableIn = (state: EditorState, frame: number): ReadonlyArray<string> =>
  state.readOnly
    ? []
    : editable(state).filter((key) => annotationIn(labelOf(state), frame, key) !== undefined)

/** The objects whose last pixel was painted over, of those that had pixels before or got some. */
export const paintedOver = (
  annotations: ReadonlyArray<Annotation>,
  {
    before,
    now,
    painted,
  }: { readonly before: Areas; readonly now: Areas; readonly painted: ReadonlySet<number> },
): ReadonlySet<string> => {
  const gone = annotations.filter((one) => {
    const id = pixelIdOf(one)
    return id !== undefined && !now.has(id) && (before.has(id) || painted.has(id))
  })
  return new Set(gone.map(({ key }) => key))
}
