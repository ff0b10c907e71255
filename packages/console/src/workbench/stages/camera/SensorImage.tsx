/** The image of the chosen camera: its shapes are edited as those of images are, with what it sees of the clouds below them. */
import { useMemo, useSyncExternalStore } from "react"
import type { Editor } from "../../editor/Editor.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { IssuePins } from "../../panels/issues/IssuePins.tsx"
import type { Issues } from "../../panels/issues/useIssues.ts"
import { CompareLayer } from "../../panels/review/CompareLayer.tsx"
import type { Comparison } from "../../panels/review/compare.ts"
import classes from "../../panels/sensors/sensors.module.css"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { Canvas } from "../image/Canvas.tsx"
import type { KeyboardCross } from "../image/KeyboardCross.ts"
import { CameraCaption } from "./CameraCaption.tsx"
import type { ImageTools } from "./imageTools.ts"
import { CuboidOutlines, ShapeOutlines } from "./outlines.tsx"
import { listShapesIn, makeSeenIn } from "./seenIn.ts"

interface SensorImageProps {
  readonly editor: Editor
  readonly tools: ImageTools
  readonly image: CameraImage
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The shapes of the clouds. */
  readonly drawn: ReadonlyArray<ShownShape>
  readonly warned: ReadonlySet<string>
  readonly comparison: Comparison | undefined
  readonly issues: Issues
  /** Shows all images again. Absent where that is not possible. */
  readonly onClose: (() => void) | undefined
}

export const SensorImage = (props: SensorImageProps) => {
  const { comparison, cuboids, drawn, editor, image, issues, onClose, tools, warned } = props
  const { cross, viewport } = tools
  const state = useEditor(editor)
  const crossAt = useCross(cross)
  const size = useSyncExternalStore(viewport.subscribe, () => viewport.image)
  const { camera } = image
  const sees = useMemo(
    () =>
      camera === undefined || size === undefined
        ? undefined
        : { cuboids: makeSeenIn(camera, size), shapes: listShapesIn(camera, size) },
    [camera, size],
  )
  const seen = useMemo(() => sees?.cuboids(cuboids) ?? [], [sees, cuboids])
  const seenShapes = useMemo(() => sees?.shapes(drawn) ?? [], [sees, drawn])
  return (
    <figure className={classes.image} data-camera={image.name} data-edited>
      <CameraCaption image={image} large onLarge={onClose} />
      <Canvas
        editor={editor}
        viewport={viewport}
        url={image.url}
        warned={warned}
        cross={state.tool === "edit" ? undefined : crossAt}
        under={
          <>
            <CuboidOutlines seen={seen} />
            <ShapeOutlines seen={seenShapes} />
          </>
        }
        over={comparison === undefined ? null : <CompareLayer comparison={comparison} />}
      >
        <IssuePins editor={editor} issues={issues} viewport={viewport} />
      </Canvas>
    </figure>
  )
}

const useCross = (cross: KeyboardCross) => useStore(cross)
