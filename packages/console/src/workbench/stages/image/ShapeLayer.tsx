/** The shapes of the shown frame as SVG. */
import { memo, useEffect, useRef } from "react"
import type { DisplaySettings } from "../../display/DisplaySettings.ts"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import classes from "./canvas.module.css"
import { formatOutlinePath } from "./outlinePath.ts"
import type { ViewportStore } from "./ViewportStore.ts"

export interface ShapeLayerProps {
  readonly shapes: ReadonlyArray<DrawnAnnotation>
  readonly selected: ReadonlySet<string>
  readonly warned: ReadonlySet<string>
  readonly colors: ReadonlyMap<number, string>
}

/** The color of a category that the configuration does not have. */
const unknownColor = "#f0f0f0"

/** Above this number, the shapes that are not selected are drawn on one canvas below. */
const mostSvgShapes = 5000

/** Above this number, lines are one pixel wide: browsers draw those twice as fast, and thicker ones would hide the image. */
const fewShapes = 500

export const ShapeLayer = memo(({ colors, selected, shapes, warned }: ShapeLayerProps) => (
  <g className={classes.shapes} data-dense={shapes.length > fewShapes || undefined}>
    {shapes.length > mostSvgShapes ? null : <Casings shapes={shapes} />}
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

/** A dark line below every outline, so that each color is seen on each picture: two paths, however many shapes there are. */
const Casings = memo(({ shapes }: Pick<ShapeLayerProps, "shapes">) => {
  const [points, lines] = [true, false].map((isPoint) =>
    shapes
      .filter(({ type }) => (type === "point") === isPoint)
      .map(formatOutlinePath)
      .join(""),
  )
  return (
    <>
      <path d={lines} className={classes.under} />
      <path d={points} className={classes.under} data-type="point" />
    </>
  )
})
Casings.displayName = "Casings"

interface ShapePathProps {
  readonly annotation: DrawnAnnotation
  readonly color: string
  readonly selected: boolean
  /** Whether a warning names it. */
  readonly warned: boolean
}

/** One drawn annotation. Drawn anew only when it is edited or selected, never by a pan or a zoom. */
const ShapePath = memo(({ annotation, color, selected, warned }: ShapePathProps) => {
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
      {selected ? <path d={path} className={classes.casing} /> : null}
      <path d={path} className={classes.outline} />
    </g>
  )
})
ShapePath.displayName = "ShapePath"

interface CanvasShapesProps extends Omit<ShapeLayerProps, "warned"> {
  readonly display: DisplaySettings
  readonly viewport: ViewportStore
}

/** Very many shapes on one canvas: a browser pans them in one paint, where it would move thousands of elements. */
export const CanvasShapes = ({ colors, display, selected, shapes, viewport }: CanvasShapesProps) => {
  const ref = useRef<HTMLCanvasElement>(null)
  const { fill, outline: lineWidth } = display
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext("2d")
    if (!canvas || !context || shapes.length <= mostSvgShapes) return
    const byColor = new Map<string, Path2D>()
    const casings = new Path2D()
    for (const shape of shapes) {
      if (selected.has(shape.key)) continue
      const color = colors.get(shape.categoryId) ?? unknownColor
      const path = byColor.get(color) ?? new Path2D()
      const outline = new Path2D(formatOutlinePath(shape))
      path.addPath(outline)
      casings.addPath(outline)
      byColor.set(color, path)
    }
    const draw = () => {
      const { height, width } = viewport.screen
      const { scale, x, y } = viewport.state
      canvas.width = width
      canvas.height = height
      context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
      context.lineWidth = (2 * lineWidth) / scale
      context.strokeStyle = "rgb(0 0 0 / 50%)"
      context.stroke(casings)
      context.lineWidth = lineWidth / scale
      for (const [color, path] of byColor) {
        context.strokeStyle = color
        context.stroke(path)
        if (fill === 0) continue
        context.fillStyle = color
        context.globalAlpha = fill
        context.fill(path)
        context.globalAlpha = 1
      }
    }
    draw()
    return viewport.subscribe(draw)
  }, [shapes, selected, colors, viewport, lineWidth, fill])
  return shapes.length > mostSvgShapes ? <canvas ref={ref} className={classes.layer} /> : null
}
