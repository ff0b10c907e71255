/** The visible part of the image. Panning and zooming change it and nothing else: the shapes are not drawn anew. */
import type { Bounds } from "./outline.ts"
import type { Point } from "./point.ts"

/** A size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The image point in the upper left corner of the screen area, and screen pixels per image pixel. */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** The largest and the least scale: one image pixel as wide as a thumb, one image as wide as a thumbnail. */
const maxScale = 64
const leastImage = 48

/** The whole area in the middle of the screen, with a margin in pixels of the screen. */
export const fitArea = (area: Bounds, screen: Size, margin = 24): Viewport => {
  const width = Math.max(area.right - area.left, 1)
  const height = Math.max(area.bottom - area.top, 1)
  const scale = Math.min(
    maxScale,
    Math.max(screen.width - 2 * margin, 1) / width,
    Math.max(screen.height - 2 * margin, 1) / height,
  )
  return {
    scale,
    x: (area.left + area.right - screen.width / scale) / 2,
    y: (area.top + area.bottom - screen.height / scale) / 2,
  }
}

/** The bounds of a whole image. */
export const makeWholeImage = ({ height, width }: Size): Bounds => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
})

/** The image point under a screen point. */
export const toImage = ({ scale, x, y }: Viewport, [screenX, screenY]: Point): Point => [
  x + screenX / scale,
  y + screenY / scale,
]

/** The screen point of an image point. */
export const toScreen = ({ scale, x, y }: Viewport, [imageX, imageY]: Point): Point => [
  (imageX - x) * scale,
  (imageY - y) * scale,
]

/** Zooms by a factor; the image point under the pointer stays there. */
export const zoomAt = (view: Viewport, pointer: Point, factor: number, image: Size): Viewport => {
  const least = leastImage / Math.max(image.width, image.height, 1)
  const scale = Math.min(maxScale, Math.max(Math.min(least, view.scale), view.scale * factor))
  const [x, y] = toImage(view, pointer)
  return { scale, x: x - pointer[0] / scale, y: y - pointer[1] / scale }
}

/** Moves the image by screen pixels. A strip of it always stays in sight. */
export const panBy = (view: Viewport, [dx, dy]: Point, image: Size, screen: Size): Viewport => ({
  scale: view.scale,
  x: keepInside(view.x - dx / view.scale, image.width, screen.width / view.scale),
  y: keepInside(view.y - dy / view.scale, image.height, screen.height / view.scale),
})

/** The start of the visible range, so that a tenth of the screen or the whole image stays visible. */
const keepInside = (start: number, image: number, visible: number): number => {
  const strip = Math.min(image, visible / 10)
  return Math.min(image - strip, Math.max(strip - visible, start))
}

/** The value of an SVG's `viewBox`. */
export const formatViewBox = ({ scale, x, y }: Viewport, screen: Size): string =>
  `${x} ${y} ${screen.width / scale} ${screen.height / scale}`

/** The view moved as little as needed to show an area; fitted when the area is larger than the screen. */
export const showArea = (view: Viewport, area: Bounds, screen: Size): Viewport => {
  const width = screen.width / view.scale
  const height = screen.height / view.scale
  if (area.right - area.left > width || area.bottom - area.top > height) return fitArea(area, screen)
  const outside =
    area.left < view.x || area.top < view.y || area.right > view.x + width || area.bottom > view.y + height
  if (!outside) return view
  return {
    scale: view.scale,
    x: (area.left + area.right - width) / 2,
    y: (area.top + area.bottom - height) / 2,
  }
}
