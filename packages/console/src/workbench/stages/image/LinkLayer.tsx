/** Links as lines from the middle of one object to that of the other, where a dot is the end. */
import { useMemo } from "react"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import type { Link } from "../../editor/label/links.ts"
import { computeBounds } from "../../geometry/outline.ts"
import { type Point, roundPoint } from "../../geometry/point.ts"
import classes from "./canvas.module.css"
import { formatDotsPath } from "./outlinePath.ts"

interface LinkLayerProps {
  readonly links: ReadonlyArray<Link>
  readonly shapes: ReadonlyArray<DrawnAnnotation>
}

export const LinkLayer = ({ links, shapes }: LinkLayerProps) => {
  const ends = useMemo(() => {
    if (links.length === 0) return []
    const byKey = new Map(shapes.map((shape) => [shape.key, shape]))
    return links.flatMap(({ from, to }) => {
      const [first, second] = [byKey.get(from), byKey.get(to)]
      return first === undefined || second === undefined
        ? []
        : [[computeMiddle(first), computeMiddle(second)] as const]
    })
  }, [links, shapes])
  if (ends.length === 0) return null
  const lines = ends.map(([from, to]) => `M${from.join(" ")}L${to.join(" ")}`).join("")
  return (
    <g data-testid="links">
      <path className={classes.linkCasing} d={lines} />
      <path className={classes.link} d={lines} />
      <path className={classes.linkEnd} d={formatDotsPath(ends.map(([, to]) => to))} />
    </g>
  )
}

const computeMiddle = ({ points }: DrawnAnnotation): Point => {
  const { bottom, left, right, top } = computeBounds(points)
  return roundPoint([(left + right) / 2, (top + bottom) / 2])
}
