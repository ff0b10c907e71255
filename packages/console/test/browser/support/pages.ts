/** Pages as people see them: sizes and schemes, the sign-in, and a demand that nothing was wrong. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { RunOnly } from "axe-core"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { assert } from "vitest"
import { watchRequests } from "./requests.ts"
import { adminKey, type TestServer } from "./server.ts"

export const sizes = {
  wide: { width: 1440, height: 860 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** What the console of the page reported: warnings, errors and violations of the policy. */
  readonly faults: ReadonlyArray<string>
}

export interface VisitOptions {
  readonly size?: keyof typeof sizes
  readonly scheme?: "light" | "dark"
  readonly locale?: string
  readonly timezoneId?: string
}

/** A fresh browser profile with one page. */
export const visit = async (
  browser: Browser,
  { locale = "en-US", scheme = "light", size = "wide", timezoneId = "UTC" }: VisitOptions = {},
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    locale,
    timezoneId,
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  watchRequests(page)
  const faults: Array<string> = []
  page.on("console", (message) => {
    // Chromium itself reports each answer of 4xx; tests of errors cause them.
    const isAnswer = message.text().startsWith("Failed to load resource")
    if (["warning", "error"].includes(message.type()) && !isAnswer) faults.push(message.text())
  })
  page.on("pageerror", (error) => faults.push(error.message))
  return { context, page, faults }
}

/** Gives a browser profile the session of a person. A page that does it would take a second of the processor. */
export const startSession = async (
  { request }: BrowserContext,
  { origin }: Pick<TestServer, "origin">,
  key: string,
): Promise<void> => {
  const answer = await request.post(`${origin}/console/session`, {
    headers: { origin, "annotary-console": "1" },
    data: { api_key: key },
  })
  if (answer.status() !== 201) throw new Error(`The sign-in returned HTTP status ${answer.status()}.`)
}

/** Opens a page with the session of a person. */
export const signIn = async (
  { context, page }: Visit,
  server: TestServer,
  path = "/account",
  key = adminKey,
): Promise<void> => {
  await startSession(context, server, key)
  await page.goto(`${server.origin}/console${path}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
}

/** Signs in on the page as a person would, with a key. */
export const signInByForm = async (
  { page }: Visit,
  { origin }: TestServer,
  path = "/account",
  key = adminKey,
): Promise<void> => {
  await page.goto(`${origin}/console${path}`)
  await page.getByLabel("API key", { exact: true }).fill(key)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForURL((url) => url.pathname.startsWith(`/console${path}`))
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Violations of WCAG 2.0 to 2.2, A and AA, and of the practices that axe recommends, each with the elements that have it. */
export const violations = (page: Page): Promise<ReadonlyArray<string>> =>
  violationsOf(page, {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  })

/** Violations that only colours can cause: what a page that was looked at has to be asked again in its other scheme. */
export const violationsOfColour = (page: Page): Promise<ReadonlyArray<string>> =>
  violationsOf(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] })

const violationsOf = async (page: Page, runOnly: RunOnly): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    // Colours on their way from one scheme to the other are neither's.
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map((one) => one.finished))
    // Cast: the script has defined it in the page.
    const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") }
    const found = await axe.run(document, { runOnly })
    return found.violations.flatMap(({ help, id, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}`),
    )
  }, runOnly)
}

/** Demands that a page is accessible and reported no fault. */
export const demandSound = async ({ faults, page }: Visit): Promise<void> => {
  assert.deepStrictEqual(await violations(page), [])
  assert.deepStrictEqual(faults, [])
}

/** Demands it at every size, and of the colours of both schemes. `look` sees each with its name. */
export const demandSoundEverywhere = async (
  visited: Visit,
  look: (name: string) => Promise<unknown>,
): Promise<void> => {
  const { page } = visited
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: "light" })
    await page.waitForSelector("html[data-mantine-color-scheme=light]")
    await demandSound(visited)
    await look(`light-${size}`)
    await page.emulateMedia({ colorScheme: "dark" })
    await page.waitForSelector("html[data-mantine-color-scheme=dark]")
    assert.deepStrictEqual(await violationsOfColour(page), [], `dark, ${size}`)
    await look(`dark-${size}`)
  }
}
