/** The session ends while somebody works: they sign in over the page, and lose nothing. */
import type { Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { startsWork, storedObjects } from "../support/faults.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects } from "../support/workbench.ts"

const bed = testBed()

/** Ends every session of a person. */
const endSessions = async (key: string): Promise<void> => {
  // Cast: the list of sessions.
  const sessions = (await bed.server.call("GET", "/user/sessions/", undefined, key)) as ReadonlyArray<{
    readonly uuid: string
  }>
  for (const { uuid } of sessions) await bed.server.call("DELETE", `/user/sessions/${uuid}/`, undefined, key)
}

describe("a session that ends while somebody works", { timeout: 120_000 }, () => {
  it("is begun again in a dialog over the page, and the work is sent", async () => {
    const work = await startsWork(bed, "jane")
    const { page } = work
    await endSessions(work.key)
    await page.keyboard.press("Control+Enter")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.getByText("Sign in as jane to continue.").waitFor()
    await seesObjects(page, 1)
    await demandSound(work)
    await page.emulateMedia({ colorScheme: "dark" })
    await demandSound(work)
    await dialog.getByLabel("API key", { exact: true }).fill("ann_wrong000_x")
    await page.keyboard.press("Enter")
    await dialog.getByText("This key is not valid.").waitFor()
    await dialog.getByLabel("API key", { exact: true }).fill(work.key)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await seesObjects(page, 1)
    await page.locator("[role=application]").focus()
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await storedObjects(bed, work)).toBe(1)
  })

  it("shows nothing of the person before to another one, whose drafts stay apart", async () => {
    const work = await startsWork(bed, "max")
    const { page } = work
    await endSessions(work.key)
    const other = await bed.server.person("mia")
    await page.keyboard.press("Control+Enter")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.getByLabel("API key", { exact: true }).fill(other)
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("Not found").or(page.getByText("Not found")).first().waitFor()
    expect(await page.locator("section[aria-label=Objects] li").count()).toBe(0)
    expect(await storedObjects(bed, work)).toBe(0)
  })

  it("is begun again over a list, which then shows its rows", async () => {
    const work = await startsWork(bed, "lee")
    const { page } = work
    await endSessions(work.key)
    await page.goto(`${bed.server.origin}/console/account`)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.getByLabel("API key", { exact: true }).fill(work.key)
    await page.keyboard.press("Enter")
    await page.getByText("This session").waitFor()
    // The session ends as the list is requested: another request of the page would open the dialog before it.
    const endSession = async (route: Route) => {
      await endSessions(work.key)
      await route.continue()
    }
    await page.route("**/webhooks/endpoints/**", endSession, { times: 1 })
    // By keys: a pointer over the link requests the list before it is pressed.
    await page.keyboard.press("g")
    await page.keyboard.press("w")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    const field = dialog.getByLabel("API key", { exact: true })
    await field.fill(work.key)
    await field.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Enable webhooks" }).waitFor()
  })
})
