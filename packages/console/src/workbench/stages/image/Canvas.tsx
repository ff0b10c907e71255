/** The canvas: the image, and above it the shapes as SVG. */
import { useLayoutEffect, useMemo, useRef } from "react"
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
import { ImageMarks, listMarkPlaces } from "./ImageMarks.tsx"
import { ImageStage } from "./ImageStage.tsx"
import { LinkLayer } from "./LinkLayer.tsx"
import { MaskLayer } from "./MaskLayer.tsx"
import { makeImageInput } from "./makeImageInput.ts"
import { makeImageTool } from "./makeImageTool.ts"
import type { Picture } from "./Picture.ts"
import { openShown } from "./Places.ts"
import { PointerCross } from "./PointerCross.tsx"
import type { ViewportStore } from "./ViewportStore.ts"

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame and the sensor decide when
  useLayoutEffect(() => openShown(editor, viewport), [editor, viewport, state.frame, state.sensor])
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
  const label = t("canvas.label", {
    count: mask === undefined ? shapes.length : listAnnotations(getLabel(state), state.frame).length,
  })
  return (
    <ImageStage
      canvas={canvas}
      viewport={viewport}
      picture={picture}
      url={url}
      shapes={shapes}
      selected={state.selected}
      warned={warned}
      colors={colors}
      under={under}
      element={{
        "data-tool": state.tool,
        "data-picture": shown.status,
        "data-testid": "canvas",
        // The list of objects beside it says the same to people who do not see the canvas. It takes keys and pointers.
        role: "application",
        "aria-label": label,
        tabIndex: 0,
      }}
      onImage={
        <>
          {mask === undefined ? null : (
            <MaskLayer
              key={mask.frame}
              mask={mask}
              image={shown.url === url ? shown.size : undefined}
              viewport={viewport}
            />
          )}
          {display.grid && shown.status === "ready" ? <GridLayer viewport={viewport} /> : null}
        </>
      }
      over={
        <>
          <LinkLayer links={links} shapes={shapes} />
          <ImageMarks places={marks} viewport={viewport} />
          {review.comparison === undefined ? null : <CompareLayer comparison={review.comparison} />}
          {adjudication === undefined ? null : <OverlayLayer overlays={adjudication.overlays} />}
          <GestureLayer gesture={state.gesture} selected={state.readOnly ? [] : gripped} />
          {cross === undefined ? null : (
            <path className={classes.cross} d={`M${cross[0]} -1e5V1e5M-1e5 ${cross[1]}H1e5`} />
          )}
        </>
      }
    >
      {display.crosshair && state.tool !== "edit" ? <PointerCross /> : null}
      <IssuePins viewport={viewport} />
    </ImageStage>
  )
}
