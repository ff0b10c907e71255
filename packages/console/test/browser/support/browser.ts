/** Chromium for the tests, and pages of somebody who is signed in. */
import { type Browser, chromium } from "playwright-core"
import { quickChromium } from "./chromium.ts"
import { startSession, type Visit, type VisitOptions, visit } from "./pages.ts"
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
export const startBrowser = (
  more: ReadonlyArray<string> = [],
  executablePath = quickChromium(),
): Promise<Browser> => chromium.launch({ executablePath, args: [...flags, ...more] })

/** Opens a page with the session of a person, in a browser profile that nobody shares. */
export const signedIn = async (
  browser: Browser,
  server: TestServer,
  key: string,
  options: VisitOptions = {},
): Promise<Visit> => {
  const visited = await visit(browser, options)
  await startSession(visited.context, server, key)
  return visited
}
