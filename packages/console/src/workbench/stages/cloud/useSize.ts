/** The size of an element, also when it changes. */
import { useEffect, useState } from "react"

export interface Size {
  readonly width: number
  readonly height: number
}

export const useSize = (element: React.RefObject<Element | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  useEffect(() => {
    const observed = element.current
    if (observed === null) return
    const observer = new ResizeObserver(() =>
      setSize({ width: observed.clientWidth, height: observed.clientHeight }),
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return size
}
