import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { loseAtMostASecond } from "../support/kills.ts"
import { makeRandom } from "../support/random.ts"
import { edit, shownWork } from "../support/randomEdits.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

/** A hundred in the long runs. */
const kills = process.env.ANNOTARY_TEST_LONG === "1" ? 100 : 8

const bed = testBed()

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
