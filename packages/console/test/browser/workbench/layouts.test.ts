/** The keys of the workbench on keyboards of eight languages, by the events that a browser makes of them. */

import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { type LayoutPress, layouts, pressOf } from "../../unit/workbench/layouts.ts"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { isLong } from "../support/isLong.ts"
import { sendKey as send } from "../support/keyEvents.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const scaleOf = (page: Page): Promise<number> =>
  page
    .locator("[role=application] img")
    .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)

const opened = async (name: string) => {
  const key = await bed.server.person(`typist-${name}`)
  const note = { name: "note", input_type: "text" }
  const dataset = await makeDataset(bed.server, {
    name: `layout-${name}`,
    samples: 1,
    category: { attributes: [note] },
    collaborators: { [`typist-${name}`]: "labeler" },
  })
  const { context, page } = await signedIn(bed.browser, bed.server, key)
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(page)
  return { page, session: await context.newCDPSession(page) }
}

/** The unit tests know all of them in every run. */
const typed = isLong ? Object.keys(layouts) : ["US", "German", "French", "Russian"]

describe.each(typed)("a %s keyboard in the workbench", (layout) => {
  it("undoes, redoes, zooms and chooses categories where its signs are, and types in fields alone", async () => {
    const { page, session } = await opened(layout.toLowerCase())
    const type = (key: string, modifiers: Partial<LayoutPress> = {}) =>
      send(session, pressOf(layout, key, modifiers))
    await drawBox(page)
    await seesObjects(page, 1)
    await type("z", { ctrlKey: true })
    await seesObjects(page, 0)
    await type("y", { ctrlKey: true })
    await seesObjects(page, 1)
    await type("z", { ctrlKey: true })
    await seesObjects(page, 0)
    await type("z", { ctrlKey: true, shiftKey: true })
    await seesObjects(page, 1)

    const whole = await scaleOf(page)
    await type("+")
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(whole * 1.2)
    await type("-")
    await expect.poll(() => scaleOf(page)).toBeCloseTo(whole, 5)
    await send(session, { ...pressOf(layout, "b"), code: "NumpadAdd", key: "+" })
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(whole * 1.2)

    const person = page.getByRole("toolbar", { name: "Categories" }).getByRole("button", { name: "person" })
    await type("2")
    await expect.poll(() => person.getAttribute("aria-pressed")).toBe("true")
    // The position of the digit alone, as it is typed without Shift on a French keyboard.
    await type("1")
    await send(session, { ...pressOf(layout, "b"), code: "Digit2", key: layout === "French" ? "é" : "2" })
    await expect.poll(() => person.getAttribute("aria-pressed")).toBe("true")

    await page.locator("section[aria-label=Objects] li button").first().click()
    const field = page.getByRole("textbox", { name: "note" })
    await field.fill("a")
    for (const key of ["x", "h", "l"]) await type(key)
    // Alt and Option type letters; Ctrl+Z takes back what was typed.
    await send(session, { ...pressOf(layout, "b"), code: "KeyC", key: "ć", altKey: true })
    await type("z", { ctrlKey: true })
    await seesObjects(page, 1)
    expect(await page.locator("section[aria-label=Objects] li[data-hidden]").count()).toBe(0)
    expect(await page.locator("section[aria-label=Objects] li[data-locked]").count()).toBe(0)
  }, 60_000)
})
