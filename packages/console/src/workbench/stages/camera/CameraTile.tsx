/** The image of one camera, with the cuboids that it sees. */
import { useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { PointProjector } from "../../clouds/worker/PointProjector.ts"
import type { Size } from "../../geometry/viewport.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { ImageMarks, listMarkPlaces } from "../image/ImageMarks.tsx"
import { ShapeLayer, type ShapeLayerProps } from "../image/ShapeLayer.tsx"
import { useViewBox, ViewportStore } from "../image/ViewportStore.ts"
import { CameraCaption } from "./CameraCaption.tsx"
import classes from "./cameras.module.css"
import { makeCameraInput } from "./makeCameraInput.ts"
import { CuboidOutlines, ShapeOutlines } from "./outlines.tsx"
import { PointsInImage } from "./PointsInImage.tsx"
import { listPressable, listSeenMarks, useSeen } from "./seenIn.ts"

export interface CameraTileProps {
  readonly image: CameraImage
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The shapes of the cloud. */
  readonly drawn: ReadonlyArray<ShownShape>
  /** The objects in the image; undefined if nothing is labeled. */
  readonly shapes?: ShapeLayerProps | undefined
  /** The cloud whose points are drawn in the image; undefined to draw none. */
  readonly cloud: PreparedCloud | undefined
  readonly projector: PointProjector
  readonly large: boolean
  /** Selects what was pressed; undefined for a press beside everything. */
  readonly onPick: (key: string | undefined, adds: boolean) => void
  readonly onVisit: (key: string) => void
  /** Shows it large, or with the others again. */
  readonly onLarge: (image: CameraImage) => void
}

const none: ShapeLayerProps["shapes"] = []

export const CameraTile = (props: CameraTileProps) => {
  const { cloud, cuboids, drawn, image, large, onLarge, onPick, onVisit, projector, shapes } = props
  const { t } = useTranslation("workbench")
  const figure = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const viewport = useMemo(() => new ViewportStore(0), [])
  useViewBox(viewport, { canvas, image: picture, svg })
  const loaded = useLoaded(image.url)
  const { camera } = image
  const size = loaded.size
  const { seen, seenShapes } = useSeen(image, size, { cuboids, drawn })
  const pressed = useMemo(
    () => [...(shapes?.shapes ?? none), ...listPressable(seenShapes)],
    [shapes?.shapes, seenShapes],
  )
  const marks = useMemo(
    () => [
      ...listSeenMarks(seen, seenShapes),
      ...(shapes === undefined ? [] : listMarkPlaces(shapes.shapes, shapes.warned)),
    ],
    [seen, seenShapes, shapes],
  )
  useStageInput(canvas, makeCameraInput({ viewport, seen, shapes: pressed, moves: large, onPick, onVisit }))
  const selects =
    [...seen, ...seenShapes].some(({ shown }) => shown.look === "selected") ||
    shapes?.shapes.some(({ key }) => shapes.selected.has(key)) === true
  useEffect(() => {
    if (selects) figure.current?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [selects])
  useEffect(() => {
    if (!large) viewport.fit()
  }, [large, viewport])
  return (
    <figure
      ref={figure}
      className={classes.tile}
      data-camera={image.name}
      data-sees={selects || undefined}
      data-loaded={size !== undefined || undefined}
      style={{ "--ratio": size === undefined ? 16 / 9 : size.width / size.height } as React.CSSProperties}
    >
      <CameraCaption image={image} large={large} onLarge={onLarge} />
      <div ref={canvas} className={classes.picture}>
        <img
          ref={picture}
          src={image.url}
          alt=""
          draggable={false}
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) => {
            const imageSize = { width: naturalWidth, height: naturalHeight }
            viewport.setImage(imageSize)
            loaded.set(imageSize)
          }}
          onError={() => loaded.set("failed")}
        />
        {camera === undefined || size === undefined || cloud === undefined ? null : (
          <PointsInImage
            camera={camera}
            cloud={cloud}
            size={size}
            projector={projector}
            viewport={viewport}
          />
        )}
        <svg ref={svg} preserveAspectRatio="none" aria-hidden="true">
          <CuboidOutlines seen={seen} />
          <ShapeOutlines seen={seenShapes} />
          {shapes === undefined ? null : <ShapeLayer {...shapes} />}
          <ImageMarks places={marks} viewport={viewport} />
        </svg>
        {size !== undefined || loaded.failed ? null : (
          <p className={classes.loading} role="status">
            {t("image.loading")}
          </p>
        )}
        {loaded.failed ? (
          <p className={classes.failed} role="alert">
            {t("image.failedHint", { url: image.url })}
          </p>
        ) : null}
      </div>
    </figure>
  )
}

/** Loads the image at an address. That of another address is forgotten: its cuboids are others. */
const useLoaded = (url: string) => {
  const [known, setKnown] = useState<{ readonly url: string; readonly state: Size | "failed" }>()
  const state = known?.url === url ? known.state : undefined
  return {
    size: state === "failed" ? undefined : state,
    failed: state === "failed",
    set: (now: Size | "failed") => setKnown({ url, state: now }),
  }
}
