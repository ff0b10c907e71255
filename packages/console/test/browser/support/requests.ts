/** Requests of a page that are on their way. */
import type { Page, Request } from "playwright-core"

const pending = new WeakMap<Page, Set<Request>>()

/** Counts the requests of a page from now on. */
export const watchRequests = (page: Page): void => {
  const open = new Set<Request>()
  pending.set(page, open)
  page.on("request", (request) => open.add(request))
  page.on("requestfinished", (request) => open.delete(request))
  page.on("requestfailed", (request) => open.delete(request))
  // Its requests end without a word.
  page.on("framenavigated", (frame) => {
    for (const request of open)
      if (request.frame() === frame && request.isNavigationRequest()) open.delete(request)
  })
}

/** How long nothing may be on its way: an answer is drawn, and what is drawn asks for more. */
const quietMillis = 120

/** Waits until nothing of a page is on its way, and nothing new has begun for a moment. Playwright waits for half a second. */
export const requestsDone = async (page: Page): Promise<void> => {
  const open = pending.get(page)
  if (open === undefined) throw new Error("Nobody watches the requests of this page.")
  const until = Date.now() + 20_000
  for (let since = Date.now(); Date.now() - since < quietMillis; ) {
    if (open.size > 0) since = Date.now()
    if (Date.now() > until)
      throw new Error(`Still on its way: ${[...open].map((one) => one.url()).join(", ")}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
