/** The shapes of the shown frame as SVG. */
import { memo } from "react"
import type { DrawnAnnotation } from "../../model/document/annotation.ts"
import classes from "./canvas.module.css"
import { ShapePath } from "./ShapePath.tsx"

export interface ShapeLayerProps {
  readonly shapes: ReadonlyArray<DrawnAnnotation>
  readonly selected: ReadonlySet<string>
  readonly warned: ReadonlySet<string>
  readonly colors: ReadonlyMap<number, string>
}

/** The color of a category that the configuration does not have. */
export const unknownColor = "#f0f0f0"

/** Above this number, the shapes that are not selected are drawn on one canvas below. */
export const mostSvgShapes = 5000

/** Above this number, lines are one pixel wide: browsers draw those twice as fast, and thicker ones would hide the image. */
const fewShapes = 500

export const ShapeLayer = memo(({ colors, selected, shapes, warned }: ShapeLayerProps) => (
  <g className={classes.shapes} data-dense={shapes.length > fewShapes || undefined}>
    {(shapes.length > mostSvgShapes ? shapes.filter(({ key }) => selected.has(key)) : shapes).map(
      (annotation) => (
        <ShapePath
          key={annotation.key}
          annotation={annotation}
          color={colors.get(annotation.categoryId) ?? unknownColor}
          selected={selected.has(annotation.key)}
          warned={warned.has(annotation.key)}
        />
      ),
    )}
  </g>
))
ShapeLayer.displayName = "ShapeLayer"
