/** The triangles beside objects that warnings name. The objects keep their colors. */
import type { Point } from "../../geometry/point.ts"
import classes from "./marks.module.css"

/** An object, and the place of its mark. */
export interface MarkPlace {
  readonly key: string
  readonly at: Point
}

export const WarningMarks = ({ places }: { readonly places: ReadonlyArray<MarkPlace> }) =>
  places.map(({ at: [x, y], key }) => (
    <g
      key={key}
      className={classes.mark}
      data-warning={key}
      // Custom properties go through the CSSOM, which the page's policy permits.
      style={{ "--x": `${x}px`, "--y": `${y}px` } as React.CSSProperties}
    >
      <path className={classes.triangle} d="M0 -8L7.5 5.5H-7.5Z" />
      <path className={classes.sign} d="M0 -3V0.75M0 3.25h0" />
    </g>
  ))
