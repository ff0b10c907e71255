/** The objects of other labels over those of the shown one, each label in its color. */
import { isDrawn } from "../../editor/label/annotation.ts"
import { formatOutlinePath } from "../../stages/image/outlinePath.ts"
import classes from "./adjudication.module.css"
import type { Overlay } from "./useAdjudication.ts"

export const OverlayLayer = ({ overlays }: { readonly overlays: ReadonlyArray<Overlay> }) =>
  overlays.map(({ annotations, color, letter }) => {
    const path = annotations.filter(isDrawn).map(formatOutlinePath).join("")
    return (
      <g key={letter} data-letter={letter} style={{ "--letter": color } as React.CSSProperties}>
        <path d={path} className={classes.casing} />
        <path d={path} className={classes.overlay} />
      </g>
    )
  })
