/** The image of the chosen camera: its shapes are edited as those of images are, with what it sees of the clouds below them. */
import { useCallback, useMemo, useSyncExternalStore } from "react"
import { useEditor, useStore } from "../../editor/useStore.ts"
import classes from "../../panels/sensors/sensors.module.css"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import { useWork } from "../../Work.ts"
import { useCloudParts } from "../cloud/CloudParts.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { Canvas } from "../image/Canvas.tsx"
import { ImageMarks } from "../image/ImageMarks.tsx"
import { CameraCaption } from "./CameraCaption.tsx"
import { CuboidOutlines, ShapeOutlines } from "./outlines.tsx"
import { listSeenMarks, useSeen } from "./seenIn.ts"

interface SensorImageProps {
  readonly image: CameraImage
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The shapes of the clouds. */
  readonly drawn: ReadonlyArray<ShownShape>
  /** Shows all images again. Absent where that is not possible. */
  readonly onClose: (() => void) | undefined
}

export const SensorImage = ({ cuboids, drawn, image, onClose }: SensorImageProps) => {
  const { cross, picture, viewport } = useCloudParts().imageTools
  const state = useEditor(useWork().editor)
  const crossAt = useStore(cross)
  const handlePointer = useCallback(() => cross.followPointer(), [cross])
  const size = useSyncExternalStore(viewport.subscribe, () => viewport.image)
  const { seen, seenShapes } = useSeen(image, size, { cuboids, drawn })
  const marks = useMemo(() => listSeenMarks(seen, seenShapes), [seen, seenShapes])
  return (
    <figure className={classes.image} data-camera={image.name} data-edited>
      <CameraCaption image={image} large onLarge={onClose} />
      <Canvas
        viewport={viewport}
        picture={picture}
        url={image.url}
        onPointer={handlePointer}
        cross={state.tool === "edit" ? undefined : crossAt}
        under={
          <>
            <CuboidOutlines seen={seen} />
            <ShapeOutlines seen={seenShapes} />
            <ImageMarks places={marks} viewport={viewport} />
          </>
        }
      />
    </figure>
  )
}
