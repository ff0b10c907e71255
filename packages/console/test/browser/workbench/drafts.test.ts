import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { isLong } from "../support/isLong.ts"
import { loseAtMostASecond } from "../support/kills.ts"
import { makeRandom } from "../support/random.ts"
import { edit, shownWork } from "../support/randomEdits.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

/** A hundred in the long runs. */
const kills = isLong ? 100 : 4

const bed = testBed()

/** Collects in `waiting` requests of the page for its drafts that stay open: until the page has time for the answer, the next draft waits. */
const watchDrafts = () => {
  const waiting: Array<string> = []
  Object.assign(globalThis, { waiting, requests: 0 })
  const { transaction } = IDBDatabase.prototype
  const { commit } = IDBTransaction.prototype
  const closed = new WeakSet<IDBTransaction>()
  IDBTransaction.prototype.commit = function () {
    closed.add(this)
    commit.call(this)
  }
  IDBDatabase.prototype.transaction = function (...parameters) {
    const opened = transaction.apply(this, parameters)
    Object.assign(globalThis, { requests: Number(Reflect.get(globalThis, "requests")) + 1 })
    queueMicrotask(() => {
      if (!closed.has(opened)) waiting.push(opened.mode)
    })
    return opened
  }
}

describe("unsent work", { timeout: kills * 30_000 }, () => {
  it(`is there again after the page was killed ${kills} times at any moment, but for the last second`, async () => {
    const random = makeRandom()
    process.stdout.write(`Killed pages: ANNOTARY_TEST_SEED=${random.seed}\n`)
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "kills",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const { context } = await signedIn(bed.browser, bed.server, key)
    const open = async (page: Page) => {
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await shownSample(page)
    }
    expect(
      await loseAtMostASecond({ context, open, edit, shown: shownWork }, kills, random),
    ).toBeGreaterThanOrEqual(kills)
  })

  it("waits for no other request of its page", async () => {
    const key = await bed.server.person("joe")
    const dataset = await makeDataset(bed.server, {
      name: "waiting",
      samples: 1,
      collaborators: { joe: "labeler" },
    })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.addInitScript(watchDrafts)
    const open = async () => {
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await shownSample(page)
    }
    const read = (name: string) => page.evaluate((name) => Reflect.get(globalThis, name), name)
    await open()
    await drawBox(page)
    await expect.poll(() => read("requests")).toBeGreaterThan(1)
    await page.waitForTimeout(500)
    // The page that continues a draft also replaces it.
    await open()
    await seesObjects(page, 1)
    await drawBox(page)
    await expect.poll(() => read("requests")).toBeGreaterThan(2)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await read("waiting")).toEqual([])
  })

  it("stays on the screen and is sent later when the server cannot be reached", async () => {
    const key = await bed.server.person("max")
    const dataset = await makeDataset(bed.server, {
      name: "offline",
      samples: 1,
      collaborators: { max: "labeler" },
    })
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await drawBox(page)
    await context.setOffline(true)
    await page.keyboard.press("Control+Enter")
    await page.getByText("The server cannot be reached.").waitFor()
    await seesObjects(page, 1)
    await context.setOffline(false)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
  })
})
