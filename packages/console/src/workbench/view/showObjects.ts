/** Moves the view to some objects of the shown frame. */
import { findAnnotation } from "../model/document/frames.ts"
import type { Editor } from "../model/editor/Editor.ts"
import { getLabel } from "../model/editor/EditorState.ts"
import { computeBounds } from "../model/geometry/outline.ts"
import type { ViewportStore } from "./canvas/ViewportStore.ts"

export const showObjects = (editor: Editor, viewport: ViewportStore, keys: ReadonlyArray<string>): void => {
  const { state, surface } = editor
  const points = keys.flatMap((key) => findAnnotation(getLabel(state), state.frame, key)?.points ?? [])
  if (points.length > 0) viewport.show(computeBounds(points))
  else if (keys.length > 0)
    surface?.findBounds?.(new Set(keys)).then(
      (bounds) => bounds === undefined || viewport.show(bounds),
      // The bitmap was closed: the next sample is on the screen.
      () => {},
    )
}
