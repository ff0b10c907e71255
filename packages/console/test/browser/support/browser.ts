/** Chromium for the tests, and pages of somebody who is signed in. */
import { type Browser, chromium } from "playwright-core"
import { type Visit, type VisitOptions, visit } from "./pages.ts"
import type { TestServer } from "./server.ts"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
]

/** Starts a browser. */
export const startBrowser = (more: ReadonlyArray<string> = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...flags, ...more] })

/** Opens a page with the session of a person, in a browser profile that nobody shares. Quicker than the form of the sign-in page. */
export const signedIn = async (
  browser: Browser,
  { origin }: TestServer,
  key: string,
  options: VisitOptions = {},
): Promise<Visit> => {
  const visited = await visit(browser, options)
  await visited.page.goto(`${origin}/console/sign-in`)
  const status = await visited.page.evaluate(async (api_key) => {
    const response = await fetch("/console/session", {
      method: "POST",
      headers: { "content-type": "application/json", "annotary-console": "1" },
      body: JSON.stringify({ api_key }),
    })
    return response.status
  }, key)
  if (status !== 201) throw new Error(`The sign-in was answered with ${status}.`)
  return visited
}
