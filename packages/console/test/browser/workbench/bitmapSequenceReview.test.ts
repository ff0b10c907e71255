/** The review of segmented sequences: each frame is compared with its reviewed bitmap. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { bitmapFile, onScreen, shownBitmap, storedAsset } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

/** A dataset whose sample of two frames was labeled with a square in each, and rejected. */
const rejected = async () => {
  const keys = { painter: await bed.server.person("painter"), reviewer: await bed.server.person("reviewer") }
  const dataset = await makeDataset(bed.server, {
    name: "reviewed",
    samples: 0,
    settings: { task_type: "image-segmentation-sequence" },
    collaborators: { painter: "labeler", reviewer: "reviewer" },
  })
  const images = [0, 1].map((index) => ({ image: { url: bed.server.image(`frame-${index}`) } }))
  await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [
    { name: "drive", attributes: { frames: images } },
  ])
  const work = async (queue: string, action: string, body: object, key: string) => {
    const path = `/datasets/${dataset}/queue/${queue}/claim/`
    const [claim] = (await bed.server.call("POST", path, { count: 1 }, key)) as [{ claim_id: string }]
    await bed.server.call("POST", `/claims/${claim.claim_id}/${action}/`, body, key)
  }
  const squares = [100, 300].map((left) =>
    bitmapFile(800, 500, (x, y) => (x >= left && x < left + 100 && y >= 100 && y < 200 ? 1 : 0)),
  )
  const frames = await Promise.all(
    squares.map(async (file) => ({
      annotations: [{ id: 1, category_id: 1, track_id: 1 }],
      segmentation_bitmap: { url: await storedAsset(bed.server, "square.png", file, keys.painter) },
    })),
  )
  await work("labeling", "submit", { attributes: { format_version: "0.2", frames } }, keys.painter)
  await work("reviewing", "reject", { comment: "There is nothing in the second frame." }, keys.reviewer)
  return { dataset, keys }
}

describe("the review of a segmented sequence", { timeout: 120_000 }, () => {
  it("counts the pixels that differ in the shown frame, to the labeler and to the reviewer", async () => {
    const { dataset, keys } = await rejected()
    const labeler = await signedIn(bed.browser, bed.server, keys.painter)
    const { page } = labeler
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await shownBitmap(page)
    await page.getByText("There is nothing in the second frame.").first().waitFor()
    await page.getByRole("switch", { name: "Compare with the reviewed version" }).click({ force: true })
    const pixels = page.getByRole("list", { name: "Changed pixels" })
    await expect.poll(() => pixels.textContent()).toMatch(/(^|\D)0 pixels removed/)
    await page.locator("[role=application]").focus()
    await page.keyboard.press("ArrowRight")
    await page.getByText("2 of 2", { exact: true }).waitFor()
    await expect.poll(() => pixels.textContent()).toMatch(/(^|\D)0 pixels removed/)
    const at = await onScreen(page, 350, 150)
    await page.mouse.click(at.x, at.y)
    await expect.poll(() => page.locator("section[aria-label=Objects] [aria-pressed=true]").count()).toBe(1)
    await page.keyboard.press("Shift+Delete")
    await seesObjects(page, 0)
    await expect.poll(() => pixels.textContent()).toContain("10,000 pixels removed")
    await demandSound(labeler)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/bitmap-sequence-review.png` })
    await page.keyboard.press("ArrowLeft")
    await page.getByText("1 of 2", { exact: true }).waitFor()
    await expect.poll(() => pixels.textContent()).toMatch(/(^|\D)0 pixels removed/)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()

    const reviewer = await signedIn(bed.browser, bed.server, keys.reviewer, { size: "phone" })
    await reviewer.page.goto(`${bed.server.origin}/console/d/${dataset}/review`)
    await shownSample(reviewer.page)
    await shownBitmap(reviewer.page)
    await reviewer.page.locator("[role=application]").focus()
    await reviewer.page.keyboard.press("ArrowRight")
    await reviewer.page.keyboard.press("j")
    const seen = reviewer.page.getByRole("list", { name: "Changed pixels" })
    await expect.poll(() => seen.textContent()).toContain("10,000 pixels removed")
    if (shots !== undefined)
      await reviewer.page.screenshot({ path: `${shots}/bitmap-sequence-review-phone.png`, fullPage: true })
  })
})
