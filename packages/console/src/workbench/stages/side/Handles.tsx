/** The handles of a cuboid in a view without perspective: its body, faces, corners, and its heading in the view from above. */
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import { computeHalfSize, type SideName } from "../../geometry/space/sideView.ts"
import type { Pair } from "../../tools/cuboid/grabCuboid.ts"
import classes from "../cloud/cloud.module.css"
import type { Size } from "../cloud/useSize.ts"

interface HandlesProps {
  readonly cuboid: Cuboid
  readonly name: SideName
  readonly scale: number
  readonly size: Size
  readonly pan: Pair
}

const places = [-1, 0, 1] as const

export const Handles = ({ cuboid, name, pan, scale, size }: HandlesProps) => {
  const [halfWidth, halfHeight] = computeHalfSize(cuboid, name).map((half) => half / scale) as [
    number,
    number,
  ]
  const [x, y] = [size.width / 2 - pan[0] / scale, size.height / 2 + pan[1] / scale]
  return (
    <>
      <rect
        className={classes.body}
        x={x - halfWidth}
        y={y - halfHeight}
        width={halfWidth * 2}
        height={halfHeight * 2}
        data-body=""
      />
      {places.flatMap((right) =>
        places.map((up) =>
          right === 0 && up === 0 ? null : (
            <circle
              key={`${right} ${up}`}
              className={classes.handle}
              data-handle={`${right} ${up}`}
              cx={x + right * halfWidth}
              cy={y - up * halfHeight}
              r={4}
            />
          ),
        ),
      )}
      {name === "top" ? (
        <circle className={classes.turn} data-handle="turn" cx={x + halfWidth + 18} cy={y} r={5} />
      ) : null}
    </>
  )
}
