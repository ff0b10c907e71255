/** Works in the workbench as a person does: by looking at what is there, and by keys. */
import type { Page } from "playwright-core"

const heading = "header h2"

/** Waits until a sample is on the screen with its image, and returns its name. */
export const shownSample = async (page: Page, after?: string): Promise<string> => {
  await page.waitForFunction(
    ([selector, before]) => {
      const name = document.querySelector(selector)?.textContent
      const image = document.querySelector<HTMLImageElement>("[role=application] img")
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

/** The milliseconds of script that the page has run so far, on its own thread. */
export const scriptClock = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000
  }
}
