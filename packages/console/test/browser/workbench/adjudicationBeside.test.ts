/** A reviewer who sees two labels side by side: both views move together. */
import { describe, expect, it } from "vitest"
import { makeDrive, ofAnn, openReview, showEverywhere, toLabel } from "../support/adjudication.ts"
import { testBed } from "../support/bed.ts"
import { cloudOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { takePicture } from "../support/takePictures.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("labels side by side", { timeout: 120_000 }, () => {
  it("show the same part of an image, which moves in both", async () => {
    const { page, visit } = await openReview(bed, {
      name: "beside",
      labels: [toLabel(ofAnn), toLabel([[2, 402, 100, 100]]), toLabel([])],
    })
    await shownSample(page)
    await seesObjects(page, 3)
    const beside = page.getByTestId("beside")
    expect(await beside.count()).toBe(0)
    await page.keyboard.press("Alt+v")
    await page.getByRole("img", { name: "Label B: 1 object" }).waitFor()
    expect(await beside.locator("g[data-key]").count()).toBe(1)
    expect(await page.getByTestId("canvas").locator("g[data-key]").count()).toBe(3)
    const viewBoxes = () =>
      page
        .locator("[data-testid=canvas] > svg, [data-testid=beside] > svg")
        .evaluateAll((all) => all.map((one) => one.getAttribute("viewBox")))
    const [before] = await viewBoxes()
    const box = await beside.boundingBox()
    if (box === null) throw new Error("not shown")
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await viewBoxes())[0]).not.toBe(before)
    const zoomed = await viewBoxes()
    expect(zoomed[1]).toBe(zoomed[0])
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 20, { steps: 4 })
    await page.mouse.up()
    const moved = await viewBoxes()
    expect(moved[0]).not.toBe(zoomed[0])
    expect(moved[1]).toBe(moved[0])
    await seesObjects(page, 3)
    await showEverywhere(visit, "adjudication-beside")
    await page.keyboard.press("Alt+Shift+v")
    await page.getByRole("img", { name: "Label C: 0 objects" }).waitFor()
    // The shown one is never beside itself.
    await page.keyboard.press("Alt+Digit3")
    await page.getByRole("img", { name: "Label A: 3 objects" }).waitFor()
    await page.keyboard.press("Alt+v")
    await beside.waitFor({ state: "detached" })
  })

  it("show the cuboids of both in one cloud, with one camera", async () => {
    const pcd = bed.server.file("/beside.pcd", () =>
      cloudOf([{ position: { x: 5, y: 0, z: 1 }, dimensions: { x: 4, y: 2, z: 2 }, yaw: 0.2 }], {
        seed: 4,
        ground: 8000,
        reach: 30,
      }),
    )
    const { page, visit } = await openReview(bed, {
      name: "beside-cloud",
      taskType: "pointcloud-cuboid-sequence",
      sample: { frames: [{ pcd: { url: pcd, type: "pcd" } }] },
      labels: [
        makeDrive([[1, 5]]),
        makeDrive([
          [1, 5.1],
          [2, 14],
        ]),
      ],
    })
    await page.locator("[data-view=main]").waitFor()
    await page.getByRole("button", { name: "Accept A" }).and(page.locator(":enabled")).waitFor()
    const countCalls = () =>
      page.locator("canvas[data-draw-calls]").first().getAttribute("data-draw-calls").then(Number)
    await expect.poll(countCalls).toBeGreaterThan(0)
    const alone = await countCalls()
    await page.keyboard.press("Alt+v")
    await page.getByRole("img", { name: "Label B: 2 objects" }).waitFor()
    // The view of the other label is drawn by the same renderer.
    await expect.poll(countCalls).toBeGreaterThan(alone)
    const [main, beside] = await Promise.all(
      ["main", "beside"].map((name) => page.locator(`[data-view=${name}]`).boundingBox()),
    )
    expect(Math.abs((main?.width ?? 0) - (beside?.width ?? 1))).toBeLessThanOrEqual(2)
    expect(await violations(page)).toEqual([])
    expect(withoutDriver(visit.faults)).toEqual([])
    await takePicture(page, "adjudication-beside-cloud")
    if (beside === null || beside === undefined) throw new Error("not shown")
    await page.mouse.move(beside.x + beside.width / 2, beside.y + beside.height / 2)
    await page.mouse.down()
    await page.mouse.move(beside.x + beside.width / 2 + 60, beside.y + beside.height / 2 + 30, { steps: 4 })
    await page.mouse.up()
    await seesObjects(page, 1)
    await takePicture(page, "adjudication-beside-turned")
  })
})
