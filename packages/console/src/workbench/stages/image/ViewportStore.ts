/** The viewport outside of React: a pan or a zoom sets attributes of the canvas, and no component is drawn anew. */
import { type RefObject, useLayoutEffect } from "react"
import { Observed } from "../../editor/Store.ts"
import type { Bounds } from "../../geometry/outline.ts"
import type { Point } from "../../geometry/point.ts"
import {
  fitArea,
  formatViewBox,
  makeWholeImage,
  panBy,
  type Size,
  showArea,
  toImage,
  type Viewport,
  zoomAt,
} from "../../geometry/viewport.ts"

export class ViewportStore extends Observed<Viewport> {
  private size: Size = { width: 1, height: 1 }
  private imageSize: Size | undefined
  /** Whether the person has moved the view: a new size of the window then does not fit the image again. */
  private moved = false
  /** The area that the view shows as large as it fits, until the person moves it: also in another size of the window, and once the image is there. */
  private area: { readonly bounds: Bounds; readonly frame: number } | undefined
  private camera: string | undefined
  private frame = 0

  /** `margin` in pixels of the screen, around an image that is shown whole. */
  constructor(private readonly margin = 24) {
    super({ x: 0, y: 0, scale: 1 })
  }

  get screen(): Size {
    return this.size
  }

  get image(): Size | undefined {
    return this.imageSize
  }

  /** Names the image that is shown next. The view of another camera begins with its whole image. */
  open(camera: string | undefined, frame: number): void {
    this.frame = frame
    if (camera === this.camera) return
    this.camera = camera
    this.imageSize = undefined
    this.moved = false
    this.area = undefined
  }

  setScreen(size: Size): void {
    this.size = size
    if (this.area !== undefined) this.fitAgain(this.area.bounds)
    else if (this.moved) this.notify()
    else this.fit()
  }

  /** Sets the size of the image. Images of one size keep the view, as the frames of a sequence need; another size keeps the area of its frame alone. */
  setImage(size: Size): void {
    const same = this.imageSize?.width === size.width && this.imageSize.height === size.height
    this.imageSize = size
    if (this.area !== undefined && (same || this.area.frame === this.frame)) this.fitAgain(this.area.bounds)
    else if (same) this.notify()
    else this.fit()
  }

  fit(): void {
    this.moved = false
    this.area = undefined
    if (this.imageSize === undefined) this.notify()
    else this.set(fitArea(makeWholeImage(this.imageSize), this.size, this.margin))
  }

  pan(by: Point): void {
    this.update(panBy(this.state, by, this.imageSize ?? this.size, this.size))
  }

  zoom(at: Point, factor: number): void {
    this.update(zoomAt(this.state, at, factor, this.imageSize ?? this.size))
  }

  /** Zooms in the middle of the screen. */
  zoomCentered(factor: number): void {
    this.zoom([this.size.width / 2, this.size.height / 2], factor)
  }

  show(area: Bounds): void {
    this.update(showArea(this.state, area, this.size))
  }

  /** Shows an area as large as it fits. */
  fitTo(area: Bounds): void {
    this.moved = true
    this.area = { bounds: area, frame: this.frame }
    this.fitAgain(area)
  }

  /** The image point under a point of the screen, relative to the canvas. */
  toImage(at: Point): Point {
    return toImage(this.state, at)
  }

  private update(view: Viewport): void {
    if (view === this.state) return
    this.moved = true
    this.area = undefined
    this.set(view)
  }

  private fitAgain(area: Bounds): void {
    this.set(fitArea(area, this.size, this.margin))
  }

  /** The view is the same in another screen, or of another image. */
  private notify(): void {
    this.set({ ...this.state })
  }
}

/** Keeps the image and the SVG where the viewport says, without React. */
interface Layers {
  readonly canvas: RefObject<HTMLElement | null>
  readonly image: RefObject<HTMLImageElement | null>
  readonly svg: RefObject<SVGSVGElement | null>
}

export const useViewBox = (viewport: ViewportStore, { canvas, image, svg }: Layers): void => {
  useLayoutEffect(() => {
    const place = () => {
      const { scale, x, y } = viewport.state
      svg.current?.setAttribute("viewBox", formatViewBox(viewport.state, viewport.screen))
      if (image.current === null) return
      image.current.style.transform = `matrix(${scale},0,0,${scale},${-x * scale},${-y * scale})`
      image.current.toggleAttribute("data-pixels", scale > 3)
    }
    const stop = viewport.subscribe(place)
    const element = canvas.current
    if (element === null) return stop
    const resized = new ResizeObserver(() =>
      viewport.setScreen({ width: element.clientWidth, height: element.clientHeight }),
    )
    resized.observe(element)
    viewport.setScreen({ width: element.clientWidth, height: element.clientHeight })
    return () => {
      stop()
      resized.disconnect()
    }
  }, [viewport, canvas, image, svg])
}
