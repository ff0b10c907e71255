/** Segmentation of image sequences: a bitmap for each frame, and objects that keep their identity over them. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { bitmapFile, onScreen, pixelsAt, shownBitmap, storedAsset, strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES
const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/bitmap-sequence-${name}.png` })
}

interface Frame {
  readonly annotations: ReadonlyArray<{
    readonly id: number
    readonly track_id: number
    readonly category_id: number
  }>
  readonly segmentation_bitmap?: { readonly url: string; readonly made_by?: string }
}

/** A dataset with one sample of three frames. */
const makeSequence = async (name: string) => {
  const person = `painter-${name}`
  const key = await bed.server.person(person)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 0,
    settings: { task_type: "image-segmentation-sequence" },
    collaborators: { [person]: "labeler" },
  })
  const frames = [0, 1, 2].map((index) => ({ image: { url: bed.server.image(`frame-${index}`) } }))
  await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [
    { name: "drive", attributes: { frames } },
  ])
  // The list of a dataset with one sample.
  const [{ uuid: sample }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [
    { uuid: string },
  ]
  return { key, dataset, sample }
}

const framesOf = async (sample: string): Promise<ReadonlyArray<Frame>> => {
  const label = await bed.server.call("GET", `/labels/${sample}/ground-truth/`)
  return (label as { readonly attributes: { readonly frames: ReadonlyArray<Frame> } }).attributes.frames
}

/** The label as the server sends it. */
const textOf = async (sample: string, key: string): Promise<string> => {
  const response = await fetch(`${bed.server.origin}/labels/${sample}/ground-truth/`, {
    headers: { authorization: `APIKey ${key}` },
  })
  return response.text()
}

const open = async (page: Page, dataset: string): Promise<void> => {
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(page)
  await shownBitmap(page)
}

/** Waits until a frame is on the screen with its bitmap. Frames count from 1. */
const seesFrame = async (page: Page, frame: number): Promise<void> => {
  await page.getByText(`${frame} of 3`, { exact: true }).waitFor()
  await shownBitmap(page)
}

const submit = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+Enter")
  await page.getByText("1 sample done").waitFor()
}

const square = (left: number, id: number) =>
  bitmapFile(800, 500, (x, y) => (x >= left && x < left + 100 && y >= 100 && y < 200 ? id : 0))

describe("the bitmaps of a sequence", { timeout: 180_000 }, () => {
  it("are painted frame by frame with one object over all, copied on, and stored with one id and category", async () => {
    const { dataset, key, sample } = await makeSequence("painted")
    const visit = await signedIn(bed.browser, bed.server, key)
    const { page } = visit
    await open(page, dataset)
    await page.keyboard.press("2")
    await page.keyboard.press("b")
    for (let wider = 0; wider < 3; wider++) await page.keyboard.press("]")
    await strokeOver(page, [100, 100], [200, 100])
    await seesObjects(page, 1)
    await page.keyboard.press("ArrowRight")
    await seesFrame(page, 2)
    await seesObjects(page, 0)
    await page.getByText("The next stroke continues object 1").waitFor()
    await picture(page, "continues")
    await strokeOver(page, [300, 200], [400, 200])
    await seesObjects(page, 1)
    // Another object begins in the second frame.
    await page.keyboard.press("a")
    await page.keyboard.press("1")
    await strokeOver(page, [500, 300], [600, 300])
    await seesObjects(page, 2)
    await page.keyboard.press("e")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Shift+C")
    await seesFrame(page, 3)
    await seesObjects(page, 2)
    await demandSound(visit)
    await picture(page, "copied")
    await page.emulateMedia({ colorScheme: "dark" })
    await picture(page, "copied-dark")
    await page.emulateMedia({ colorScheme: "light" })
    await submit(page)

    const frames = await framesOf(sample)
    expect(
      frames.map(({ annotations }) => annotations.map((one) => [one.id, one.track_id, one.category_id])),
    ).toEqual([
      [[1, 1, 2]],
      [
        [1, 1, 2],
        [2, 2, 1],
      ],
      [
        [1, 1, 2],
        [2, 2, 1],
      ],
    ])
    const urls = frames.map((frame) => frame.segmentation_bitmap?.url ?? "")
    expect(new Set(urls).size).toBe(3)
    const [first, second, third] = await Promise.all(urls.map(pixelsAt))
    expect([first?.idAt(150, 100), first?.idAt(350, 200)]).toEqual([1, 0])
    expect([second?.idAt(150, 100), second?.idAt(350, 200), second?.idAt(550, 300)]).toEqual([0, 1, 2])
    expect(third?.areas).toEqual(second?.areas)
  })

  it("that nobody touched keep every byte of the label, with the frame beside them painted and undone", async () => {
    const { dataset, key, sample } = await makeSequence("untouched")
    const urls = await Promise.all(
      [100, 200, 300].map((left) => storedAsset(bed.server, "before.png", square(left, 70_001))),
    )
    await bed.server.call("PUT", `/labels/${sample}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: {
        format_version: "0.2",
        frames: urls.map((url) => ({
          annotations: [{ id: 70_001, category_id: 1, track_id: 70_001, note: "kept" }],
          segmentation_bitmap: { url, made_by: "another tool" },
        })),
      },
    })
    const before = await textOf(sample, key)
    const { page } = await signedIn(bed.browser, bed.server, key)
    await open(page, dataset)
    await page.keyboard.press("ArrowRight")
    await seesFrame(page, 2)
    await page.keyboard.press("b")
    await strokeOver(page, [500, 400], [550, 420])
    await seesObjects(page, 2)
    await page.keyboard.press("ArrowLeft")
    await seesFrame(page, 1)
    await strokeOver(page, [500, 400], [550, 420])
    await seesObjects(page, 2)
    await page.keyboard.press("Control+z")
    await seesObjects(page, 1)
    await submit(page)

    const after = await textOf(sample, key)
    const partsOf = (text: string) => /"frames":\[(.*)\]/.exec(text)?.[1]?.split(/(?=\{"annotations")/) ?? []
    const [parts, stored] = [partsOf(after), partsOf(before)]
    expect(stored).toHaveLength(3)
    expect([parts[0], parts[2]]).toEqual([stored[0], stored[2]])
    const frames = await framesOf(sample)
    expect(frames[1]?.segmentation_bitmap?.made_by).toBe("another tool")
    const painted = await pixelsAt(frames[1]?.segmentation_bitmap?.url ?? "")
    expect([painted.areas.get(70_001), painted.idAt(520, 408)]).toEqual([10_000, 70_002])
    // One frame was painted, so one file was made.
    expect(await bed.server.call("GET", "/assets/", undefined, key)).toHaveLength(1)
  })

  it("are in the draft with all frames that were painted, after the page was closed", async () => {
    const { dataset, key, sample } = await makeSequence("draft")
    const { context, page } = await signedIn(bed.browser, bed.server, key)
    await open(page, dataset)
    await page.keyboard.press("b")
    await strokeOver(page, [100, 100], [200, 100])
    await seesObjects(page, 1)
    await page.keyboard.press("ArrowRight")
    await seesFrame(page, 2)
    await strokeOver(page, [300, 200], [400, 200])
    await seesObjects(page, 1)
    await page.waitForTimeout(1500)
    await page.close()
    const again = await context.newPage()
    await open(again, dataset)
    await again.getByText("was restored").waitFor()
    await seesObjects(again, 1)
    await submit(again)
    const urls = (await framesOf(sample)).map((frame) => frame.segmentation_bitmap?.url)
    expect(urls[2]).toBeUndefined()
    const [first, second] = await Promise.all([pixelsAt(urls[0] ?? ""), pixelsAt(urls[1] ?? "")])
    expect([first.idAt(150, 100), second.idAt(350, 200)]).toEqual([1, 1])
  })

  it("lose an object in one frame or in all of them, as the person says", async () => {
    const { dataset, key, sample } = await makeSequence("deleted")
    const { page } = await signedIn(bed.browser, bed.server, key)
    await open(page, dataset)
    await page.keyboard.press("b")
    for (const x of [100, 300]) {
      await page.keyboard.press("a")
      await strokeOver(page, [x, 100], [x + 100, 100])
    }
    await seesObjects(page, 2)
    await page.keyboard.press("a")
    for (const frame of [2, 3]) {
      await page.keyboard.press("Shift+C")
      await seesFrame(page, frame)
      await seesObjects(page, 2)
      await page.keyboard.press("a")
    }
    await page.keyboard.press("e")
    const pick = async (x: number) => {
      const at = await onScreen(page, x, 100)
      await page.mouse.click(at.x, at.y)
      await expect.poll(() => page.locator("section[aria-label=Objects] [aria-pressed=true]").count()).toBe(1)
    }
    await pick(150)
    await page.keyboard.press("Shift+Delete")
    await seesObjects(page, 1)
    await pick(350)
    await page.keyboard.press("Delete")
    await seesObjects(page, 0)
    await page.keyboard.press("ArrowLeft")
    await seesFrame(page, 2)
    await seesObjects(page, 1)
    await submit(page)
    const frames = await framesOf(sample)
    expect(frames.map(({ annotations }) => annotations.map(({ id }) => id))).toEqual([[1], [1], []])
    const third = await pixelsAt(frames[2]?.segmentation_bitmap?.url ?? "")
    expect([...third.areas.keys()]).toEqual([0])
  })
})
