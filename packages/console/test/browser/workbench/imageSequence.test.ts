/** Shapes in image sequences: tracks with keyframes, and copies of shapes in other frames. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

interface Shape {
  readonly track_id: number
  readonly category_id: number
  readonly is_keyframe: boolean
  readonly points: readonly [readonly [number, number], readonly [number, number]]
}

/** Opens the labeling session of a sample of five frames. */
const opened = async (name: string) => {
  const key = await bed.server.person(`tracker-${name}`)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 0,
    settings: { task_type: "image-vector-sequence" },
    collaborators: { [`tracker-${name}`]: "labeler" },
  })
  const frames = Array.from({ length: 5 }, (_, index) => ({
    image: { url: bed.server.image(`frame-${index}`) },
  }))
  await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [
    { name: "drive", attributes: { frames } },
  ])
  const visit = await signedIn(bed.browser, bed.server, key)
  await visit.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(visit.page)
  return { ...visit, visit, dataset }
}

const goTo = async (page: Page, key: string, frame: number): Promise<void> => {
  await page.keyboard.press(key)
  await page.getByText(`${frame} of 5`, { exact: true }).waitFor()
}

/** Draws a box with the pointer. It is selected then. */
const drawBox = async (page: Page): Promise<void> => {
  await page.keyboard.press("b")
  await strokeOver(page, [300, 200], [400, 300])
  await seesObjects(page, 1)
  await page.keyboard.press("Escape")
}

/** What the timeline says about the selected track in each frame. */
const timeline = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator("section[aria-label=Frames] button[aria-label^='Frame ']")
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("data-track") ?? "none"))

/** Submits, and reads the shapes of each frame. */
const submitted = async (page: Page, dataset: string): Promise<ReadonlyArray<ReadonlyArray<Shape>>> => {
  await page.keyboard.press("Control+Enter")
  await page.getByText("1 sample done").waitFor()
  const [{ uuid }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  const label = (await bed.server.call("GET", `/labels/${uuid}/ground-truth/`)) as {
    readonly attributes: { readonly frames: ReadonlyArray<{ readonly annotations: ReadonlyArray<Shape> }> }
  }
  return label.attributes.frames.map(({ annotations }) => annotations)
}

describe("a shape in a sequence of images", { timeout: 120_000 }, () => {
  it("is pasted into a later frame as a keyframe, and the frames between follow when it is moved there", async () => {
    const { dataset, page, visit } = await opened("pasted")
    await page.keyboard.press("2")
    await drawBox(page)
    await page.keyboard.press("Control+c")
    await goTo(page, "ArrowRight", 2)
    await goTo(page, "ArrowRight", 3)
    await seesObjects(page, 0)
    await page.keyboard.press("Control+v")
    await seesObjects(page, 1)
    await expect.poll(() => timeline(page)).toEqual(["key", "computed", "key", "none", "none"])
    await page.keyboard.press("Alt+Shift+ArrowRight")
    await demandSound(visit)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/image-sequence.png` })
    await goTo(page, "ArrowLeft", 2)
    await seesObjects(page, 1)

    const frames = await submitted(page, dataset)
    expect(
      frames.map((shapes) => shapes.map((one) => [one.track_id, one.category_id, one.is_keyframe])),
    ).toEqual([[[1, 2, true]], [[1, 2, false]], [[1, 2, true]], [], []])
    const [first, second, third] = frames.map((shapes) => shapes[0]?.points[0][0] ?? Number.NaN)
    expect([(second ?? 0) - (first ?? 0), (third ?? 0) - (first ?? 0)]).toEqual([
      expect.closeTo(5, 1),
      expect.closeTo(10, 1),
    ])
  })

  it("is continued by what is drawn in a later frame while it is selected, and by nothing after a new object is begun", async () => {
    const { dataset, page, visit } = await opened("continued")
    await drawBox(page)
    await goTo(page, "ArrowRight", 2)
    await goTo(page, "ArrowRight", 3)
    await seesObjects(page, 0)
    await page.getByText("Not in this frame. The track is in frames 1 to 1.").waitFor()
    await demandSound(visit)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/track-absent.png` })
    await page.keyboard.press("b")
    await strokeOver(page, [340, 200], [440, 300])
    await seesObjects(page, 1)
    await expect.poll(() => timeline(page)).toEqual(["key", "computed", "key", "none", "none"])
    await page.keyboard.press("Escape")
    await goTo(page, "ArrowLeft", 2)
    await page.getByText("Interpolated between the keyframes 1 and 3", { exact: false }).waitFor()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/track-interpolated.png` })
    await goTo(page, "ArrowRight", 3)
    await goTo(page, "ArrowRight", 4)
    await page.getByRole("button", { name: "Start a new object" }).click()
    await page.getByRole("application").focus()
    await page.keyboard.press("b")
    await strokeOver(page, [340, 200], [440, 300])
    await seesObjects(page, 1)
    const frames = await submitted(page, dataset)
    expect(frames.map((shapes) => shapes.map((one) => one.track_id))).toEqual([[1], [1], [1], [2], []])
  })

  it("is extended to the shown frame, to the end, and over a gap to its next keyframe", async () => {
    const { dataset, page } = await opened("extended")
    await drawBox(page)
    await goTo(page, "ArrowRight", 2)
    await page.getByRole("button", { name: "Extend track to here" }).click()
    await expect.poll(() => timeline(page)).toEqual(["key", "key", "none", "none", "none"])
    await page.getByRole("application").focus()
    await page.keyboard.press("Control+z")
    await expect.poll(() => timeline(page)).toEqual(["key", "none", "none", "none", "none"])
    await page.getByRole("button", { name: "Extend to the end" }).click()
    await expect.poll(() => timeline(page)).toEqual(["key", "computed", "computed", "computed", "key"])
    await page.getByRole("button", { name: "Remove from this frame" }).click()
    await seesObjects(page, 0)
    await page.locator("section[aria-label=Frames] button[aria-label='Frame 1']").click()
    await seesObjects(page, 1)
    await page.locator("section[aria-label=Objects] li button").first().click()
    await expect.poll(() => timeline(page)).toEqual(["key", "none", "key", "computed", "key"])
    await page.getByRole("button", { name: "Extend to next keyframe" }).click()
    await expect.poll(() => timeline(page)).toEqual(["key", "computed", "key", "computed", "key"])
    const frames = await submitted(page, dataset)
    expect(frames.map((shapes) => shapes.map((one) => one.track_id))).toEqual([[1], [1], [1], [1], [1]])
  })

  it("is copied to the next frame with one key, which shows it, and taken back with another", async () => {
    const { dataset, page } = await opened("next")
    await drawBox(page)
    await goTo(page, "Shift+C", 2)
    await seesObjects(page, 1)
    await goTo(page, "Shift+C", 3)
    await seesObjects(page, 1)
    await page.keyboard.press("Control+z")
    await seesObjects(page, 0)
    // Where the frame shows the object already, it gets the shape of the frame before.
    await goTo(page, "ArrowLeft", 2)
    await goTo(page, "ArrowLeft", 1)
    await page.keyboard.press("Alt+Shift+ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await goTo(page, "Shift+C", 2)
    const frames = await submitted(page, dataset)
    expect(frames.map((shapes) => shapes.map((one) => one.is_keyframe))).toEqual([[true], [true], [], [], []])
    expect(frames[1]?.[0]?.points).toEqual(frames[0]?.[0]?.points)
  })
})
