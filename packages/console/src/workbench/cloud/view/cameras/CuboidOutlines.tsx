/** The cuboids in the image of a camera. */
import { memo } from "react"
import { formatLinePath } from "../../../view/canvas/outlinePath.ts"
import type { CameraOutline } from "../../model/cameraOutline.ts"
import type { ShownCuboid } from "../scene/CuboidLayer.ts"
import classes from "./cameras.module.css"
import type { SeenCuboid } from "./seenIn.ts"

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
