/** The cuboids and shapes of a cloud in the image of a camera. */
import { memo } from "react"
import type { CameraOutline } from "../../geometry/space/cameraOutline.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import { formatDotsPath, formatLinePath } from "../image/outlinePath.ts"
import classes from "./cameras.module.css"
import type { SeenCuboid, SeenShape } from "./seenIn.ts"

export const CuboidOutlines = ({ seen }: { readonly seen: ReadonlyArray<SeenCuboid> }) =>
  seen.map(({ outline, shown: { color, key, look, sensor } }) => (
    <CuboidOutline
      key={`${sensor ?? ""} ${key} ${look === "before"}`}
      color={color}
      look={look}
      objectKey={key}
      outline={outline}
    />
  ))

interface CuboidOutlineProps extends Pick<ShownCuboid, "color" | "look"> {
  readonly objectKey: string
  readonly outline: CameraOutline
}

/** Drawn anew only when it is edited or selected. */
const CuboidOutline = memo(({ color, look, objectKey, outline }: CuboidOutlineProps) => {
  const path = outline.lines.map(formatLinePath).join("")
  return (
    <g
      className={classes.cuboid}
      data-key={objectKey}
      data-look={look}
      style={{ "--category": color } as React.CSSProperties}
    >
      {look === "selected" ? <path className={classes.area} d={`${formatLinePath(outline.hull)}Z`} /> : null}
      <path className={classes.casing} d={path} />
      <path className={classes.edges} d={path} />
      {look === "selected" ? (
        <path className={classes.front} d={outline.front.map(formatLinePath).join("")} />
      ) : null}
    </g>
  )
})
CuboidOutline.displayName = "CuboidOutline"

/** The shapes of a cloud in the image of a camera. */
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
