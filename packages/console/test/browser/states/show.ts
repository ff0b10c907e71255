/** Opens states of pages in a browser. */
import type { Browser, Page } from "playwright-core"
import { signedIn } from "../support/browser.ts"
import { type Visit, type VisitOptions, visit } from "../support/pages.ts"
import { requestsDone } from "../support/requests.ts"
import { adminKey } from "../support/server.ts"
import { refusal, type State, type Who } from "./State.ts"
import type { World } from "./world.ts"

/** A browser profile of a person, for all states that they look at. */
export const visitOf = (browser: Browser, world: World, who: Who, options?: VisitOptions): Promise<Visit> =>
  who === "nobody"
    ? visit(browser, options)
    : signedIn(browser, world.server, who === "manager" ? adminKey : world.newcomer, options)

/** Opens a state in a page, and waits until nothing of it is still on its way. */
export const show = async (page: Page, world: World, state: State): Promise<void> => {
  const { origin } = world.server
  await page.unrouteAll()
  if (state.fails !== undefined) await refuse(page, origin, state.fails)
  // An address that differs in its fragment alone would not load the page anew.
  await page.goto("about:blank")
  await page.goto(`${origin}/console${state.path(world)}`)
  await state.act?.(page)
  const { ready } = state
  await (typeof ready === "string" ? page.getByText(ready).first() : ready(page)).waitFor()
  await settled(page)
}

/** Waits until nothing of a page is still on its way. */
export const settled = async (page: Page): Promise<void> => {
  await requestsDone(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** The record of a dataset, and of the person: what the frame of a page needs. */
const isOfFrame = /^\/(user|datasets\/[^/]+\/[^/]+\/)$/

const refuse = async (page: Page, origin: string, calls: "page" | "frame"): Promise<void> => {
  const body = JSON.stringify({
    type: "about:blank",
    title: "Forbidden",
    status: 403,
    detail: refusal,
    code: "forbidden",
    request_id: "req_test",
  })
  await page.route(
    (url) =>
      url.origin === origin &&
      !url.pathname.startsWith("/console/") &&
      (calls === "frame" || !isOfFrame.test(url.pathname)),
    (route) => route.fulfill({ status: 403, contentType: "application/problem+json", body }),
  )
}
