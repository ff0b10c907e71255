/** The panels beside a point cloud: the sensors, and the geometry of cuboids, shapes or points. */
import { useEditor } from "../editor/useStore.ts"
import { useActivePen, useCloudParts } from "../stages/cloud/CloudParts.ts"
import { useWork } from "../Work.ts"
import { CuboidFields } from "./CuboidFields.tsx"
import { Panels } from "./Panels.tsx"
import { OtherPoints, PointsOfSelected, usePointCounts } from "./PointCounts.tsx"
import { ShapeMeasures } from "./ShapeMeasures.tsx"
import { SensorsPanel } from "./sensors/SensorsPanel.tsx"
import { usePointChanges } from "./usePointChanges.ts"

interface CloudPanelsProps {
  /** The number of sensors of the sample that are not listed. */
  readonly unrecognized: number
}

export const CloudPanels = ({ unrecognized }: CloudPanelsProps) => {
  const { editor, review } = useWork()
  const { painter, pen: drawn } = useCloudParts()
  const { sensor, sensors } = useEditor(editor)
  const pen = useActivePen(drawn)
  const points = painter?.points
  const counts = usePointCounts(points)
  const changes = usePointChanges(painter, review.version)
  const first = points !== undefined ? "brush" : pen !== undefined ? "spacePolygon" : "cuboid"
  return (
    <Panels
      draws={sensor?.kind === "image" ? "box" : first}
      {...(points === undefined ? {} : { changedPoints: changes })}
      points={counts}
      before={sensors.length === 0 ? null : <SensorsPanel unrecognized={unrecognized} />}
      belowObjects={points && <OtherPoints points={points} />}
      geometry={
        points === undefined ? (
          <>
            {pen === undefined ? null : <ShapeMeasures pen={pen} />}
            <CuboidFields />
          </>
        ) : (
          <PointsOfSelected points={points} />
        )
      }
    />
  )
}
