/** The `d` of an SVG path for a shape. */
import { computeBounds, type Outline } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"

/** A point is a line without length: with round ends and a stroke that does not scale it is a dot at every zoom. */
export const formatOutlinePath = ({ points, type }: Outline): string => {
  switch (type) {
    case "bbox": {
      const { bottom, left, right, top } = computeBounds(points)
      return `M${left} ${top}H${right}V${bottom}H${left}Z`
    }
    case "polygon":
      return `${formatLinePath(points)}Z`
    case "polyline":
      return formatLinePath(points)
    case "point":
      return formatDotsPath(points)
  }
}

/** A line through points. */
export const formatLinePath = (points: Points): string =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")

/** A dot at each point. */
export const formatDotsPath = (points: Points): string => points.map(([x, y]) => `M${x} ${y}h0`).join("")
