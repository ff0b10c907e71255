/** What all dialogs have in common: they move nothing below them, and give the focus back to their opener. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const opens = async (path: string): Promise<Page> => {
  const { page } = await signedIn(bed.browser, bed.server, adminKey)
  await page.goto(`${bed.server.origin}/console${path}`)
  return page
}

const seesFocusOn = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text)

/** Whether the page below the dialog is held, by styles that shift it where it has a scroll bar. */
const isShifted = (page: Page) => page.evaluate(() => document.body.hasAttribute("data-scroll-locked"))

describe("a dialog", { timeout: 60_000 }, () => {
  it("gives the focus to the opener of the one whose place it has taken", async () => {
    const page = await opens("/account")
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("focus")
    await page.keyboard.press("Enter")
    await page.getByLabel("I have stored it").check()
    expect(await isShifted(page)).toBe(false)
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await seesFocusOn(page, "New key")
  })

  it("of keys gives the focus back", async () => {
    const page = await opens("/account")
    const opener = page.getByRole("button", { name: "New key" })
    await opener.focus()
    await page.keyboard.press("?")
    const dialog = page.getByRole("dialog", { name: "Keys" })
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await seesFocusOn(page, "New key")
  })

  it("of another sign-in moves nothing, and gives the focus back", async () => {
    const page = await opens("/account")
    await page.getByText("This session").waitFor()
    const opener = page.getByRole("link", { name: "Webhooks" })
    await page.route("**/user/webhooks/**", (route) => route.fulfill({ status: 401, body: "" }))
    await page.context().clearCookies()
    await opener.click()
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.waitFor()
    expect(await isShifted(page)).toBe(false)
    await page.unrouteAll()
    await dialog.getByLabel("API key", { exact: true }).fill(adminKey)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await seesFocusOn(page, "Webhooks")
  })
})
