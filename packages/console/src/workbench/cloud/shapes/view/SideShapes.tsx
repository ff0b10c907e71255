/** The shapes in a view of the selected object without perspective. */
import type { Cuboid } from "../../model/cuboid.ts"
import { onScreen, projectionOf, type SideName } from "../../model/sideView.ts"
import { inSideView } from "../model/inSideView.ts"
import classes from "./shapes.module.css"
import type { ShownShape } from "./useShownShapes.ts"

interface SideShapesProps {
  readonly name: SideName
  readonly shapes: ReadonlyArray<ShownShape>
  /** What the view shows in its middle. */
  readonly base: Cuboid
  readonly scale: number
  readonly size: { readonly width: number; readonly height: number }
  readonly pan: readonly [number, number]
  /** The index of the chosen vertex of the selected shape. */
  readonly chosen: { readonly key: string; readonly index: number } | undefined
}

export const SideShapes = ({ base, chosen, name, pan, scale, shapes, size }: SideShapesProps) => {
  const projection = projectionOf(base, name, scale, pan)
  const at = onScreen(projection, size.width, size.height)
  return (
    <g className={classes.drawn}>
      {shapes.map((shape) => {
        const { color, key, look, points, type } = shape
        const { lines, vertices } = inSideView(shape, projection, at)
        const place = look === "selected" && chosen?.key === key ? points[chosen.index] : undefined
        const [x, y] = place === undefined ? [] : at(place)
        return (
          <g key={`${key} ${look === "before"}`} data-shape={key} data-look={look} style={{ color }}>
            {lines.map((line, index) => (
              // Seen from a side, two of them may lie in one place.
              <polyline key={index} className={classes.line} points={line.join(" ")} />
            ))}
            {type === "point" || look === "selected"
              ? vertices.map((vertex, index) => (
                  <circle
                    key={index}
                    className={type === "point" ? classes.point : classes.vertex}
                    cx={vertex[0]}
                    cy={vertex[1]}
                    r={4}
                  />
                ))
              : null}
            {x === undefined ? null : (
              <circle className={classes.vertex} data-chosen="" cx={x} cy={y} r={5} />
            )}
          </g>
        )
      })}
    </g>
  )
}
