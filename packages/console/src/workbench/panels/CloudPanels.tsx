/** The panels beside a point cloud: the sensors, and the geometry of cuboids, shapes or points. */

import type { PreparedCloud } from "../clouds/prepared.ts"
import type { Editor } from "../editor/Editor.ts"
import type { Dismissals } from "../session/check.ts"
import type { SensorFrames } from "../session/clouds/mergedFrames.ts"
import type { CloudView } from "../stages/cloud/CloudView.ts"
import type { TrackWork } from "../tools/cuboid/TrackWork.ts"
import type { PointPainter } from "../tools/points/PointPainter.ts"
import type { ShapePen } from "../tools/spaceShapes/ShapePen.ts"
import type { Work } from "../Workbench.tsx"
import { CuboidFields } from "./CuboidFields.tsx"
import { Panels } from "./Panels.tsx"
import { OtherPoints, PointsOfSelected, usePointCounts } from "./PointCounts.tsx"
import { ShapeMeasures } from "./ShapeMeasures.tsx"
import { SensorsPanel } from "./sensors/SensorsPanel.tsx"
import { usePointChanges } from "./usePointChanges.ts"

interface CloudPanelsProps {
  readonly editor: Editor
  readonly view: CloudView
  readonly work: TrackWork
  readonly shared: Work
  readonly cloud: PreparedCloud | undefined
  readonly clouds: ReadonlyArray<SensorFrames>
  readonly painter: PointPainter | undefined
  readonly pen: ShapePen | undefined
  readonly onImage: boolean
  readonly dismissals: Dismissals | undefined
  readonly unrecognized: number
}

export const CloudPanels = (props: CloudPanelsProps) => {
  const { cloud, editor, onImage, painter, pen, shared, view, work } = props
  const points = painter?.points
  const { review } = shared
  const counts = usePointCounts(points)
  const changes = usePointChanges(
    painter,
    review.compares ? (review.review?.attributes ?? undefined) : undefined,
  )
  return (
    <Panels
      editor={editor}
      work={points === undefined ? shared : { ...shared, review: { ...review, points: changes } }}
      draws={onImage ? "box" : points !== undefined ? "brush" : pen !== undefined ? "spacePolygon" : "cuboid"}
      dismissals={props.dismissals}
      points={counts}
      before={
        editor.state.sensors.length === 0 ? null : (
          <SensorsPanel
            editor={editor}
            view={view}
            findings={shared.findings}
            clouds={props.clouds}
            unrecognized={props.unrecognized}
          />
        )
      }
      belowObjects={points && <OtherPoints points={points} />}
      geometry={
        points === undefined ? (
          <>
            {pen === undefined ? null : <ShapeMeasures pen={pen} />}
            <CuboidFields editor={editor} work={work} cloud={cloud} />
          </>
        ) : (
          <PointsOfSelected points={points} />
        )
      }
    />
  )
}
