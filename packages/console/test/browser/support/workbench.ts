/** Works in the workbench as a person does: by looking at what is there, and by keys. */
import type { Page } from "playwright-core"

const heading = "header h2"

/** Waits until a sample is on the screen with its image, and returns its name. */
export const shownSample = async (page: Page, after?: string): Promise<string> => {
  await page.waitForFunction(
    ([selector, before]) => {
      const name = document.querySelector(selector)?.textContent
      const image = document.querySelector<HTMLImageElement>("[data-picture=ready] img")
      return name != null && name !== before && image?.complete === true && image.style.transform !== ""
    },
    [heading, after ?? ""] as const,
  )
  return (await page.textContent(heading)) ?? ""
}

/** Draws a box by keys alone, from the middle of the image to the lower right. */
export const drawBox = async ({ keyboard }: Page): Promise<void> => {
  await keyboard.press("b")
  await keyboard.press("Shift+ArrowLeft")
  await keyboard.press("Enter")
  await keyboard.press("Shift+ArrowRight")
  await keyboard.press("Shift+ArrowDown")
  await keyboard.press("Enter")
  await keyboard.press("Escape")
}

/** The number of objects that the panel names: of a long list, only the rows in view are elements. */
export const objectCount = async (page: Page): Promise<number> =>
  Number((await page.locator("section[aria-label=Objects] h2 span").textContent())?.replaceAll(",", ""))

/** Waits until so many objects are listed. */
export const seesObjects = async (page: Page, count: number): Promise<void> => {
  await page.waitForFunction(
    (expected) =>
      Number(
        document.querySelector("section[aria-label=Objects] h2 span")?.textContent?.replaceAll(",", ""),
      ) === expected,
    count,
  )
}

const rows = "section[aria-label=Objects] li[aria-posinset]"

/** The category shown in each row of the list of objects, which holds only the rows in view: it is scrolled from its start to its end. */
export const readObjectNames = (page: Page): Promise<Array<string>> =>
  page.evaluate(async (selector) => {
    const names: Array<string> = []
    const first = document.querySelector(selector)
    const scroller = first?.closest("ul")?.parentElement
    if (first == null || scroller == null) return names
    const count = Number(first.getAttribute("aria-setsize"))
    scroller.scrollTop = 0
    for (let frames = 0; names.length < count && frames < count + 200; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const next = document.querySelector(`${selector}[aria-posinset="${names.length + 1}"]`)
      if (next === null) scroller.scrollTop += scroller.clientHeight / 2
      else names.push(next.querySelector<HTMLElement>("[class*=name]")?.innerText ?? "")
    }
    scroller.scrollTop = 0
    return names
  }, rows)

/** Presses the row of an object, counted from 0, which may not be in view. */
export const selectObject = async (page: Page, position: number): Promise<void> => {
  await page.evaluate(
    ([selector, index]) => {
      const scroller = document.querySelector(selector)?.closest("ul")?.parentElement
      const row = document.querySelector(selector)?.getBoundingClientRect().height ?? 0
      if (scroller != null) scroller.scrollTop = row * index
    },
    [rows, position] as const,
  )
  await page.locator(`${rows}[aria-posinset="${position + 1}"] button[aria-pressed]`).click()
}

/** The milliseconds of script that the page has run so far, on its own thread. */
export const scriptClock = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000
  }
}
