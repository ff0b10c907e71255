/** Shows where warnings and issues lead: the canvas of an image, or of a point cloud. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { findAnnotation } from "../../editor/label/frames.ts"
import { computeBounds } from "../../geometry/outline.ts"
import type { Point } from "../../geometry/point.ts"
import type { SpacePoint } from "../../panels/issues/Issue.ts"
import type { ViewportStore } from "./ViewportStore.ts"

export interface Places {
  /** Brings objects of the shown frame into view. */
  readonly showObjects: (keys: ReadonlyArray<string>) => void
  /** Brings a place of the shown frame into view. */
  readonly showPoint: (at: Point) => void
  /** Brings a place of the world into view, where there is one. */
  readonly showSpace: (at: SpacePoint) => void
}

/** The size of the image around a point that is shown, in pixels of the image. */
const around = 40

/** The places of an image. */
export const makeImagePlaces = (editor: Editor, viewport: ViewportStore): Places => ({
  showObjects: (keys) => showObjects(editor, viewport, keys),
  showPoint: ([x, y]) =>
    viewport.show({ left: x - around, right: x + around, top: y - around, bottom: y + around }),
  showSpace: () => {},
})

/** Moves the view to some objects of the shown frame. */
const showObjects = (editor: Editor, viewport: ViewportStore, keys: ReadonlyArray<string>): void => {
  const { state, surface } = editor
  const points = keys.flatMap((key) => findAnnotation(getLabel(state), state.frame, key)?.points ?? [])
  if (points.length > 0) viewport.show(computeBounds(points))
  else if (keys.length > 0)
    surface?.canvas?.findBounds(new Set(keys)).then(
      (bounds) => bounds === undefined || viewport.show(bounds),
      // The bitmap was closed: the next sample is on the screen.
      () => {},
    )
}
