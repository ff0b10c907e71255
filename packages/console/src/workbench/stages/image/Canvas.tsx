/** The canvas: the image, and above it the shapes as SVG. */
import { Alert } from "@mantine/core"
import { useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { MaskDocument } from "../../documents/bitmap/MaskDocument.ts"
import { getLabel, listDrawn } from "../../editor/EditorState.ts"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { listLinks } from "../../editor/label/links.ts"
import { useEditor } from "../../editor/useStore.ts"
import type { Point } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import { IssuePins } from "../../panels/issues/IssuePins.tsx"
import { CompareLayer } from "../../panels/review/CompareLayer.tsx"
import { useWork } from "../../Work.ts"
import classes from "./canvas.module.css"
import { GestureLayer } from "./GestureLayer.tsx"
import { ImageMarks, listMarkPlaces } from "./ImageMarks.tsx"
import { LinkLayer } from "./LinkLayer.tsx"
import { MaskLayer } from "./MaskLayer.tsx"
import { makeImageInput } from "./makeImageInput.ts"
import { makeImageTool } from "./makeImageTool.ts"
import { CanvasShapes, ShapeLayer } from "./ShapeLayer.tsx"
import type { ViewportStore } from "./ViewportStore.ts"
import { useViewBox } from "./ViewportStore.ts"

interface CanvasProps {
  readonly viewport: ViewportStore
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
  const { cross, mask, onPointer, under, url, viewport } = props
  const { editor, review, warned } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const canvas = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  useViewBox(viewport, { canvas, image, svg })
  useStageInput(
    canvas,
    useMemo(
      () => makeImageInput(canvas, viewport, [makeImageTool(editor, viewport, onPointer)]),
      [editor, onPointer, viewport],
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected changes drawings only where it hides the others
  const shapes = useMemo(
    () => listDrawn(state),
    [state.history.present, state.sensor, state.frame, state.hidden, state.hidesOthers && state.selected],
  )
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly size: Size }>()
  const setSize = (size: Size) => {
    viewport.setImage(size)
    if (url !== undefined) setLoaded({ url, size })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: links are those of the label alone
  const links = useMemo(() => listLinks(getLabel(state)), [state.history.present, state.sensor])
  const { categories } = editor.setting.configuration
  const colors = useMemo(() => new Map(categories.map(({ color, id }) => [id, color])), [categories])
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
      data-testid="canvas"
      role="application"
      aria-label={t("canvas.label", {
        count: mask === undefined ? shapes.length : listAnnotations(getLabel(state), state.frame).length,
      })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes keys and pointers, as its role says
      tabIndex={0}
    >
      <SampleImage key={url} url={url} onSize={setSize} ref={image} />
      {mask === undefined ? null : (
        <MaskLayer
          key={mask.frame}
          mask={mask}
          image={loaded?.url === url ? loaded?.size : undefined}
          viewport={viewport}
        />
      )}
      <CanvasShapes colors={colors} selected={state.selected} shapes={shapes} viewport={viewport} />
      <svg ref={svg} className={classes.layer} preserveAspectRatio="none" aria-hidden="true">
        {under}
        <ShapeLayer shapes={shapes} selected={state.selected} warned={warned} colors={colors} />
        <LinkLayer links={links} shapes={shapes} />
        <ImageMarks places={marks} viewport={viewport} />
        {review.comparison === undefined ? null : <CompareLayer comparison={review.comparison} />}
        <GestureLayer gesture={state.gesture} selected={state.readOnly ? [] : gripped} />
        {cross === undefined ? null : (
          <path className={classes.cross} d={`M${cross[0]} -1e5V1e5M-1e5 ${cross[1]}H1e5`} />
        )}
      </svg>
      <IssuePins viewport={viewport} />
    </div>
  )
}

interface SampleImageProps {
  readonly url: string | undefined
  /** Called with the size of the image once it is loaded. */
  readonly onSize: (size: Size) => void
  readonly ref: React.Ref<HTMLImageElement>
}

const SampleImage = ({ onSize, ref, url }: SampleImageProps) => {
  const { t } = useTranslation("workbench")
  const [failed, setFailed] = useState(false)
  if (url === undefined || failed)
    return (
      <Alert color="red" className={classes.message} title={t("image.failed")} role="alert">
        {url === undefined ? t("image.none") : t("image.failedHint", { url })}
      </Alert>
    )
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      draggable={false}
      referrerPolicy="no-referrer"
      className={classes.image}
      onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) =>
        onSize({ width: naturalWidth, height: naturalHeight })
      }
      onError={() => setFailed(true)}
    />
  )
}
