/** One drawn annotation. Drawn anew only when it is edited or selected, never by a pan or a zoom. */
import { memo } from "react"
import type { DrawnAnnotation } from "../../model/document/annotation.ts"
import classes from "./canvas.module.css"
import { formatOutlinePath } from "./outlinePath.ts"

interface ShapePathProps {
  readonly annotation: DrawnAnnotation
  readonly color: string
  readonly selected: boolean
  /** Whether a warning names it. */
  readonly warned: boolean
}

export const ShapePath = memo(({ annotation, color, selected, warned }: ShapePathProps) => {
  const path = formatOutlinePath(annotation)
  const { type } = annotation
  return (
    <g
      data-key={annotation.key}
      data-type={type}
      data-selected={selected || undefined}
      data-warned={warned || undefined}
      data-computed={annotation.isKeyframe ? undefined : true}
      className={classes.shape}
      // Custom properties go through the CSSOM, which the page's policy permits.
      style={{ "--category": color } as React.CSSProperties}
    >
      {selected || warned ? <path d={path} className={classes.casing} /> : null}
      <path d={path} className={classes.outline} />
    </g>
  )
})
ShapePath.displayName = "ShapePath"
