/** Shows where warnings and issues lead: the canvas of an image, or of a point cloud. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { findAnnotation } from "../../editor/label/frames.ts"
import { type Bounds, computeBounds } from "../../geometry/outline.ts"
import type { Point } from "../../geometry/point.ts"
import type { SpacePoint } from "../../panels/issues/Issue.ts"
import type { ViewportStore } from "./ViewportStore.ts"

export interface Places {
  /** Brings objects of the shown frame into view. */
  readonly showObjects: (keys: ReadonlyArray<string>) => void
  /** Shows objects of the shown frame large, with what is around them. */
  readonly fitObjects: (keys: ReadonlyArray<string>) => void
  /** Brings a place of the shown frame into view. */
  readonly showPoint: (at: Point) => void
  /** Brings a place of the world into view, where there is one. */
  readonly showSpace: (at: SpacePoint) => void
}

/** The size of the image around a point that is shown, in pixels of the image. */
const around = 40

/** The places of an image. */
export const makeImagePlaces = (editor: Editor, viewport: ViewportStore): Places => {
  // The sensor or the frame may have been chosen in this moment: the page is drawn afterwards.
  const open = () => openShown(editor, viewport)
  return {
    showObjects: (keys) => {
      open()
      visitBounds(editor, keys, (bounds) => viewport.show(bounds))
    },
    fitObjects: (keys) => {
      open()
      visitBounds(editor, keys, (bounds) => viewport.fitTo(widenBounds(bounds)))
    },
    showPoint: ([x, y]) => {
      open()
      viewport.show({ left: x - around, right: x + around, top: y - around, bottom: y + around })
    },
    showSpace: () => {},
  }
}

/** Names the camera and the frame that the editor shows, whose image comes. */
export const openShown = ({ state }: Editor, viewport: ViewportStore): void =>
  viewport.open(state.sensor?.name, state.frame)

/** As much around an object as it is large, and not less than around a point. */
const widenBounds = ({ bottom, left, right, top }: Bounds): Bounds => {
  const [x, y] = [Math.max(around, right - left), Math.max(around, bottom - top)]
  return { left: left - x, right: right + x, top: top - y, bottom: bottom + y }
}

/** Visits the bounds of some objects of the shown frame, where they are known at once or soon. */
const visitBounds = (editor: Editor, keys: ReadonlyArray<string>, visit: (bounds: Bounds) => void): void => {
  const { state, surface } = editor
  const points = keys.flatMap((key) => findAnnotation(getLabel(state), state.frame, key)?.points ?? [])
  if (points.length > 0) visit(computeBounds(points))
  else if (keys.length > 0)
    surface?.canvas?.findBounds(new Set(keys)).then(
      (bounds) => bounds === undefined || visit(bounds),
      // The bitmap was closed: the next sample is on the screen.
      () => {},
    )
}
