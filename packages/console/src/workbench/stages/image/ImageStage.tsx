/** An image with the shapes of a label above it, as SVG. What is edited, compared or marked there is added by its caller. */
import { type ReactNode, type RefObject, useId, useRef } from "react"
import { displayStore } from "../../display/DisplaySettings.ts"
import type { DrawnAnnotation } from "../../editor/label/annotation.ts"
import { useStore } from "../../editor/useStore.ts"
import { useWork } from "../../Work.ts"
import classes from "./canvas.module.css"
import { formatImageFilter, ImageFilter } from "./ImageFilter.tsx"
import { NameLayer } from "./NameLayer.tsx"
import type { Picture } from "./Picture.ts"
import { SampleImage } from "./SampleImage.tsx"
import { CanvasShapes, ShapeLayer } from "./ShapeLayer.tsx"
import { useViewBox, type ViewportStore } from "./ViewportStore.ts"

interface ImageStageProps {
  /** The element that takes pointers. */
  readonly canvas: RefObject<HTMLDivElement | null>
  readonly viewport: ViewportStore
  readonly picture: Picture
  /** The address of the shown image; undefined where the sample has none. */
  readonly url: string | undefined
  readonly shapes: ReadonlyArray<DrawnAnnotation>
  readonly selected: ReadonlySet<string>
  readonly warned: ReadonlySet<string>
  /** By category. */
  readonly colors: ReadonlyMap<number, string>
  /** The role, the name and the marks of the element. */
  readonly element: Pick<React.ComponentProps<"div">, "aria-label" | "role" | "tabIndex"> & {
    readonly [Mark in `data-${string}`]?: string
  }
  /** Between the image and the shapes. */
  readonly onImage?: ReactNode
  /** Drawings below the shapes, in pixels of the image. */
  readonly under?: ReactNode
  /** Drawings above the shapes, in pixels of the image. */
  readonly over?: ReactNode
  /** Above all of it. */
  readonly children?: ReactNode
}

export const ImageStage = (props: ImageStageProps) => {
  const { canvas, children, colors, element, onImage, over, picture, selected, shapes, under, url } = props
  const { viewport, warned } = props
  const { editor } = useWork()
  const image = useRef<HTMLImageElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const display = useStore(displayStore)
  const filterId = useId()
  useViewBox(viewport, { canvas, image, svg })
  return (
    <div
      ref={canvas}
      className={classes.canvas}
      // Custom properties go through the CSSOM, which the page's policy permits.
      style={{ "--fill": display.fill, "--outline": `${display.outline}px` } as React.CSSProperties}
      {...element}
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
      {onImage}
      <CanvasShapes
        colors={colors}
        display={display}
        selected={selected}
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
        <ShapeLayer shapes={shapes} selected={selected} warned={warned} colors={colors} />
        {over}
      </svg>
      {display.names === "off" ? null : (
        <NameLayer
          categories={editor.setting.configuration.categories}
          choice={display.names}
          selected={selected}
          shapes={shapes}
          viewport={viewport}
        />
      )}
      {children}
    </div>
  )
}
