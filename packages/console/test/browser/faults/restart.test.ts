/** The server is killed while somebody works, and starts again: neither their work nor their session is lost. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestBed } from "../support/bed.ts"
import { startBrowser } from "../support/browser.ts"
import { startsWork, storedObjects } from "../support/faults.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

let folder: string
let server: TestServer
let browser: Browser
let bed: TestBed

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-restart-"))
  server = await startServer({ ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}` })
  browser = await startBrowser()
  bed = { server, browser }
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe("a server that is killed and started again", { timeout: 180_000 }, () => {
  it("takes the work that was done before and meanwhile, by the same session", async () => {
    const work = await startsWork(bed, "jane")
    const { page } = work
    await server.kill()
    await page.keyboard.press("Control+Enter")
    await page.getByRole("alert").getByText("The server cannot be reached.").waitFor()
    await drawBox(page)
    await seesObjects(page, 2)
    await server.restart()
    await page.locator("[role=application]").focus()
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await storedObjects(bed, work)).toBe(2)
  })

  it("finds the draft of a page that was closed while the server was away", async () => {
    const work = await startsWork(bed, "max")
    await server.kill()
    await drawBox(work.page)
    await seesObjects(work.page, 2)
    await work.page.getByText("Draft saved").waitFor()
    // The second box may still be on its way into the draft.
    await work.page.waitForTimeout(1_000)
    await work.page.close()
    await server.restart()
    const page = await work.context.newPage()
    await page.goto(`${server.origin}/console/d/${work.dataset}/label`)
    await shownSample(page)
    await seesObjects(page, 2)
    await page.getByText("Your unsaved draft of this sample was restored.").waitFor()
  })
})
