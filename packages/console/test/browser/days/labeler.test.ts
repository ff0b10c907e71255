/** The first day of a labeler: a link, their work, and a sample that comes back. */
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { signedIn, startBrowser } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { visit } from "../support/pages.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { drawBox, objectCount, seesObjects, shownSample } from "../support/workbench.ts"

const command = join(import.meta.dirname, "../../../../server/bin/annotary.js")

let folder: string
let settings: Readonly<Record<string, string>>
let server: TestServer
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-day-"))
  settings = { ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}` }
  server = await startServer(settings)
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The link that an operator gives to a person. */
const linkFor = async (user: string): Promise<string> => {
  const env = { ...process.env, ...settings, ANNOTARY_PUBLIC_URL: server.origin }
  const { stdout } = await promisify(execFile)(process.execPath, [command, "token", user], { env })
  return stdout.trim()
}

describe("the first day of a labeler", { timeout: 240_000 }, () => {
  it("begins with a link, labels twenty images by keys alone, corrects the rejected one first, and has it accepted", async () => {
    await server.person("jane")
    const rita = await server.person("rita")
    const dataset = await makeDataset(server, {
      name: "first-day",
      samples: 20,
      collaborators: { jane: "labeler", rita: "reviewer" },
    })
    const labeler = await visit(browser)
    const reviewer = await signedIn(browser, server, rita)
    const { page } = labeler

    await page.goto(await linkFor("jane"))
    await page.getByRole("link", { name: `Label in ${dataset}` }).click()
    let name: string | undefined
    const times: Array<number> = []
    for (let image = 0; image < 20; image++) {
      name = await shownSample(page, name)
      const start = performance.now()
      await drawBox(page)
      await seesObjects(page, 1)
      times.push(performance.now() - start)
      await page.keyboard.press("Control+Enter")
    }
    await page.getByRole("status").getByText("20 samples done").waitFor()
    const median = times.toSorted((a, b) => a - b)[10] ?? 0
    process.stdout.write(`Median time per box by keys: ${Math.round(median)} ms\n`)

    await reviewer.page.goto(`${server.origin}/console/d/${dataset}/review`)
    const rejected = await shownSample(reviewer.page)
    expect(await objectCount(reviewer.page)).toBe(1)
    await reviewer.page.keyboard.press("Control+Shift+Enter")
    await reviewer.page.getByLabel("What is wrong?").waitFor()
    await reviewer.page.keyboard.type("The box is too small.")
    await reviewer.page.keyboard.press("Control+Enter")
    await shownSample(reviewer.page, rejected)

    await page.keyboard.press("Enter")
    expect(await shownSample(page)).toBe(rejected)
    await drawBox(page)
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("status").getByText("21 samples done").waitFor()

    await reviewer.page.reload()
    const seen = new Set<string>()
    let current: string | undefined
    while (!seen.has(rejected)) {
      current = await shownSample(reviewer.page, current)
      seen.add(current)
      if (current === rejected) expect(await objectCount(reviewer.page)).toBe(2)
      await reviewer.page.keyboard.press("Control+Enter")
      if (seen.size > 20) throw new Error("The corrected sample did not come back.")
    }
    expect(seen.size).toBeLessThanOrEqual(2)
    expect([...labeler.faults, ...reviewer.faults]).toEqual([])
  })
})
