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
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" })
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

  it("stays while it makes a secret, which is then shown", async () => {
    const page = await opens("/account")
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api_keys/", async (route) => {
      if (route.request().method() === "POST") await held
      await route.continue()
    })
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("slow")
    await page.keyboard.press("Enter")
    const cancel = page.getByRole("dialog").getByRole("button", { name: "Cancel" }).last()
    await expect.poll(() => cancel.isDisabled()).toBe(true)
    await page.keyboard.press("Escape")
    await page.mouse.click(5, 400)
    answer()
    await page.getByLabel("I have stored it").waitFor()
  })

  it("is closed by Escape alone, and not with the one below it", async () => {
    const page = await opens("/account")
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("typed")
    await page.route("**/api_keys/", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 401, body: "" }) : route.continue(),
    )
    await page.context().clearCookies()
    await page.keyboard.press("Enter")
    const above = page.getByRole("dialog", { name: "Your session has ended" })
    await above.waitFor()
    await page.keyboard.press("Escape")
    await above.waitFor({ state: "detached" })
    expect(await page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("typed")
  })
})
