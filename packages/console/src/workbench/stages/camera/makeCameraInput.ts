/** The pointer on the image of a camera: a click selects, two of them lead to the object, and a drag and the wheel move the image. */
import { findHits } from "../../geometry/hit.ts"
import type { Point } from "../../geometry/point.ts"
import { pickInImage } from "../../geometry/space/cameraOutline.ts"
import { clickReach, type StageInput } from "../../input/StageInput.ts"
import type { ToolShape } from "../../tools/Gesture.ts"
import { panView } from "../image/makeImageInput.ts"
import type { ViewportStore } from "../image/ViewportStore.ts"
import type { SeenCuboid } from "./seenIn.ts"

interface Options {
  readonly viewport: ViewportStore
  readonly seen: ReadonlyArray<SeenCuboid>
  /** Shapes of the image and of the cloud, which are pressed before the cuboids that it sees. */
  readonly shapes: ReadonlyArray<ToolShape>
  /** The image can be moved and zoomed. Small images scroll, as their list does. */
  readonly moves: boolean
  readonly onPick: (key: string | undefined, adds: boolean) => void
  readonly onVisit: (key: string) => void
}

export const makeCameraInput = ({ moves, onPick, onVisit, seen, shapes, viewport }: Options): StageInput => {
  /** The keys of the objects under a place, each once. */
  const findKeys = (place: Point): ReadonlyArray<string> => {
    const inImage = viewport.toImage(place)
    const cuboids = pickInImage(
      seen.filter(({ shown }) => shown.look !== "before"),
      inImage,
    )
    const drawn = findHits(shapes, inImage, clickReach / viewport.state.scale)
    return [...new Set([...drawn.map(({ key }) => key), ...cuboids.map(({ shown }) => shown.key)])]
  }
  return {
    press: ({ at, button }) => {
      if (button !== 0) return undefined
      const pan = panView(viewport, at)
      return {
        move: (move) => {
          if (move.moved && moves) pan.move?.(move)
        },
        release: ({ isDouble, moved, shift, turn }) => {
          if (moved) return
          const keys = findKeys(at)
          onPick(keys[turn % Math.max(keys.length, 1)], shift)
          const [first] = keys
          if (isDouble && first !== undefined) onVisit(first)
        },
      }
    },
    zoom: moves ? (at, factor) => viewport.zoom(at, factor) : undefined,
  }
}
