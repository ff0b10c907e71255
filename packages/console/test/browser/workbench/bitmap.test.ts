import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { bitmapFile, onScreen, readBitmap, shownBitmap, storedAsset, strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { objectCount, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

/** Opens the labeling session of a dataset for segmentation with one sample, which a stored label may have. */
const opened = async (
  name: string,
  stored?: { readonly file: Uint8Array; readonly annotations: ReadonlyArray<unknown> },
  reads = true,
) => {
  const key = await bed.server.person(`painter-${name}`)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    settings: { task_type: "segmentation-bitmap" },
    collaborators: { [`painter-${name}`]: "labeler" },
  })
  // The list of a dataset with one sample.
  const [{ uuid: sample }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [
    { uuid: string },
  ]
  if (stored !== undefined) {
    const url = await storedAsset(bed.server, "before.png", stored.file)
    await bed.server.call("PUT", `/labels/${sample}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: { format_version: "0.1", annotations: stored.annotations, segmentation_bitmap: { url } },
    })
  }
  const visit = await signedIn(bed.browser, bed.server, key)
  await visit.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visit.page)
  if (reads) await shownBitmap(visit.page)
  return { ...visit, visit, sample, dataset, key }
}

const submitted = async (page: import("playwright-core").Page) => {
  await page.keyboard.press("Control+Enter")
  await page.getByText("1 sample done").waitFor()
}

/** Two squares of a hundred pixels, with ids that need all three bytes. */
const [left, right] = [70_001, 2]
const twoSquares = {
  file: bitmapFile(800, 500, (x, y) =>
    y < 100 || y >= 200 ? 0 : x >= 100 && x < 200 ? left : x >= 300 && x < 400 ? right : 0,
  ),
  annotations: [
    { id: left, category_id: 1, attributes: {}, note: "kept" },
    { id: right, category_id: 2, attributes: {} },
  ],
}

describe("a bitmap", { timeout: 120_000 }, () => {
  it("is painted with brush, eraser, fill and polygon, and stored with an id for each pixel", async () => {
    const { page, sample, visit } = await opened("tools")
    await page.keyboard.press("b")
    for (let wider = 0; wider < 3; wider++) await page.keyboard.press("]")
    await strokeOver(page, [100, 100], [200, 100], [200, 200])
    await seesObjects(page, 1)
    // Another category begins another object.
    await page.keyboard.press("2")
    await page.keyboard.press("p")
    for (const [x, y] of [
      [400, 100],
      [600, 100],
      [600, 300],
      [400, 300],
      [400, 100],
    ] as const) {
      const at = await onScreen(page, x, y)
      await page.mouse.click(at.x, at.y)
    }
    await seesObjects(page, 2)
    await page.keyboard.press("x")
    await strokeOver(page, [500, 200], [501, 200])
    await page.keyboard.press("1")
    await page.keyboard.press("g")
    await strokeOver(page, [500, 200])
    await seesObjects(page, 3)
    await demandSound(visit)
    await submitted(page)

    const { annotations, areas, idAt, opaque } = await readBitmap(bed.server, sample)
    expect(annotations.map(({ category_id, id }) => [id, category_id])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ])
    expect([idAt(150, 100), idAt(200, 180), idAt(100, 200)]).toEqual([1, 1, 0])
    expect([idAt(401, 101), idAt(599, 299), idAt(600, 150)]).toEqual([2, 2, 0])
    // The fill has put the new object where the eraser was.
    expect([idAt(500, 200), areas.get(3)]).toEqual([3, expect.any(Number)])
    expect((areas.get(2) ?? 0) + (areas.get(3) ?? 0)).toBe(200 * 200)
    expect(opaque).toBe(true)
  })

  it("stays byte for byte as it is stored while nobody paints, and no file is made", async () => {
    const { key, page, sample } = await opened("untouched", twoSquares)
    const read = async () => {
      const response = await fetch(`${bed.server.origin}/labels/${sample}/ground-truth/`, {
        headers: { authorization: `APIKey ${key}` },
      })
      return /"attributes":(\{.*\}),"/.exec(await response.text())?.[1]
    }
    const before = await read()
    expect(before).toContain("kept")
    // Paints, and takes it back.
    await page.keyboard.press("b")
    await strokeOver(page, [500, 400], [550, 420])
    await seesObjects(page, 3)
    await page.keyboard.press("Control+z")
    await seesObjects(page, 2)
    await submitted(page)
    expect(await read()).toBe(before)
    expect(await bed.server.call("GET", "/assets/", undefined, key)).toEqual([])
  })

  it("is shown outside of a queue, where nobody can paint over it", async () => {
    const { dataset, page, sample, visit } = await opened("looked-at", twoSquares)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples/${sample}`)
    await shownBitmap(page)
    await seesObjects(page, 2)
    await demandSound(visit)
    await page.keyboard.press("b")
    await strokeOver(page, [500, 400], [550, 420])
    const at = await onScreen(page, 150, 150)
    await page.mouse.click(at.x, at.y)
    const selected = page.locator("section[aria-label=Objects] [aria-pressed=true]")
    await expect.poll(() => selected.textContent()).toContain(String(left))
    await page.keyboard.press("Delete")
    expect(await objectCount(page)).toBe(2)
  })

  it("keeps every id that was not painted over", async () => {
    const { page, sample } = await opened("kept", twoSquares)
    await page.keyboard.press("b")
    await strokeOver(page, [600, 400], [640, 400])
    await seesObjects(page, 3)
    await submitted(page)
    const { annotations, areas } = await readBitmap(bed.server, sample)
    expect(annotations).toHaveLength(3)
    expect(annotations[0]).toEqual(twoSquares.annotations[0])
    expect([areas.get(left), areas.get(right)]).toEqual([10_000, 10_000])
    expect(areas.get(70_002)).toBeGreaterThan(100)
  })

  it("has its objects picked, merged and deleted, undone and done again", async () => {
    const { page, sample } = await opened("objects", twoSquares)
    const pick = async (x: number, y: number, shift = false) => {
      const at = await onScreen(page, x, y)
      if (shift) await page.keyboard.down("Shift")
      await page.mouse.click(at.x, at.y)
      if (shift) await page.keyboard.up("Shift")
    }
    const selected = page.locator("section[aria-label=Objects] [aria-pressed=true]")
    await pick(150, 150)
    await expect.poll(() => selected.count()).toBe(1)
    expect(await selected.textContent()).toContain(String(left))
    await pick(350, 150, true)
    await expect.poll(() => selected.count()).toBe(2)
    await page.keyboard.press("m")
    await seesObjects(page, 1)
    await page.keyboard.press("Control+z")
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Shift+z")
    await seesObjects(page, 1)
    await page.keyboard.press("Control+z")
    await pick(350, 150)
    await expect.poll(() => selected.textContent()).toContain("person")
    await page.keyboard.press("Delete")
    await seesObjects(page, 1)
    await submitted(page)
    const { annotations, areas } = await readBitmap(bed.server, sample)
    expect(annotations.map(({ id }) => id)).toEqual([left])
    expect([areas.get(left), areas.get(right)]).toEqual([10_000, undefined])
  })

  it("keeps locked objects whole, and drops one that was painted over entirely, in the step of the stroke", async () => {
    const { page, sample } = await opened("locked", twoSquares)
    const row = (id: number) => page.locator("section[aria-label=Objects] li", { hasText: String(id) })
    await row(left).getByRole("button").first().click()
    await page.locator("[role=application]").focus()
    await page.keyboard.press("l")
    await page.keyboard.press("a")
    await page.keyboard.press("b")
    for (let wider = 0; wider < 12; wider++) await page.keyboard.press("]")
    await strokeOver(page, [150, 150], [350, 150])
    await expect.poll(() => objectCount(page)).toBe(2)
    await page.keyboard.press("Control+z")
    await expect.poll(() => row(right).count()).toBe(1)
    await page.keyboard.press("Control+Shift+z")
    await submitted(page)
    const { annotations, areas } = await readBitmap(bed.server, sample)
    expect(annotations.map(({ id }) => id)).toEqual([left, 70_002])
    expect(areas.get(left)).toBe(10_000)
    expect(areas.get(right)).toBeUndefined()
  })

  it("is in the draft: a page that is closed and opened again shows what was painted", async () => {
    const { context, dataset, page, sample } = await opened("draft", twoSquares)
    await page.keyboard.press("b")
    await strokeOver(page, [600, 400], [640, 400])
    await seesObjects(page, 3)
    await page.getByText("Draft saved").waitFor()
    await page.close()
    const again = await context.newPage()
    await again.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await again.getByText("was restored").waitFor()
    await shownBitmap(again)
    await seesObjects(again, 3)
    await again.locator("[role=application]").focus()
    await again.keyboard.press("b")
    await strokeOver(again, [600, 300], [640, 300])
    await seesObjects(again, 4)
    await submitted(again)
    const { areas, idAt } = await readBitmap(bed.server, sample)
    expect([areas.get(left), areas.get(right)]).toEqual([10_000, 10_000])
    expect([idAt(620, 400), idAt(620, 300)]).toEqual([70_002, 70_003])
  })

  it("that cannot be read is said so, and nothing is painted over it", async () => {
    const text = new TextEncoder().encode("not a picture")
    const { page } = await opened("broken", { ...twoSquares, file: text }, false)
    await page.getByText("The bitmap could not be loaded").waitFor()
    await page.keyboard.press("b")
    await strokeOver(page, [600, 400], [640, 400])
    expect(await objectCount(page)).toBe(2)
    expect(await page.getByText("Draft saved").count()).toBe(0)
  })
})
