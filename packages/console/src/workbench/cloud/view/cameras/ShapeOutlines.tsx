/** The shapes of a cloud in the image of a camera. */
import { memo } from "react"
import { formatDotsPath, formatLinePath } from "../../../view/canvas/outlinePath.ts"
import classes from "./cameras.module.css"
import type { SeenShape } from "./shapesIn.ts"

export const ShapeOutlines = memo(({ seen }: { readonly seen: ReadonlyArray<SeenShape> }) =>
  seen.map(({ dots, lines, shown: { color, key, look, sensor } }) => {
    const path = lines.map(formatLinePath).join("")
    return (
      <g
        key={`${sensor ?? ""} ${key} ${look === "before"}`}
        className={classes.shape}
        data-shape={key}
        data-look={look}
        style={{ "--category": color } as React.CSSProperties}
      >
        <path className={classes.casing} d={path} />
        <path className={classes.edges} d={path} />
        {dots.length === 0 ? null : (
          <>
            <path className={classes.dotCasing} d={formatDotsPath(dots)} />
            <path className={classes.dot} d={formatDotsPath(dots)} />
          </>
        )}
      </g>
    )
  }),
)
ShapeOutlines.displayName = "ShapeOutlines"
