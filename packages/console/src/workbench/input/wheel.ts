/** The zoom that a wheel asks for, the same over each stage. */

/** Pixels of a unit of the event: pixels, lines and pages. A notch is 100 pixels in Chromium, three lines in Firefox, or a page. */
const pixelsOfUnit = [1, 100 / 3, 100] as const

/** A long turn that arrives as one event zooms at most so far, as a power of e. */
const longestStep = 0.48

/** A pinch on a touch pad arrives as a wheel with Ctrl, in smaller steps. */
const rate = { wheel: 0.0015, pinch: 0.01 } as const

/** The factor of a wheel event: above 1 comes nearer. */
export const readZoom = ({
  ctrlKey,
  deltaMode,
  deltaY,
}: Pick<WheelEvent, "ctrlKey" | "deltaMode" | "deltaY">): number => {
  const pixels = deltaY * (pixelsOfUnit[deltaMode] ?? 1)
  const step = pixels * (ctrlKey ? rate.pinch : rate.wheel)
  return Math.exp(-Math.min(Math.max(step, -longestStep), longestStep))
}
