import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { drawBox, objectCount, seesObjects, shownSample } from "../support/workbench.ts"

/** A hundred in the long runs. */
const kills = process.env.ANNOTARY_TEST_LONG === "1" ? 100 : 5
const second = 1000

const bed = testBed()

describe("unsent work", { timeout: kills * 30_000 }, () => {
  it("is there again after the page was killed, but for the last second", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "kills",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const { context } = await signedIn(bed.browser, bed.server, key)
    let expected = 0
    for (let kill = 0; kill < kills; kill++) {
      const page = await context.newPage()
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await shownSample(page)
      const restored = await objectCount(page)
      expect(restored).toBeGreaterThanOrEqual(expected)
      const drawn: Array<number> = []
      for (let box = 1; box <= 1 + (kill % 3); box++) {
        await drawBox(page)
        await seesObjects(page, restored + box)
        drawn.push(Date.now())
      }
      // Some kills come at once, some when a second has gone by.
      await page.waitForTimeout(((kill * 37) % 13) * 100)
      const killed = Date.now()
      const session = await context.newCDPSession(page)
      // The page ends without any event, and the call gets no answer.
      session.send("Page.crash").catch(() => {})
      await page.waitForEvent("crash")
      await page.close()
      expected = restored + drawn.filter((at) => at <= killed - second).length
    }
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
    await page.getByText("One sample done").waitFor()
  })
})
