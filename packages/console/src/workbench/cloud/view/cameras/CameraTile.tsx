/** The image of one camera, with the cuboids that it sees. */
import { UnstyledButton } from "@mantine/core"
import { memo, useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { visibleText } from "../../../../ui/visibleText.ts"
import type { Size } from "../../../model/geometry/viewport.ts"
import { linePath } from "../../../view/canvas/outlinePath.ts"
import { useViewBox } from "../../../view/canvas/useViewBox.ts"
import { ViewportStore } from "../../../view/canvas/ViewportStore.ts"
import type { CameraOutline } from "../../model/cameraOutline.ts"
import type { PreparedCloud } from "../../model/prepared.ts"
import type { CameraImage } from "../../session/cameras.ts"
import type { ShownCuboid } from "../scene/CuboidLayer.ts"
import classes from "./cameras.module.css"
import { PointsInImage } from "./PointsInImage.tsx"
import { seenIn } from "./seenIn.ts"
import { useCameraPointer } from "./useCameraPointer.ts"

export interface CameraTileProps {
  readonly image: CameraImage
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The cloud whose points are drawn in the image; undefined to draw none. */
  readonly cloud: PreparedCloud | undefined
  readonly large: boolean
  /** Selects what was pressed; undefined for a press beside everything. */
  readonly onPick: (key: string | undefined, adds: boolean) => void
  readonly onVisit: (cuboid: ShownCuboid) => void
  /** Shows it large, or with the others again. */
  readonly onLarge: (name: string) => void
}

export const CameraTile = (props: CameraTileProps) => {
  const { cloud, cuboids, image, large, onLarge, onPick, onVisit } = props
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
  const sees = useMemo(
    () => (camera === undefined || size === undefined ? undefined : seenIn(camera, size)),
    [camera, size],
  )
  const seen = useMemo(() => sees?.(cuboids) ?? [], [sees, cuboids])
  useCameraPointer({ canvas, viewport, seen, moves: large, onPick, onVisit })
  const selects = seen.some(({ shown }) => shown.look === "selected")
  useEffect(() => {
    if (selects) figure.current?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [selects])
  useEffect(() => {
    if (!large) viewport.fit()
  }, [large, viewport])
  const name = visibleText(image.name)
  return (
    <figure
      ref={figure}
      className={classes.tile}
      data-camera={image.name}
      data-sees={selects || undefined}
      data-loaded={size !== undefined || undefined}
      style={{ "--ratio": size === undefined ? 16 / 9 : size.width / size.height } as React.CSSProperties}
    >
      <figcaption className={classes.caption}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {camera === undefined ? <span>{t("cloud.cameras.uncalibrated")}</span> : null}
        <UnstyledButton
          className={classes.enlarge}
          aria-pressed={large}
          aria-label={t(large ? "cloud.cameras.all" : "cloud.cameras.enlarge", { name })}
          onClick={() => onLarge(image.name)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={large ? "M7 3v4H3M9 13V9h4" : "M9 3h4v4M7 13H3V9"} />
          </svg>
        </UnstyledButton>
      </figcaption>
      <div ref={canvas} className={classes.picture}>
        <img
          ref={picture}
          src={image.url}
          alt=""
          draggable={false}
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) => {
            const found = { width: naturalWidth, height: naturalHeight }
            viewport.setImage(found)
            loaded.set(found)
          }}
          onError={() => loaded.set("failed")}
        />
        {camera === undefined || size === undefined || cloud === undefined ? null : (
          <PointsInImage camera={camera} cloud={cloud} size={size} viewport={viewport} />
        )}
        <svg ref={svg} preserveAspectRatio="none" aria-hidden="true">
          {seen.map(({ outline, shown: { color, key, look } }) => (
            <Outline
              key={`${key} ${look === "before"}`}
              color={color}
              look={look}
              objectKey={key}
              outline={outline}
            />
          ))}
        </svg>
        {loaded.failed ? <p className={classes.failed}>{t("cloud.cameras.failed")}</p> : null}
      </div>
    </figure>
  )
}

interface OutlineProps extends Pick<ShownCuboid, "color" | "look"> {
  readonly objectKey: string
  readonly outline: CameraOutline
}

/** Drawn anew only when it is edited or selected. */
const Outline = memo(({ color, look, objectKey, outline }: OutlineProps) => {
  const path = outline.lines.map(linePath).join("")
  return (
    <g
      className={classes.cuboid}
      data-key={objectKey}
      data-look={look}
      style={{ "--category": color } as React.CSSProperties}
    >
      {look === "selected" ? <path className={classes.area} d={`${linePath(outline.hull)}Z`} /> : null}
      <path className={classes.casing} d={path} />
      <path className={classes.edges} d={path} />
      {look === "selected" ? (
        <path className={classes.front} d={outline.front.map(linePath).join("")} />
      ) : null}
    </g>
  )
})
Outline.displayName = "Outline"

/** What is known of the image at an address. That of another address is forgotten: its cuboids are others. */
const useLoaded = (url: string) => {
  const [known, setKnown] = useState<{ readonly url: string; readonly state: Size | "failed" }>()
  const state = known?.url === url ? known.state : undefined
  return {
    size: state === "failed" ? undefined : state,
    failed: state === "failed",
    set: (now: Size | "failed") => setKnown({ url, state: now }),
  }
}
