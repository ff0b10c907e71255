/** Another label of the image beside the one that is edited: both move together, and nothing is edited here. */
import { useId, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { displayStore } from "../../display/DisplaySettings.ts"
import { isDrawn } from "../../editor/label/annotation.ts"
import { useStore } from "../../editor/useStore.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import type { Beside } from "../../panels/adjudication/useBeside.ts"
import { useWork } from "../../Work.ts"
import classes from "./canvas.module.css"
import { formatImageFilter, ImageFilter } from "./ImageFilter.tsx"
import { makeImageInput, panView } from "./makeImageInput.ts"
import { NameLayer } from "./NameLayer.tsx"
import { Picture } from "./Picture.ts"
import { SampleImage } from "./SampleImage.tsx"
import { CanvasShapes, ShapeLayer } from "./ShapeLayer.tsx"
import { useViewBox, type ViewportStore } from "./ViewportStore.ts"

interface BesideCanvasProps {
  readonly beside: Beside
  /** That of the label which is edited. */
  readonly viewport: ViewportStore
  readonly url: string | undefined
}

const noWarnings: ReadonlySet<string> = new Set()

export const BesideCanvas = ({ beside, url, viewport }: BesideCanvasProps) => {
  const { editor } = useWork()
  const { t } = useTranslation("workbench")
  const canvas = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const [picture] = useState(() => new Picture())
  const display = useStore(displayStore)
  const filterId = useId()
  useViewBox(viewport, { canvas, image, svg })
  useStageInput(
    canvas,
    useMemo(
      () => ({ ...makeImageInput(canvas, viewport, []), press: ({ at }) => panView(viewport, at) }),
      [viewport],
    ),
  )
  const { categories } = editor.setting.configuration
  const colors = useMemo(() => new Map(categories.map(({ color, id }) => [id, color])), [categories])
  const shapes = useMemo(() => beside.annotations.filter(isDrawn), [beside.annotations])
  return (
    <div
      ref={canvas}
      className={classes.canvas}
      style={{ "--fill": display.fill, "--outline": `${display.outline}px` } as React.CSSProperties}
      data-tool="edit"
      data-testid="beside"
      role="img"
      aria-label={t("adjudication.besideLabel", { letter: beside.letter, count: shapes.length })}
    >
      <SampleImage
        key={url}
        url={url}
        picture={picture}
        viewport={viewport}
        filter={formatImageFilter(display, filterId)}
        ref={image}
      />
      {display.gamma === 1 ? null : <ImageFilter id={filterId} gamma={display.gamma} />}
      <CanvasShapes
        colors={colors}
        display={display}
        selected={beside.selected}
        shapes={shapes}
        viewport={viewport}
      />
      <svg
        ref={svg}
        className={classes.layer}
        data-filled={display.fill > 0 || undefined}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <ShapeLayer shapes={shapes} selected={beside.selected} warned={noWarnings} colors={colors} />
      </svg>
      {display.names === "off" ? null : (
        <NameLayer
          categories={categories}
          choice={display.names}
          selected={beside.selected}
          shapes={shapes}
          viewport={viewport}
        />
      )}
    </div>
  )
}
