/** Whether a scroller has more at its right than it shows. */
import { type RefObject, useEffect, useState } from "react"

export const useOverflow = (scroller: RefObject<HTMLElement | null>): boolean => {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (element === null || content == null) return
    const read = () => setOverflows(element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    // Observed elements are reported once at first.
    const observer = new ResizeObserver(read)
    observer.observe(element)
    observer.observe(content)
    element.addEventListener("scroll", read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", read)
    }
  }, [scroller])
  return overflows
}
