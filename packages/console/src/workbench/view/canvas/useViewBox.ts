/** Keeps the image and the SVG where the viewport says, without React. */
import { type RefObject, useLayoutEffect } from "react"
import { formatViewBox } from "../../model/geometry/viewport.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface Layers {
  readonly canvas: RefObject<HTMLElement | null>
  readonly image: RefObject<HTMLImageElement | null>
  readonly svg: RefObject<SVGSVGElement | null>
}

export const useViewBox = (viewport: ViewportStore, { canvas, image, svg }: Layers): void => {
  useLayoutEffect(() => {
    const place = () => {
      const { scale, x, y } = viewport.current
      svg.current?.setAttribute("viewBox", formatViewBox(viewport.current, viewport.screen))
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
