/** Drags of handles: what a person waits for before and after them, however slow the machine is. */
import type { Locator, Page } from "playwright-core"

/** Waits until an element is where it was two pictures of the screen before, and is what a press at its middle meets. */
const restingPlace = async (handle: Locator): Promise<readonly [number, number]> => {
  for (;;) {
    await handle.waitFor({ state: "visible" })
    const found = await handle.evaluate(async (element) => {
      const middle = () => {
        const { height, left, top, width } = element.getBoundingClientRect()
        return [left + width / 2, top + height / 2] as const
      }
      const painted = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let last = middle(); element.isConnected; ) {
        await painted()
        await painted()
        const now = middle()
        const rests = Math.hypot(now[0] - last[0], now[1] - last[1]) < 0.01
        if (rests && document.elementFromPoint(...now) === element) return now
        last = now
      }
      return undefined
    })
    // It was drawn anew meanwhile.
    if (found !== undefined) return found
  }
}

/** Drags a handle of a view by some pixels. While a drag goes on, the view has no handles: that is how its begin and end are seen. */
export const dragHandle = async (
  page: Page,
  view: Locator,
  name: string,
  [dx, dy]: readonly [number, number],
): Promise<void> => {
  const handle = view.locator(`[data-handle="${name}"]`)
  const [x, y] = await restingPlace(handle)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await handle.waitFor({ state: "detached" })
  for (let step = 1; step <= 4; step++) await page.mouse.move(x + (dx * step) / 4, y + (dy * step) / 4)
  await page.mouse.up()
  await restingPlace(handle)
}
