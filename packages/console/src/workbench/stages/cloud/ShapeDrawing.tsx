/** A shape of a point cloud over its view, with handles where it is edited. */
import type { SpaceType } from "../../editor/label/spaceShapes/spaceShape.ts"
import type { Point, Points } from "../../geometry/point.ts"
import { projectParts } from "../../geometry/space/onScreen.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { listMidpoints } from "../../geometry/vertices.ts"
import classes from "./shapes.module.css"
import type { ShownShape } from "./useShownShapes.ts"

/** The lines of a shape, where the camera sees them. */
export const listLines = (
  points: ReadonlyArray<Vector>,
  type: SpaceType,
  seen: (place: Vector) => Point | undefined,
): ReadonlyArray<Points> => projectParts(points, type === "polygon", seen)

interface ShapeProps {
  readonly name: string
  readonly type: SpaceType
  readonly color: string
  readonly look: ShownShape["look"]
  readonly parts: ReadonlyArray<Points>
  /** Undefined where some are behind the camera. */
  readonly vertices: Points | undefined
  readonly handles: boolean
  /** The index of the chosen vertex. */
  readonly chosen?: number | undefined
}

export const ShapeDrawing = ({ chosen, color, handles, look, name, parts, type, vertices }: ShapeProps) => (
  <g data-shape={name} data-type={type} data-look={look} style={{ color }}>
    {type === "polygon" && vertices !== undefined && vertices.length > 2 ? (
      <polygon className={classes.area} points={formatPoints(vertices)} />
    ) : null}
    {type === "point"
      ? vertices?.map(([x, y], index) => <circle key={index} className={classes.point} cx={x} cy={y} r={5} />)
      : parts.map((part, index) => (
          <g key={index}>
            <polyline className={classes.shadow} points={formatPoints(part)} />
            <polyline className={classes.line} points={formatPoints(part)} />
          </g>
        ))}
    {handles && type !== "point"
      ? vertices?.map(([x, y], index) => (
          <circle
            key={index}
            className={classes.vertex}
            data-vertex={index}
            data-chosen={index === chosen || undefined}
            cx={x}
            cy={y}
            r={index === chosen ? 6 : 5}
          />
        ))
      : null}
    {handles && name !== "" && vertices !== undefined
      ? listMidpoints(type, vertices).map(({ after, at: [x, y] }) => (
          <circle key={after} className={classes.side} data-side={after} cx={x} cy={y} r={3} />
        ))
      : null}
  </g>
)

const formatPoints = (points: Points): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")
