/** Shows a frame: its cloud, the views of the selection, and below them the images of the cameras. Or its track in several frames. */
import { useMemo } from "react"
import { countByKey, type Finding } from "../../check/Finding.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { SensorFrames } from "../../session/clouds/mergedFrames.ts"
import { PointBar } from "../../tools/points/PointBar.tsx"
import { ShapeBar } from "../../tools/spaceShapes/ShapeBar.tsx"
import { useWork } from "../../Work.ts"
import { BatchView } from "../batch/BatchView.tsx"
import { CameraStrip } from "../camera/CameraStrip.tsx"
import { useActivePen, useCloudParts } from "./CloudParts.ts"
import { CloudStage } from "./CloudStage.tsx"
import { useShownCuboids } from "./shownCuboids.ts"
import { useShownShapes } from "./useShownShapes.ts"
import { ViewBar } from "./ViewBar.tsx"

export const CloudStages = () => {
  const { editor } = useWork()
  const { view } = useCloudParts()
  const { sensor } = useEditor(editor)
  const batch = useStore(view.batch)
  return batch && sensor?.kind !== "image" ? <BatchView /> : <FrameViews />
}

const FrameViews = () => {
  const { editor, findings } = useWork()
  const { clouds, images, painter, pen, view } = useCloudParts()
  const activePen = useActivePen(pen)
  const { frame, sensor } = useEditor(editor)
  const warned = useMemo(() => findWarned(clouds, findings, frame), [clouds, findings, frame])
  const cameras = useStore(view.cameras)
  const cuboids = useShownCuboids(warned)
  const shapes = useShownShapes(warned)
  const hasCameras = images.some(({ length }) => length > 0)
  return (
    <>
      {painter === undefined ? null : <PointBar painter={painter} />}
      {activePen === undefined ? null : <ShapeBar pen={activePen} />}
      <ViewBar hasCameras={hasCameras} />
      <CloudStage cuboids={cuboids} shapes={shapes} />
      {hasCameras && (cameras.shown || sensor?.kind === "image") ? (
        <CameraStrip cuboids={cuboids} drawn={shapes} />
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
