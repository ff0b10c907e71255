import { type RefObject, useLayoutEffect } from "react"

/** The least height, in pixels. */
const least = 280

/** The distance to the bottom of the window, in pixels. */
const margin = 24

/** Lets an element end at the bottom of the window, wherever it begins, with place for what stands below it, in pixels. */
export const useFillHeight = (element: RefObject<HTMLElement | null>, below = 0): void => {
  useLayoutEffect(() => {
    const fill = () => {
      const { current } = element
      if (current === null) return
      const top = current.getBoundingClientRect().top + scrollY
      current.style.height = `${Math.max(least, innerHeight - top - below - margin)}px`
    }
    fill()
    // What stands above may grow: filters wrap, and alerts come and go.
    const observer = new ResizeObserver(fill)
    observer.observe(document.body)
    addEventListener("resize", fill)
    return () => {
      observer.disconnect()
      removeEventListener("resize", fill)
    }
  })
}
