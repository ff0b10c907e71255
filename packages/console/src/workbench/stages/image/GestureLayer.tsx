/** Draws above the shapes: the grips of what is selected, and the shape that is being drawn or dragged. */
import type { ReactNode } from "react"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import { boxHandles, handleAt, makeBox } from "../../geometry/box.ts"
import { listMidpoints } from "../../geometry/vertices.ts"
import type { Gesture } from "../../tools/Gesture.ts"
import classes from "./canvas.module.css"
import { formatDotsPath, formatLinePath, formatOutlinePath } from "./outlinePath.ts"

interface GestureLayerProps {
  readonly gesture: Gesture
  /** The selected shapes that can be edited. */
  readonly selected: ReadonlyArray<DrawnAnnotation>
}

/** More grips than this hide the shapes that they belong to. */
const mostGripped = 20

export const GestureLayer = ({ gesture, selected }: GestureLayerProps) => (
  <g>
    {selected.length > mostGripped
      ? null
      : selected.map((shape) => (
          <Grips
            key={shape.key}
            type={shape.type}
            points={gesture.kind === "edit" && gesture.key === shape.key ? gesture.points : shape.points}
          />
        ))}
    <Preview gesture={gesture} selected={selected} />
  </g>
)

const Grips = ({ points, type }: Pick<DrawnAnnotation, "points" | "type">) => {
  const grips = type === "bbox" ? boxHandles.map((handle) => handleAt(points, handle)) : points
  const middles = listMidpoints(type, points).map(({ at }) => at)
  return (
    <>
      <path d={formatDotsPath(middles)} className={classes.middle} />
      <path d={formatDotsPath(grips)} className={classes.gripCasing} />
      <path d={formatDotsPath(grips)} className={classes.grip} />
    </>
  )
}

const Preview = ({ gesture, selected }: GestureLayerProps): ReactNode => {
  switch (gesture.kind) {
    case "idle":
      return null
    case "box":
      return <Line path={formatOutlinePath({ type: "bbox", points: makeBox(gesture.from, gesture.to) })} />
    case "path":
      return (
        <>
          <Line path={formatLinePath([...gesture.points, gesture.to])} />
          <path d={formatDotsPath(gesture.points)} className={classes.gripCasing} />
          <path d={formatDotsPath(gesture.points)} className={classes.grip} />
        </>
      )
    case "edit": {
      const type = selected.find(({ key }) => key === gesture.key)?.type
      if (type === undefined || !gesture.dragged) return null
      return <Line path={formatOutlinePath({ type, points: gesture.points })} />
    }
  }
}

const Line = ({ path }: { readonly path: string }) => (
  <>
    <path d={path} className={classes.casing} />
    <path d={path} className={classes.preview} />
  </>
)
