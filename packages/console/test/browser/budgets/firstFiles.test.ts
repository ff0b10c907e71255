/** A browser loads everything that a page begins with at once: the page that the server sends names all of its scripts and styles. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Who } from "../states/State.ts"
import { show, visitOf } from "../states/show.ts"
import { states } from "../states/table.ts"
import { makeWorld, type World } from "../states/world.ts"
import { startBrowser } from "../support/browser.ts"
import type { Visit } from "../support/pages.ts"

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

/** What a page loads when it meets it in the data: the point clouds, a readme, a chart, and workers. */
const byData = /\/(CloudWorkbench|MarkdownText|DrawnChart|[\w.]*Worker)-/i

const rows = Object.entries(states).flatMap(([id, [state]]) =>
  state === undefined || state.act !== undefined ? [] : [{ id, state }],
)

describe("the page that the server sends", () => {
  it.each(rows)("names all scripts and styles of $id", { timeout: 60_000 }, async ({ state }) => {
    const who = state.who ?? "manager"
    const visited = visits.get(who) ?? (await visitOf(browser, world, who))
    visits.set(who, visited)
    const { page } = visited
    let html = Promise.resolve("")
    const loaded: Array<string> = []
    const calls: Array<string> = []
    page.removeAllListeners("response")
    page.on("response", (response) => {
      const { pathname } = new URL(response.url())
      if (response.request().isNavigationRequest()) html = response.text()
      else if (/\.(js|css)$/.test(pathname)) loaded.push(pathname)
      else if (pathname === "/console/session") calls.push(pathname)
    })
    await show(page, world, state)
    const named = await html
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.filter((path) => !named.includes(`"${path}"`) && !byData.test(path))).toEqual([])
    // What the page reads early is read once.
    expect(calls.length).toBeLessThanOrEqual(1)
  })
})
