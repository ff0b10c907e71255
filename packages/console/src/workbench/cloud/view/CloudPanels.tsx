/** The panels beside a point cloud: the sensors, and the geometry of cuboids, shapes or points. */

import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Editor } from "../../editor/Editor.ts"
import type { Dismissals } from "../../session/check.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import type { TrackWork } from "../../tools/cuboid/TrackWork.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import { Panels } from "../../view/panels/Panels.tsx"
import type { Work } from "../../view/Workbench.tsx"
import { OtherPoints, PointsOfSelected, usePointCounts } from "../points/view/PointCounts.tsx"
import { usePointChanges } from "../points/view/usePointChanges.ts"
import type { SensorFrames } from "../session/mergedFrames.ts"
import { ShapeMeasures } from "../shapes/view/ShapeMeasures.tsx"
import { CuboidFields } from "./CuboidFields.tsx"
import { SensorsPanel } from "./sensors/SensorsPanel.tsx"

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
