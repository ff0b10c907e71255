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
import { type Visit, violations } from "./support/pages.ts"

let world: World
let browser: Browser
const visits = new Map<Who, Visit>()

beforeAll(async () => {
  ;[world, browser] = await Promise.all([makeWorld(), startBrowser()])
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const visitAs = async (who: Who): Promise<Visit> => {
  const found = visits.get(who) ?? (await visitOf(browser, world, who))
  visits.set(who, found)
  return found
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

  it.each(rows)(
    "$id, $name: is accessible in both schemes and breaks no rule of the policy",
    async ({ state }) => {
      const { faults, page } = await visitAs(state.who ?? "manager")
      const before = faults.length
      page.setDefaultTimeout(20_000)
      await page.emulateMedia({ colorScheme: "light" })
      await show(page, world, state)
      assert.deepStrictEqual(await violations(page), [], "light")
      await page.emulateMedia({ colorScheme: "dark" })
      await page.waitForSelector("html[data-mantine-color-scheme=dark]")
      assert.deepStrictEqual(await violations(page), [], "dark")
      assert.deepStrictEqual(faults.slice(before), [])
    },
    60_000,
  )
})
