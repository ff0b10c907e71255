/** Shows where warnings and issues lead: the canvas of an image, or of a point cloud. */
import type { Editor } from "../model/editor/Editor.ts"
import type { Point } from "../model/geometry/point.ts"
import type { SpacePoint } from "../model/issues/Issue.ts"
import type { ViewportStore } from "./canvas/ViewportStore.ts"
import { showObjects } from "./showObjects.ts"

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
