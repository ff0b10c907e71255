/** The shapes in a view of the selected object without perspective. */
import { type Projection, projectOnSide } from "../../geometry/space/sideView.ts"
import classes from "../cloud/shapes.module.css"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { projectIntoSide } from "./inSideView.ts"

interface SideShapesProps {
  readonly shapes: ReadonlyArray<ShownShape>
  /** The name of the sensor whose shapes are edited; undefined where the sample has none. */
  readonly edited: string | undefined
  readonly projection: Projection
  readonly size: { readonly width: number; readonly height: number }
  /** The index of the chosen vertex of the selected shape. */
  readonly chosen: { readonly key: string; readonly index: number } | undefined
  /** Whether the vertices of a selected shape can be dragged. */
  readonly canDrag: (key: string) => boolean
}

export const SideShapes = (props: SideShapesProps) => {
  const { canDrag, chosen, edited, projection, shapes, size } = props
  const at = projectOnSide(projection, size.width, size.height)
  return (
    <g className={classes.drawn}>
      {shapes.map((shape) => {
        const { color, key, look, points, sensor, type } = shape
        const { lines, vertices } = projectIntoSide(shape, projection, at)
        const isEdited = sensor === edited && look === "selected"
        const place = isEdited && chosen?.key === key ? points[chosen.index] : undefined
        const [x, y] = place === undefined ? [] : at(place)
        const isHandle = isEdited && canDrag(key)
        const handle = (index: number) => (isHandle ? { "data-vertex": index } : {})
        return (
          <g
            key={`${sensor ?? ""} ${key} ${look === "before"}`}
            data-shape={key}
            data-look={look}
            style={{ color }}
          >
            {lines.map((line, index) => (
              // Seen from a side, two of them may lie in one place.
              <g key={index}>
                <polyline className={classes.shadow} points={line.join(" ")} />
                <polyline className={classes.line} points={line.join(" ")} />
              </g>
            ))}
            {type === "point" || look === "selected"
              ? vertices.map(({ at: [across, down], index }) => (
                  <circle
                    key={index}
                    className={type === "point" ? classes.point : classes.vertex}
                    cx={across}
                    cy={down}
                    r={4}
                    {...handle(index)}
                  />
                ))
              : null}
            {x === undefined || chosen === undefined ? null : (
              <circle
                className={classes.vertex}
                data-chosen=""
                cx={x}
                cy={y}
                r={5}
                {...handle(chosen.index)}
              />
            )}
          </g>
        )
      })}
    </g>
  )
}
