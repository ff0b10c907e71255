/** How images and objects are drawn: set by the person, kept in the browser, and no part of the label. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

/** A folder for pictures, to look at what the test sees. */
const pictures = process.env.PICTURES

const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` })
}

const open = async (name: string) => {
  const dataset = await makeDataset(bed.server, { name, samples: 1, collaborators: {} })
  const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
  await page.setViewportSize({ width: 1440, height: 860 })
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(page)
  return { faults, page }
}

/** The number of names that are drawn; 0 without a layer. */
const countNames = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.querySelector<HTMLElement>("canvas[data-names]")?.dataset.names ?? 0))

const readStyle = (page: Page, selector: string, name: string): Promise<string> =>
  page.evaluate(
    ([element, property]) =>
      getComputedStyle(document.querySelector(element) ?? document.body).getPropertyValue(property),
    [selector, name] as const,
  )

describe("the display settings", { timeout: 180_000 }, () => {
  it("draw names, areas, lines, a crosshair and a grid, and stay after a reload", async () => {
    const { faults, page } = await open("display")
    await page.locator("[role=application]").focus()
    await drawBox(page)
    await drawBox(page)
    await seesObjects(page, 2)
    await page.keyboard.press("Escape")
    expect(await countNames(page)).toBe(0)
    // All lie at one place, where one name is drawn; of the selected ones, none is left.
    await page.keyboard.press("Shift+t")
    expect(await countNames(page)).toBe(0)
    await page.keyboard.press("Shift+t")
    await expect.poll(() => countNames(page)).toBeGreaterThan(0)
    await page.keyboard.press("Shift+g")
    await page.getByTestId("grid").waitFor()
    await page.keyboard.press("Shift+x")
    await page.keyboard.press("b")
    await page.mouse.move(500, 400)
    await page.mouse.move(520, 420)
    await page.getByTestId("crosshair").locator("i").first().waitFor()
    await page.keyboard.press("Escape")
    await page.getByTestId("crosshair").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Display settings" }).click()
    const panel = page.getByRole("dialog", { name: "Display settings" })
    for (const [name, times] of Object.entries({ Fill: 4, "Outline width": 5, Brightness: 2, Gamma: 3 })) {
      await panel.getByRole("slider", { name }).focus()
      for (let step = 0; step < times; step++) await page.keyboard.press("ArrowRight")
    }
    expect(await violations(page)).toEqual([])
    await picture(page, "display-settings")
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await violations(page)).toEqual([])
    await picture(page, "display-settings-dark")
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    const demandKept = async () => {
      expect(await readStyle(page, "[data-type=bbox] path", "stroke-width")).toBe("3px")
      expect(await readStyle(page, "[data-type=bbox] path", "fill-opacity")).toBe("0.2")
      expect(await readStyle(page, "[data-picture] img", "filter")).toMatch(/^url\(.+\) brightness\(1\.2\)$/)
      expect(await countNames(page)).toBeGreaterThan(0)
      await page.getByTestId("grid").waitFor()
    }
    await demandKept()
    await page.reload()
    await shownSample(page)
    await seesObjects(page, 2)
    await expect.poll(() => countNames(page)).toBeGreaterThan(0)
    await demandKept()
    await page.keyboard.press("Shift+v")
    await page.getByRole("button", { name: "Reset" }).click()
    expect(await readStyle(page, "[data-picture] img", "filter")).toBe("none")
    // Another person in this browser would have theirs.
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain("annotary.display admin")
    expect(faults).toEqual([])
  })

  it("stand beside undo, redo, zoom, fit and the keys as buttons, each with its key", async () => {
    const { faults, page } = await open("view-tools")
    const button = (name: string) => page.getByRole("button", { name, exact: true })
    expect(await button("Undo").isDisabled()).toBe(true)
    await page.locator("[role=application]").focus()
    await drawBox(page)
    await seesObjects(page, 1)
    await button("Undo").click()
    await seesObjects(page, 0)
    await button("Redo").click()
    await seesObjects(page, 1)
    const readScale = () => page.locator("[data-picture] img").evaluate((image) => image.style.transform)
    const whole = await readScale()
    await button("Zoom in").click()
    expect(await readScale()).not.toBe(whole)
    await button("Fit image to window").click()
    expect(await readScale()).toBe(whole)
    await button("Zoom out").hover()
    await page.getByRole("tooltip", { name: "Zoom out · -" }).waitFor()
    await button("Keyboard shortcuts").click()
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(faults).toEqual([])
  })
})
