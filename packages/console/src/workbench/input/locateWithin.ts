/** Finds where in an element a pointer is. */
import type { Point } from "../geometry/point.ts"

/**
 * Measures an element at most once a frame: a pointer reports many places in one, and each measuring after something
 * was moved would lay out the page.
 */
export const locateWithin = (element: Element): ((event: MouseEvent) => Point) => {
  let area: DOMRect | undefined
  return ({ clientX, clientY }) => {
    if (area === undefined) {
      area = element.getBoundingClientRect()
      requestAnimationFrame(() => {
        area = undefined
      })
    }
    return [clientX - area.left, clientY - area.top]
  }
}
