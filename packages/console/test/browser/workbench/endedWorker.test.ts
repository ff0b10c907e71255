/** A labeler whose browser ends the worker that paints. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { readBitmap, shownBitmap, strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { violations } from "../support/pages.ts"
import { takePictures } from "../support/takePictures.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const openPainting = async (name: string) => {
  const key = await bed.server.person(`painter-${name}`)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    settings: { task_type: "segmentation-bitmap" },
    collaborators: { [`painter-${name}`]: "labeler" },
  })
  const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  const { page } = await signedIn(bed.browser, bed.server, key)
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(page)
  await shownBitmap(page)
  await page.keyboard.press("b")
  await strokeOver(page, [100, 100], [200, 100], [200, 200])
  await seesObjects(page, 1)
  await page.getByText("Draft saved").waitFor()
  return { page, sample: sample.uuid }
}

const endWorker = async (page: Page) => {
  const worker = page.workers().find((one) => one.url().includes("mask.worker"))
  if (worker === undefined) throw new Error("No worker paints.")
  const isClosed = worker.waitForEvent("close")
  await worker.evaluate(() => void setTimeout(() => reportError(new Error("out of memory"))))
  await isClosed
}

describe("a worker that ends while somebody paints", { timeout: 120_000 }, () => {
  it("starts again with the pixels of the draft, which are submitted with what is painted since", async () => {
    const { page, sample } = await openPainting("restarted")
    await endWorker(page)
    await shownBitmap(page)
    await page.keyboard.press("2")
    await strokeOver(page, [400, 300], [460, 340])
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    const { idAt } = await readBitmap(bed.server, sample)
    expect([idAt(150, 100), idAt(430, 320), idAt(300, 20)]).toEqual([1, 2, 0])
  })

  it("that ends again says so, and a person starts it", async () => {
    const { page, sample } = await openPainting("stopped")
    await endWorker(page)
    await shownBitmap(page)
    await endWorker(page)
    await page.getByText("Painting stopped", { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await takePictures(page, "painting-stopped")
    await page.setViewportSize({ width: 1440, height: 860 })
    await page.keyboard.press("Control+Enter")
    await page.getByText("The page could not read the bitmap").waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await shownBitmap(page)
    await page.getByText("Painting stopped", { exact: true }).waitFor({ state: "detached" })
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect((await readBitmap(bed.server, sample)).idAt(150, 100)).toBe(1)
  })
})
