/** Chromium for the tests, and pages of somebody who is signed in. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core"
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
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags })

/** A page of somebody, and what was wrong on it. */
export interface SignedIn {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page: exceptions, and what its policy refused. */
  readonly errors: ReadonlyArray<string>
}

/** Opens a page with the session of a person, in a browser profile that nobody shares. */
export const signedIn = async (
  browser: Browser,
  { origin }: TestServer,
  key: string,
  options: BrowserContextOptions = {},
): Promise<SignedIn> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 }, ...options })
  const page = await context.newPage()
  const errors: Array<string> = []
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)))
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) errors.push(message.text())
  })
  await page.goto(`${origin}/console/sign-in`)
  const status = await page.evaluate(async (api_key) => {
    const response = await fetch("/console/session", {
      method: "POST",
      headers: { "content-type": "application/json", "annotary-console": "1" },
      body: JSON.stringify({ api_key }),
    })
    return response.status
  }, key)
  if (status !== 201) throw new Error(`The sign-in was answered with ${status}.`)
  return { context, page, errors }
}
