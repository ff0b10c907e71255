/** Edits in the workbench that nobody planned, by keys, and what is on the page after each. */
import type { Locator, Page } from "playwright-core"
import type { Random } from "./random.ts"
import { objectCount } from "./workbench.ts"

/** What is on the page: each object with its category, and the outlines that are drawn of them. */
export const shownWork = (
  page: Page,
  outlines = "[role=application] g[data-key] > path:last-child",
): Promise<string> =>
  page.evaluate((outlines) => {
    const texts = (selector: string, read: (element: Element) => string | null) =>
      [...document.querySelectorAll(selector)].map(read)
    return JSON.stringify({
      objects: texts(
        "section[aria-label=Objects] li",
        ({ textContent }) => textContent?.replace(/\d+ warnings?/, "") ?? "",
      ),
      outlines: texts(outlines, (path) => path.getAttribute("d")),
    })
  }, outlines)

const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const

/** Selects the next object of a canvas. Returns false behind the last one, where Tab leads to the panels around, whose fields take the next keys. */
export const selectNext = async (page: Page, canvas: Locator): Promise<boolean> => {
  await canvas.focus()
  await page.keyboard.press("Tab")
  return canvas.evaluate((element) => element.contains(document.activeElement))
}

/** Makes one edit: most draw a box at some place, others move, recolor, delete, undo or redo. */
export const edit = async (page: Page, random: Random, onUndo: () => void): Promise<void> => {
  const { keyboard } = page
  const canvas = page.getByRole("application")
  // On the buttons around, Enter would submit or skip the sample.
  await canvas.focus()
  const kind = (await objectCount(page)) === 0 ? 0 : random.below(10)
  if (kind < 4) {
    await keyboard.press("b")
    for (let step = random.below(4); step >= 0; step--) await keyboard.press(`Shift+${random.oneOf(arrows)}`)
    await keyboard.press("Enter")
    for (let step = random.below(3); step >= 0; step--) await keyboard.press("Shift+ArrowRight")
    await keyboard.press("Shift+ArrowDown")
    await keyboard.press("Enter")
    return keyboard.press("Escape")
  }
  if (kind > 7) onUndo()
  if (kind === 8) return keyboard.press("Control+z")
  if (kind === 9) return keyboard.press("Control+Shift+z")
  if (!(await selectNext(page, canvas))) return
  if (kind === 4) return keyboard.press(`Shift+${random.oneOf(arrows)}`)
  if (kind === 5) return keyboard.press(random.oneOf(["1", "2"]))
  if (kind === 6) return keyboard.press("Delete")
  await keyboard.press("c")
  await keyboard.press("v")
}
