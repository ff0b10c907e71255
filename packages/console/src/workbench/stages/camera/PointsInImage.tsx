/** The points of the cloud over the image of a camera, in the colors of their distances. */
import { useEffect, useRef, useState } from "react"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { PointProjector } from "../../clouds/worker/PointProjector.ts"
import type { Camera } from "../../geometry/space/camera.ts"
import type { CameraPoints } from "../../geometry/space/cameraPoints.ts"
import type { Size } from "../../geometry/viewport.ts"
import { ramp } from "../cloud/scene/PointLayer.ts"
import type { ViewportStore } from "../image/ViewportStore.ts"
import classes from "./cameras.module.css"

interface PointsInImageProps extends Projected {
  readonly projector: PointProjector
  readonly viewport: ViewportStore
}

interface Projected {
  readonly camera: Camera
  readonly cloud: PreparedCloud
  /** That of the image. */
  readonly size: Size
}

export const PointsInImage = ({ projector, viewport, ...projected }: PointsInImageProps) => {
  const points = usePoints(projector, projected)
  return points === undefined ? null : <DrawnPoints points={points} viewport={viewport} />
}

/** Undefined until the worker has answered: points of another frame or image are in other places. */
const usePoints = (
  projector: PointProjector,
  { camera, cloud, size }: Projected,
): CameraPoints | undefined => {
  const [known, setKnown] = useState<Projected & { readonly points: CameraPoints }>()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    projector.project(camera, cloud, size, signal).then(
      (points) => setKnown({ camera, cloud, size, points }),
      (error: unknown) => {
        if (!signal.aborted) reportError(error)
      },
    )
    return () => stop.abort()
  }, [projector, camera, cloud, size])
  return known?.camera === camera && known.cloud === cloud && known.size === size ? known.points : undefined
}

interface DrawnPointsProps {
  readonly points: CameraPoints
  readonly viewport: ViewportStore
}

const DrawnPoints = ({ points, viewport }: DrawnPointsProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let pending = 0
    const draw = () => {
      pending = 0
      if (canvas.current !== null) drawPoints(canvas.current, points, viewport)
    }
    // A drag of the image moves it several times for each picture of the screen.
    const schedule = () => {
      if (pending === 0) pending = requestAnimationFrame(draw)
    }
    draw()
    const stop = viewport.subscribe(schedule)
    return () => {
      stop()
      cancelAnimationFrame(pending)
    }
  }, [points, viewport])
  return <canvas ref={canvas} className={classes.points} data-points={points.count} />
}

/** Colors from near to far. */
const shades = 24

/** The near end of the scale has the bright end of the ramp. */
const colors = Array.from({ length: shades }, (_, shade) => {
  const at = (1 - shade / (shades - 1)) * (ramp.length - 1)
  const [low, high] = [ramp[Math.floor(at)] ?? ramp[0], ramp[Math.ceil(at)] ?? ramp[0]]
  const channels = low.map((value, channel) => {
    const mixed = value + ((high[channel] ?? value) - value) * (at - Math.floor(at))
    return Math.round(mixed * 255)
  })
  return `rgb(${channels.join(" ")})`
})

/** Pixels of CSS that a point covers in each direction. */
const pointSize = 2

const drawPoints = (canvas: HTMLCanvasElement, points: CameraPoints, viewport: ViewportStore): void => {
  const { screen, state: current } = viewport
  const density = Math.min(globalThis.devicePixelRatio, 2)
  canvas.width = Math.round(screen.width * density)
  canvas.height = Math.round(screen.height * density)
  const context = canvas.getContext("2d")
  if (context === null) return
  const { count, depths, places } = points
  const scale = current.scale * density
  const side = pointSize * density
  let before = -1
  // They come in the order of their distances: the color changes as often as there are colors.
  for (let index = 0; index < count; index++) {
    const shade = Math.min(Math.floor((depths[index] ?? 0) * shades), shades - 1)
    if (shade !== before) context.fillStyle = colors[shade] ?? "white"
    before = shade
    const x = ((places[index * 2] ?? 0) - current.x) * scale
    const y = ((places[index * 2 + 1] ?? 0) - current.y) * scale
    context.fillRect(x - side / 2, y - side / 2, side, side)
  }
}
