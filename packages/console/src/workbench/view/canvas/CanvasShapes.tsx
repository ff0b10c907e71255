/** Very many shapes on one canvas: a browser pans them in one paint, where it would move thousands of elements. */
import { useEffect, useRef } from "react"
import classes from "./canvas.module.css"
import { formatOutlinePath } from "./outlinePath.ts"
import { mostSvgShapes, type ShapeLayerProps, unknownColor } from "./ShapeLayer.tsx"
import type { ViewportStore } from "./ViewportStore.ts"

interface CanvasShapesProps extends Omit<ShapeLayerProps, "warned"> {
  readonly viewport: ViewportStore
}

export const CanvasShapes = ({ colors, selected, shapes, viewport }: CanvasShapesProps) => {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext("2d")
    if (!canvas || !context || shapes.length <= mostSvgShapes) return
    const byColor = new Map<string, Path2D>()
    for (const shape of shapes) {
      if (selected.has(shape.key)) continue
      const color = colors.get(shape.categoryId) ?? unknownColor
      const path = byColor.get(color) ?? new Path2D()
      path.addPath(new Path2D(formatOutlinePath(shape)))
      byColor.set(color, path)
    }
    const draw = () => {
      const { height, width } = viewport.screen
      const { scale, x, y } = viewport.current
      canvas.width = width
      canvas.height = height
      context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
      context.lineWidth = 1.5 / scale
      for (const [color, path] of byColor) {
        context.strokeStyle = color
        context.stroke(path)
      }
    }
    draw()
    return viewport.subscribe(draw)
  }, [shapes, selected, colors, viewport])
  return shapes.length > mostSvgShapes ? <canvas ref={ref} className={classes.layer} /> : null
}
