/** The canvas: the image, and above it the shapes as SVG. */
import { useId, useLayoutEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { displayStore } from "../../display/DisplaySettings.ts"
import type { MaskDocument } from "../../documents/bitmap/MaskDocument.ts"
import { getLabel, listDrawn } from "../../editor/EditorState.ts"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { listLinks } from "../../editor/label/links.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { Point } from "../../geometry/point.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import { OverlayLayer } from "../../panels/adjudication/OverlayLayer.tsx"
import { IssuePins } from "../../panels/issues/IssuePins.tsx"
import { CompareLayer } from "../../panels/review/CompareLayer.tsx"
import { useWork } from "../../Work.ts"
import classes from "./canvas.module.css"
import { GestureLayer } from "./GestureLayer.tsx"
import { GridLayer } from "./GridLayer.tsx"
import { formatImageFilter, ImageFilter } from "./ImageFilter.tsx"
import { ImageMarks, listMarkPlaces } from "./ImageMarks.tsx"
import { LinkLayer } from "./LinkLayer.tsx"
import { MaskLayer } from "./MaskLayer.tsx"
import { makeImageInput } from "./makeImageInput.ts"
import { makeImageTool } from "./makeImageTool.ts"
import { NameLayer } from "./NameLayer.tsx"
import type { Picture } from "./Picture.ts"
import { openShown } from "./Places.ts"
import { PointerCross } from "./PointerCross.tsx"
import { SampleImage } from "./SampleImage.tsx"
import { CanvasShapes, ShapeLayer } from "./ShapeLayer.tsx"
import type { ViewportStore } from "./ViewportStore.ts"
import { useViewBox } from "./ViewportStore.ts"

interface CanvasProps {
  readonly viewport: ViewportStore
  readonly picture: Picture
  /** The bitmap, where objects are areas. */
  readonly mask?: MaskDocument | undefined
  /** The address of the shown image; undefined where the sample has none. */
  readonly url: string | undefined
  /** The cross of the keyboard, while it draws. */
  readonly cross: Point | undefined
  /** Called when the pointer draws, which ends drawing with the keyboard. */
  readonly onPointer: () => void
  /** Further drawings below the shapes, in pixels of the image. */
  readonly under?: React.ReactNode
}

export const Canvas = (props: CanvasProps) => {
  const { cross, mask, onPointer, picture, under, url, viewport } = props
  const { adjudication, editor, review, warned } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const canvas = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame and the sensor decide when
  useLayoutEffect(() => openShown(editor, viewport), [editor, viewport, state.frame, state.sensor])
  useViewBox(viewport, { canvas, image, svg })
  useStageInput(
    canvas,
    useMemo(
      () => makeImageInput(canvas, viewport, [makeImageTool({ editor, viewport, picture, onPointer })]),
      [editor, onPointer, picture, viewport],
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected changes drawings only where it hides the others
  const shapes = useMemo(
    () => listDrawn(state),
    [state.history.present, state.sensor, state.frame, state.hidden, state.hidesOthers && state.selected],
  )
  const shown = useStore(picture)
  const display = useStore(displayStore)
  const filterId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: links are those of the label alone
  const links = useMemo(() => listLinks(getLabel(state)), [state.history.present, state.sensor])
  const { categories } = editor.setting.configuration
  const letterColor = adjudication?.color
  const colors = useMemo(
    () => new Map(categories.map(({ color, id }) => [id, letterColor ?? color])),
    [categories, letterColor],
  )
  const marks = useMemo(() => listMarkPlaces(shapes, warned), [shapes, warned])
  const gripped = shapes.filter(
    ({ key }: DrawnAnnotation) => state.selected.has(key) && !state.locked.has(key),
  )
  return (
    // The list of objects beside it says the same to people who do not see the canvas.
    <div
      ref={canvas}
      className={classes.canvas}
      data-tool={state.tool}
      data-picture={shown.status}
      // Custom properties go through the CSSOM, which the page's policy permits.
      style={{ "--fill": display.fill, "--outline": `${display.outline}px` } as React.CSSProperties}
      data-testid="canvas"
      role="application"
      aria-label={t("canvas.label", {
        count: mask === undefined ? shapes.length : listAnnotations(getLabel(state), state.frame).length,
      })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes keys and pointers, as its role says
      tabIndex={0}
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
      {mask === undefined ? null : (
        <MaskLayer
          key={mask.frame}
          mask={mask}
          image={shown.url === url ? shown.size : undefined}
          viewport={viewport}
        />
      )}
      {display.grid && shown.status === "ready" ? <GridLayer viewport={viewport} /> : null}
      <CanvasShapes
        colors={colors}
        display={display}
        selected={state.selected}
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
        {under}
        <ShapeLayer shapes={shapes} selected={state.selected} warned={warned} colors={colors} />
        <LinkLayer links={links} shapes={shapes} />
        <ImageMarks places={marks} viewport={viewport} />
        {review.comparison === undefined ? null : <CompareLayer comparison={review.comparison} />}
        {adjudication === undefined ? null : <OverlayLayer overlays={adjudication.overlays} />}
        <GestureLayer gesture={state.gesture} selected={state.readOnly ? [] : gripped} />
        {cross === undefined ? null : (
          <path className={classes.cross} d={`M${cross[0]} -1e5V1e5M-1e5 ${cross[1]}H1e5`} />
        )}
      </svg>
      {display.names === "off" ? null : (
        <NameLayer
          categories={categories}
          choice={display.names}
          selected={state.selected}
          shapes={shapes}
          viewport={viewport}
        />
      )}
      {display.crosshair && state.tool !== "edit" ? <PointerCross /> : null}
      <IssuePins viewport={viewport} />
    </div>
  )
}
