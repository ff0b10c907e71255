/** A reviewer who decides between bitmaps and between segmented clouds: what differs is marked, and taken object by object. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { makeBitmapLabel, openReview, showEverywhere } from "../support/adjudication.ts"
import { testBed } from "../support/bed.ts"
import { readBitmap, shownBitmap } from "../support/bitmap.ts"
import { pcdOf, withoutDriver } from "../support/clouds.ts"
import { violations } from "../support/pages.ts"
import { block, plain, sceneOf, scenePoints } from "../support/points.ts"
import { takePicture } from "../support/takePictures.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const seesLeft = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

describe("the differences of what is segmented", { timeout: 120_000 }, () => {
  it("are pixels, which win object by object, and are taken back", async () => {
    // The same object with other ids and as much again, and one that the second label has alone.
    const labels = [
      await makeBitmapLabel(bed, "one", (x, y) => (x < 200 && y < 200 ? 1 : 0)),
      await makeBitmapLabel(
        bed,
        "two",
        (x, y) => (x < 320 && y < 200 ? 7 : x >= 700 && y >= 400 ? 9 : 0),
        [7, 9],
      ),
    ]
    const { dataset, page, visit } = await openReview(bed, {
      name: "pixels",
      taskType: "segmentation-bitmap",
      labels,
    })
    await shownSample(page)
    await shownBitmap(page)
    await seesLeft(page, "2 left to decide")
    await page.keyboard.press("Alt+Digit0")
    await page.getByText("Compared with B.").waitFor()
    // 120 columns of the object, and the other one: all other pixels are those of the same object.
    const seesRemoved = (count: string) => page.getByText(`${count} only in B`, { exact: true }).waitFor()
    await seesRemoved("34,000")
    await page.getByText("0 of another object", { exact: true }).waitFor()
    await showEverywhere(visit, "adjudication-pixels")
    await page.keyboard.press("Alt+n")
    await page.getByText("shape 0.62", { exact: true }).waitFor()
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesRemoved("10,000")
    await seesLeft(page, "1 left to decide")
    await page.keyboard.press("Alt+n")
    await page.getByText("not labeled").waitFor()
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesObjects(page, 2)
    await seesRemoved("0")
    await seesLeft(page, "All are decided")
    await page.keyboard.press("Control+z")
    await seesObjects(page, 1)
    await seesRemoved("10,000")
    await page.keyboard.press("Control+Shift+z")
    await seesObjects(page, 2)
    await seesRemoved("0")
    await page.keyboard.press("Alt+Shift+Digit1")
    await seesObjects(page, 1)
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(visit.faults).toEqual([])
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const { annotations, areas } = await readBitmap(bed.server, sample.uuid)
    expect(annotations).toHaveLength(2)
    expect(annotations.map(({ id }) => areas.get(id))).toEqual([64_000, 10_000])
    expect(areas.get(0)).toBe(800 * 500 - 74_000)
  })

  it("are points, which win object by object", async () => {
    const pcd = bed.server.file("/segments.pcd", () => pcdOf(sceneOf(5)))
    const makePoints = (first: number, second: number, end: number, ...ids: ReadonlyArray<number>) => ({
      format_version: "0.2",
      annotations: ids.map((id) => ({ id, category_id: 1, attributes: {} })),
      point_annotations: Array.from({ length: scenePoints }, (_, point) =>
        point < plain ? 0 : point < end ? first : point < plain + block ? 0 : second,
      ),
    })
    const { dataset, page, visit } = await openReview(bed, {
      name: "segments",
      taskType: "pointcloud-segmentation",
      sample: { pcd: { url: pcd, type: "pcd" } },
      labels: [makePoints(1, 0, plain + 1000, 1), makePoints(4, 6, plain + block, 4, 6)],
    })
    await page.locator("[data-view=main]").waitFor()
    await page
      .getByText(/\d points$/)
      .first()
      .waitFor()
    await seesLeft(page, "2 left to decide")
    await page.keyboard.press("Alt+Digit0")
    const changes = page.getByRole("list", { name: "Compared with B." })
    await changes.getByText("2,000 only in B", { exact: true }).waitFor()
    await changes.getByText("0 of another object", { exact: true }).waitFor()
    await takePicture(page, "adjudication-points")
    await page.keyboard.press("Alt+n")
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesLeft(page, "1 left to decide")
    await page.keyboard.press("Alt+n")
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesObjects(page, 2)
    await changes.getByText("0 only in B", { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(withoutDriver(visit.faults)).toEqual([])
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const { attributes } = (await bed.server.call("GET", `/labels/${sample.uuid}/ground-truth/`)) as {
      readonly attributes: {
        readonly annotations: ReadonlyArray<{ readonly id: number }>
        readonly point_annotations: ReadonlyArray<number>
      }
    }
    const counts = attributes.annotations.map(
      ({ id }) => attributes.point_annotations.filter((one) => one === id).length,
    )
    expect(counts).toEqual([block, block])
  })
})
