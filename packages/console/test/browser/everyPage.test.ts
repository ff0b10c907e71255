/** Every page in every state and both schemes: accessible, within its policy, and without a fault in the console of the browser. */
import { QueryClient } from "@tanstack/react-query"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeRouter } from "../../src/app/router.ts"
import type { Who } from "./states/State.ts"
import { show, visitOf } from "./states/show.ts"
import { around, states, withoutCalls } from "./states/table.ts"
import { makeWorld, type World } from "./states/world.ts"
import { startBrowser } from "./support/browser.ts"
import { withoutDriver } from "./support/clouds.ts"
import { type Visit, violations, violationsOfColour } from "./support/pages.ts"

let world: World
let browser: Browser
/** Pages that no test uses now. */
const free: Array<readonly [Who, Visit]> = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([makeWorld(), startBrowser()])
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

/** Runs with a page of a person that nothing else uses meanwhile. */
const withPage = async (who: Who, use: (visited: Visit) => Promise<void>): Promise<void> => {
  const at = free.findIndex(([of]) => of === who)
  const [taken] = at < 0 ? [] : free.splice(at, 1)
  const visited = taken?.[1] ?? (await visitOf(browser, world, who))
  try {
    await use(visited)
  } finally {
    free.push([who, visited])
  }
}

describe("every page", () => {
  it("has a row in the table of states", () => {
    const ids = Object.keys(makeRouter(new QueryClient()).routesById)
    assert.deepStrictEqual(ids.toSorted(), [...around, ...Object.keys(states)].toSorted())
    for (const [id, rows] of Object.entries(states).filter(([id]) => !withoutCalls.has(id)))
      assert.isTrue(rows.some(({ name }) => name === "error") && rows.length > 1, id)
  })

  const rows = Object.entries(states).flatMap(([id, ofRoute]) =>
    ofRoute.map((state) => ({ id, name: state.name, state })),
  )

  it.concurrent.each(rows)(
    "$id, $name: is accessible in both schemes and breaks no rule of the policy",
    ({ state }) =>
      withPage(state.who ?? "manager", async ({ faults, page }) => {
        const before = faults.length
        page.setDefaultTimeout(40_000)
        await page.emulateMedia({ colorScheme: "light" })
        await show(page, world, state)
        assert.deepStrictEqual(await violations(page), [], "light")
        await page.emulateMedia({ colorScheme: "dark" })
        await page.waitForSelector("html[data-mantine-color-scheme=dark]")
        assert.deepStrictEqual(await violationsOfColour(page), [], "dark")
        assert.deepStrictEqual(withoutDriver(faults.slice(before)), [])
        if (state.fails === undefined) return
        assert.isAbove(await page.getByRole("button", { name: "Try again" }).count(), 0)
        // What failed is not on its way.
        assert.strictEqual(
          await page.locator(".mantine-Skeleton-root:visible, [class*=waiting]:visible").count(),
          0,
        )
      }),
    120_000,
  )
})
