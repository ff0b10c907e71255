/** Shows a frame: its cloud, the views of the selection, and below them the images of the cameras. */
import { useMemo } from "react"
import { countByKey, type Finding } from "../../check/Finding.ts"
import type { CloudState, Neighbors } from "../../clouds/worker/CloudCache.ts"
import type { Editor } from "../../editor/Editor.ts"
import type { Sensor } from "../../editor/label/sensors.ts"
import { useStore } from "../../editor/useStore.ts"
import type { Issues } from "../../panels/issues/useIssues.ts"
import type { Comparison } from "../../panels/review/compare.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import type { SensorFrames } from "../../session/clouds/mergedFrames.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import { CameraStrip } from "../camera/CameraStrip.tsx"
import type { ImageTools } from "../camera/imageTools.ts"
import { CloudStage } from "./CloudStage.tsx"
import type { CloudView } from "./CloudView.ts"
import { useShownCuboids } from "./shownCuboids.ts"
import { useShownShapes } from "./useShownShapes.ts"

interface FrameViewsProps {
  readonly editor: Editor
  readonly view: CloudView
  readonly cloud: CloudState
  readonly neighbors: Neighbors
  readonly onRetry: () => void
  /** The images of the cameras, by frame. */
  readonly images: ReadonlyArray<ReadonlyArray<CameraImage>>
  readonly tools: ImageTools
  /** The sensor that is edited. */
  readonly sensor: Sensor | undefined
  /** The sensor of a point cloud that was edited last. */
  readonly lastCloud: { readonly current: Sensor | undefined }
  readonly clouds: ReadonlyArray<SensorFrames>
  readonly findings: ReadonlyArray<Finding>
  readonly comparison: Comparison | undefined
  readonly issues: Issues
  /** Paints, if objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** Draws, if objects are shapes. */
  readonly pen: ShapePen | undefined
}

export const FrameViews = (props: FrameViewsProps) => {
  const { cloud, comparison, editor, findings, images, issues, neighbors, onRetry, painter, pen } = props
  const { clouds, lastCloud, sensor, tools, view } = props
  const { frame } = editor.state
  const warned = useMemo(() => findWarned(clouds, findings, frame), [clouds, findings, frame])
  const cameras = useStore(view.cameras)
  const cuboids = useShownCuboids({ editor, view, warned, comparison })
  const shapes = useShownShapes({ editor, pen, warned, comparison })
  return (
    <>
      <CloudStage
        editor={editor}
        view={view}
        cloud={cloud}
        neighbors={neighbors}
        onRetry={onRetry}
        cuboids={cuboids}
        shapes={shapes}
        painter={painter}
        pen={pen}
      />
      {images.some(({ length }) => length > 0) && (cameras.shown || sensor?.kind === "image") ? (
        <CameraStrip
          editor={editor}
          view={view}
          tools={tools}
          images={images}
          cloud={cloud.kind === "ready" ? cloud.cloud : undefined}
          cuboids={cuboids}
          drawn={shapes}
          findings={findings}
          comparison={comparison}
          issues={issues}
          pen={pen}
          lastCloud={lastCloud}
        />
      ) : null}
    </>
  )
}

/** The objects that warnings about point clouds name. */
const findWarned = (
  clouds: ReadonlyArray<SensorFrames>,
  findings: ReadonlyArray<Finding>,
  frame: number,
): ReadonlySet<string> => new Set(clouds.flatMap(({ name }) => [...countByKey(findings, frame, name).keys()]))
