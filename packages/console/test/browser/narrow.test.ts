/** Narrow windows: buttons of tables stay inside of them, and the navigation marks the area of a page. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { State } from "./states/State.ts"
import { show, visitOf } from "./states/show.ts"
import { states } from "./states/table.ts"
import { makeWorld, type World } from "./states/world.ts"
import { startBrowser } from "./support/browser.ts"
import type { sizes } from "./support/pages.ts"

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([makeWorld(), startBrowser()])
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const opened = async (id: keyof typeof states, size: keyof typeof sizes) => {
  const state: State | undefined = states[id].find(({ name }) => name === "full" || name === "empty")
  if (state === undefined) throw new Error(`${id} has no state with data.`)
  const visited = await visitOf(browser, world, "manager", { size })
  await show(visited.page, world, state)
  return visited
}

const withTables: ReadonlyArray<keyof typeof states> = [
  "/signed-in/account",
  "/signed-in/admin/users",
  "/signed-in/orgs/$organization/members",
]

/** The texts of buttons of tables that the window cuts off. There must be some button. */
const cutButtons = async (page: Page): Promise<ReadonlyArray<string | null>> => {
  await page.locator("table button").first().waitFor()
  return page
    .locator("table button")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getBoundingClientRect().right > window.innerWidth)
        .map((button) => button.textContent),
    )
}

describe("a narrow window", () => {
  it.each(withTables.flatMap((id) => (["phone", "tablet"] as const).map((size) => ({ id, size }))))(
    "shows whole buttons in the tables of $id on a $size",
    { timeout: 60_000 },
    async ({ id, size }) => {
      const { context, page } = await opened(id, size)
      expect(await cutButtons(page)).toEqual([])
      await context.close()
    },
  )

  it.each(["phone", "tablet"] as const)(
    "shows whole buttons beside an export on a %s",
    { timeout: 60_000 },
    async (size) => {
      await world.server.call("POST", "/datasets/admin/street/exports/", { format: "coco" })
      const { context, page } = await visitOf(browser, world, "manager", { size })
      await page.goto(`${world.server.origin}/console/d/admin/street/exports`)
      await page
        .getByRole("link", { name: /^Download/ })
        .first()
        .waitFor()
      expect(await cutButtons(page)).toEqual([])
      await context.close()
    },
  )

  it("shows the role of a member beside the button that removes them", { timeout: 60_000 }, async () => {
    const { context, page } = await opened("/signed-in/orgs/$organization/members", "phone")
    const role = await page
      .getByRole("combobox", { name: /^Role of/ })
      .first()
      .boundingBox()
    const remove = await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .boundingBox()
    expect((role?.x ?? 0) + (role?.width ?? 0)).toBeLessThanOrEqual(remove?.x ?? 0)
    await context.close()
  })
})

describe("the navigation", () => {
  it.each([
    { id: "/signed-in/orgs/$organization/members", area: "Account" },
    { id: "/signed-in/new-dataset", area: "Datasets" },
  ] as const)("marks $area on $id", { timeout: 60_000 }, async ({ area, id }) => {
    const { context, page } = await opened(id, "wide")
    const marked = page.getByRole("navigation").locator("[data-status=active], [data-within]")
    expect(await marked.allTextContents()).toEqual([area])
    await context.close()
  })
})
