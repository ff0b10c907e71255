/** The marks of warnings about the objects of a cloud, over its main view. */
import { useRef } from "react"
import { listCorners } from "../../editor/label/cuboids/cuboid.ts"
import { useStore } from "../../editor/useStore.ts"
import { computeBounds } from "../../geometry/outline.ts"
import { makeScreenProjection, projectWhole } from "../../geometry/space/onScreen.ts"
import type { Orbit } from "../../geometry/space/orbit.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import classes from "../marks/marks.module.css"
import { WarningMarks } from "../marks/WarningMarks.tsx"
import type { CloudView } from "./CloudView.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"
import type { ShownShape } from "./useShownShapes.ts"
import { useSize } from "./useSize.ts"

interface CloudMarksProps {
  readonly view: CloudView
  readonly cuboids: ReadonlyArray<ShownCuboid>
  readonly shapes: ReadonlyArray<ShownShape>
}

/** An object with the corners that its mark stands beside. */
interface MarkedObject {
  readonly key: string
  readonly corners: ReadonlyArray<Vector>
}

export const CloudMarks = ({ cuboids, shapes, view }: CloudMarksProps) => {
  const objects: ReadonlyArray<MarkedObject> = [
    ...cuboids.map((one) => ({ ...one, corners: listCorners(one.cuboid) })),
    ...shapes.map((one) => ({ ...one, corners: one.points })),
  ]
    .filter(({ isWarned }) => isWarned)
    .map(({ corners, key, sensor }) => ({ key: `${sensor ?? ""} ${key}`.trim(), corners }))
  return objects.length === 0 ? null : <Marks view={view} objects={objects} />
}

interface MarksProps {
  readonly view: CloudView
  readonly objects: ReadonlyArray<MarkedObject>
}

const Marks = ({ objects, view }: MarksProps) => {
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  const orbit: Orbit | undefined = useStore(view.orbit)
  const project = orbit === undefined ? undefined : makeScreenProjection(orbit, size)
  const places = objects.flatMap(({ corners, key }) => {
    const pixels = project && projectWhole(corners, project)
    if (pixels === undefined || pixels.length === 0) return []
    const { left, top } = computeBounds(pixels)
    return [{ key, at: [left, top] as const }]
  })
  return (
    <svg ref={svg} className={classes.overlay} aria-hidden="true">
      <WarningMarks places={places} />
    </svg>
  )
}
