/** The lines through the pointer. They move without React. */
import { useEffect, useRef } from "react"
import { locateWithin } from "../../input/locateWithin.ts"
import classes from "./canvas.module.css"

export const PointerCross = () => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const cross = ref.current
    const canvas = cross?.closest<HTMLElement>("[role=application]")
    if (cross === null || canvas == null) return
    const stop = new AbortController()
    const within = locateWithin(canvas)
    canvas.addEventListener(
      "pointermove",
      (event) => {
        const [x, y] = within(event)
        cross.style.setProperty("--x", `${x}px`)
        cross.style.setProperty("--y", `${y}px`)
        cross.toggleAttribute("data-shown", true)
      },
      { signal: stop.signal },
    )
    canvas.addEventListener("pointerleave", () => cross.toggleAttribute("data-shown", false), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [])
  return (
    <div ref={ref} className={classes.pointerCross} data-testid="crosshair" aria-hidden="true">
      <i />
      <i />
    </div>
  )
}
