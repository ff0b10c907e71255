import { decode } from "fast-png"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { bitmapFile, onScreen, shownBitmap, storedAsset, strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES
const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/bitmap-review-${name}.png` })
}

/** Two squares of a hundred pixels. */
const squares = bitmapFile(800, 500, (x, y) =>
  y < 100 || y >= 200 ? 0 : x >= 100 && x < 200 ? 1 : x >= 300 && x < 400 ? 2 : 0,
)

/** The color on the screen at a point of the image. */
const colorAt = async (page: Page, x: number, y: number) => {
  const at = await onScreen(page, x, y)
  const { data } = decode(await page.screenshot({ clip: { ...at, width: 1, height: 1 } }))
  return { red: data[0] ?? 0, green: data[1] ?? 0, blue: data[2] ?? 0 }
}

/** A dataset whose sample was labeled with the squares, and rejected. */
const rejected = async (name: string) => {
  const [painter, reviewer] = [`painter-${name}`, `reviewer-${name}`]
  const keys = { painter: await bed.server.person(painter), reviewer: await bed.server.person(reviewer) }
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    settings: { task_type: "segmentation-bitmap" },
    collaborators: { [painter]: "labeler", [reviewer]: "reviewer" },
  })
  const work = async (queue: string, action: string, body: object, key: string) => {
    const path = `/datasets/${dataset}/queue/${queue}/claim/`
    const [claim] = (await bed.server.call("POST", path, { count: 1 }, key)) as [{ claim_id: string }]
    await bed.server.call("POST", `/claims/${claim.claim_id}/${action}/`, body, key)
  }
  const url = await storedAsset(bed.server, "squares.png", squares, keys.painter)
  const annotations = [
    { id: 1, category_id: 1 },
    { id: 2, category_id: 2 },
  ]
  const attributes = { format_version: "0.1", annotations, segmentation_bitmap: { url } }
  await work("labeling", "submit", { attributes }, keys.painter)
  await work("reviewing", "reject", { comment: "The right one is no person." }, keys.reviewer)
  return { dataset, keys }
}

const open = async (dataset: string, page: Page, queue: "label" | "review"): Promise<void> => {
  await page.goto(`${bed.server.origin}/console/d/${dataset}/${queue}`)
  await shownSample(page)
  await shownBitmap(page)
  await seesObjects(page, 2)
}

describe("the review of a bitmap", { timeout: 120_000 }, () => {
  it("shows which pixels were added and removed since, while the labeler paints and to the reviewer", async () => {
    const { dataset, keys } = await rejected("pixels")
    const labeler = await signedIn(bed.browser, bed.server, keys.painter)
    const { page } = labeler
    await open(dataset, page, "label")
    const compare = page.getByRole("switch", { name: "Compare with the reviewed version" })
    const pixels = page.getByRole("list", { name: "Changed pixels" })
    await compare.click({ force: true })
    await expect.poll(() => pixels.textContent()).toMatch(/(^|\D)0 pixels removed/)
    const at = await onScreen(page, 350, 150)
    await page.mouse.click(at.x, at.y)
    const selected = page.locator("section[aria-label=Objects] [aria-pressed=true]")
    await expect.poll(() => selected.count()).toBe(1)
    await page.keyboard.press("Delete")
    await expect.poll(() => pixels.textContent()).toContain("10,000 pixels removed")
    await page.keyboard.press("b")
    await strokeOver(page, [600, 400], [700, 400])
    await expect.poll(() => pixels.textContent()).toMatch(/[1-9][\d,]* pixels added/)
    // Part of the left square becomes another object.
    await strokeOver(page, [150, 120], [150, 180])
    await expect.poll(() => pixels.textContent()).toMatch(/[1-9][\d,]* pixels assigned to another object/)
    await picture(page, "labeler")
    const removed = await colorAt(page, 380, 110)
    expect(removed.red).toBeGreaterThan(removed.green + 60)
    const added = await colorAt(page, 650, 400)
    expect(added.green).toBeGreaterThan(added.red + 60)
    await demandSound(labeler)
    const counted = await pixels.textContent()
    await compare.click({ force: true })
    await expect.poll(() => pixels.count()).toBe(0)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()

    const reviewer = await signedIn(bed.browser, bed.server, keys.reviewer)
    await reviewer.page.goto(`${bed.server.origin}/console/d/${dataset}/review`)
    await shownSample(reviewer.page)
    await shownBitmap(reviewer.page)
    await reviewer.page
      .getByRole("switch", { name: "Compare with the reviewed version" })
      .click({ force: true })
    const seen = reviewer.page.getByRole("list", { name: "Changed pixels" })
    await expect.poll(() => seen.textContent()).toBe(counted)
    await picture(reviewer.page, "reviewer")
  })
})

describe("the bitmap of the next sample", { timeout: 120_000 }, () => {
  it("is loaded while the person works on the one before", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "next-bitmap",
      samples: 2,
      settings: { task_type: "segmentation-bitmap" },
      collaborators: { jane: "labeler" },
    })
    const samples = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as ReadonlyArray<{
      uuid: string
    }>
    const urls: Array<string> = []
    for (const { uuid } of samples) {
      const url = await storedAsset(bed.server, "squares.png", squares)
      urls.push(url)
      const annotations = [{ id: 1, category_id: 1 }]
      await bed.server.call("PUT", `/labels/${uuid}/ground-truth/`, {
        label_status: "PRELABELED",
        attributes: { format_version: "0.1", annotations, segmentation_bitmap: { url } },
      })
    }
    const { page } = await signedIn(bed.browser, bed.server, key)
    const loaded = page.waitForResponse(urls[1] ?? "")
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    expect(await shownSample(page)).toBe("image-000")
    expect(await (await loaded).finished()).toBeNull()
    expect(await bed.server.call("GET", "/claims/", undefined, key)).toHaveLength(1)
    // Later the browser has it, and asks only whether it is still there.
    const again = page.waitForResponse(urls[1] ?? "")
    await page.keyboard.press("Control+Enter")
    expect(await shownSample(page, "image-000")).toBe("image-001")
    const response = await again
    expect((await response.request().allHeaders())["if-none-match"]).toBe(response.headers().etag)
    await shownBitmap(page)
    await seesObjects(page, 1)
  })
})
