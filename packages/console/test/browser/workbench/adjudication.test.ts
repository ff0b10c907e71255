/** A reviewer who decides between the labels that two people made of one sample. */
import { describe, expect, it } from "vitest"
import {
  makeBitmapLabel,
  makeDrive,
  ofAnn,
  ofBen,
  openReview,
  readDecision,
  seesLetter,
  showEverywhere,
  toAnnotations,
  toLabel,
} from "../support/adjudication.ts"
import { testBed } from "../support/bed.ts"
import { shownBitmap, strokeOver } from "../support/bitmap.ts"
import { cloudOf, withoutDriver } from "../support/clouds.ts"
import { demandSound, violations } from "../support/pages.ts"
import { takePicture } from "../support/takePictures.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("a reviewer of a sample that two people labeled", { timeout: 120_000 }, () => {
  it("switches between the labels by keys, and accepts one with an edit", async () => {
    const { dataset, page, people, visit } = await openReview(bed, { name: "decided" })
    await shownSample(page)
    await seesObjects(page, 3)
    await page.keyboard.press("Alt+Digit2")
    await seesLetter(page, "B")
    await seesObjects(page, 2)
    await page.getByText("The person may be a statue.").waitFor()
    expect(await page.getByRole("button", { name: /^(Reject|Save)$/ }).count()).toBe(0)
    await drawBox(page)
    await seesObjects(page, 3)
    await page.keyboard.press("Alt+Digit1")
    await seesLetter(page, "A")
    await seesObjects(page, 3)
    await page.getByText("2 objects · edited").waitFor()
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Alt+Digit2")
    await seesLetter(page, "B")
    await seesObjects(page, 3)
    await page.getByText("Draft saved").waitFor()
    await page.reload()
    await shownSample(page)
    await seesLetter(page, "B")
    await seesObjects(page, 3)
    await demandSound(visit)
    await page.getByRole("button", { name: "Accept B" }).waitFor()
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await readDecision(bed, dataset)).toEqual({
      status: "REVIEWED",
      labeler: people[1],
      categories: [1, 2, 1],
    })
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0)
  })

  it("accepts the merged label, which has what both people have", async () => {
    const { dataset, page, visit } = await openReview(bed, { name: "merged" })
    await shownSample(page)
    await seesObjects(page, 3)
    await page.keyboard.press("Alt+Digit0")
    await page.keyboard.press("Alt+m")
    await seesLetter(page, "Merged")
    await seesObjects(page, 2)
    await page.locator("g[data-letter=B]").waitFor({ state: "attached" })
    expect(await page.locator("g[data-letter=merged]").count()).toBe(0)
    await showEverywhere(visit, "adjudication-merged")
    await page.keyboard.press("Alt+Digit0")
    await drawBox(page)
    await page.keyboard.press("Alt+Digit1")
    await seesLetter(page, "A")
    await page.getByText("2 objects · edited").waitFor()
    await page.getByRole("button", { name: "Merged" }).click()
    await seesLetter(page, "Merged")
    await seesObjects(page, 3)
    await page.keyboard.press("Control+z")
    await page.getByRole("button", { name: "Accept merged label" }).click()
    await page.getByText("1 sample done").waitFor()
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const truth = await bed.server.call("GET", `/labels/${sample.uuid}/ground-truth/`)
    expect(truth).toMatchObject({
      label_status: "REVIEWED",
      attributes: {
        annotations: [
          {
            id: 1,
            category_id: 1,
            points: [
              [102, 101],
              [222, 221],
            ],
          },
          { id: 2 },
        ],
      },
    })
  })

  it("sees all labels over each other, and walks through their differences", async () => {
    const { page, visit } = await openReview(bed, { name: "differences" })
    await shownSample(page)
    await page.getByText("2 differences").waitFor()
    await page.keyboard.press("Alt+Digit0")
    await page.locator("g[data-letter=B]").waitFor({ state: "attached" })
    await page.keyboard.press("Alt+h")
    await page.locator("li[data-hidden]").first().waitFor()
    await page.keyboard.press("Alt+n")
    await page.getByText("Difference 1 of 2").waitFor()
    await page.keyboard.press("Alt+n")
    await page.getByText("Difference 2 of 2").waitFor()
    await page.getByText("not labeled").waitFor()
    await showEverywhere(visit, "adjudication")
  })

  it("sees the differences of attributes and shapes of what all people labeled", async () => {
    const makeLabel = (color: string, size: number, weather: string) => {
      const [first, ...others] = toAnnotations([
        [1, 100, 100, 120],
        [1, 400, 100, size],
        [2, 600, 300, 80],
      ])
      const annotations = [{ ...first, attributes: { color } }, ...others]
      return { format_version: "0.1", annotations, image_attributes: { weather } }
    }
    const labels = [makeLabel("red", 100, "rain"), makeLabel("blue", 80, "sun")]
    const { page, visit } = await openReview(bed, { name: "details", labels })
    await shownSample(page)
    await page.getByText("3 differences").waitFor()
    await page.keyboard.press("Alt+h")
    await page.locator("li[data-hidden]").first().waitFor()
    expect(await page.locator("li[data-hidden]").count()).toBe(1)
    for (const text of ["image attributes: weather", "attributes: color", "shape 0.64"]) {
      await page.keyboard.press("Alt+n")
      await page.getByText(text, { exact: true }).waitFor()
      await showEverywhere(visit, `adjudication-${text.slice(0, 5)}`)
    }
  })

  it("sees the differences of labels that are too large for a comparison while they are submitted", async () => {
    const [first, ...others] = toAnnotations(ofBen)
    const large = {
      format_version: "0.1",
      annotations: [{ ...first, attributes: { note: "x".repeat(500_000) } }, ...others],
    }
    const { page, visit } = await openReview(bed, { name: "large", labels: [toLabel(ofAnn), large] })
    await shownSample(page)
    await page.getByText("3 differences").waitFor()
    await page.getByText("Agreement 18%").waitFor()
    expect(visit.faults).toEqual([])
  })

  it("accepts a label that its person left empty by its letter, as it is", async () => {
    const { dataset, page, people } = await openReview(bed, {
      name: "unchanged",
      labels: [toLabel(ofAnn), toLabel([])],
    })
    await shownSample(page)
    await page.keyboard.press("Alt+Digit2")
    await seesObjects(page, 0)
    await page.getByRole("button", { name: "Accept B" }).click()
    await page.getByText("1 sample done").waitFor()
    expect(await readDecision(bed, dataset)).toEqual({
      status: "REVIEWED",
      labeler: people[1],
      categories: [],
    })
  })

  it("decides between cuboids of a sequence, which lie over each other in the cloud", async () => {
    const pcd = bed.server.file("/drive.pcd", () =>
      cloudOf([{ position: { x: 5, y: 0, z: 1 }, dimensions: { x: 4, y: 2, z: 2 }, yaw: 0.2 }], {
        seed: 4,
        ground: 8000,
        reach: 30,
      }),
    )
    const { dataset, page, people, visit } = await openReview(bed, {
      name: "drive",
      taskType: "pointcloud-cuboid-sequence",
      sample: { frames: [1, 2].map(() => ({ pcd: { url: pcd, type: "pcd" } })) },
      labels: [
        makeDrive([], [[1, 5]]),
        makeDrive(
          [],
          [
            [1, 5.1],
            [2, 14],
          ],
        ),
      ],
    })
    await page.locator("[data-view=main]").waitFor()
    await page.getByText("1 difference", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Accept A" }).and(page.locator(":enabled")).waitFor()
    await page.keyboard.press("Alt+n")
    await page.getByText("Difference 1 of 1").waitFor()
    await page.getByText("not labeled").waitFor()
    await seesObjects(page, 1)
    expect(await violations(page)).toEqual([])
    expect(withoutDriver(visit.faults)).toEqual([])
    await takePicture(page, "adjudication-cloud")
    await page.keyboard.press("Alt+Digit2")
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect((await readDecision(bed, dataset)).labeler).toBe(people[1])
  })

  it("decides between bitmaps, each of which keeps what was painted", async () => {
    const makeBitmap = (name: string, width: number) =>
      makeBitmapLabel(bed, name, (x, y) => (x < width && y < 200 ? 1 : 0))
    const labels = [await makeBitmap("narrow", 200), await makeBitmap("broad", 400)]
    const { dataset, page, people, visit } = await openReview(bed, {
      name: "painted",
      taskType: "segmentation-bitmap",
      labels,
    })
    await shownSample(page)
    // 200 of 400 columns.
    await page.getByText("Agreement 50%").waitFor()
    await page.keyboard.press("Alt+Digit2")
    await seesLetter(page, "B")
    await shownBitmap(page)
    await page.keyboard.press("b")
    await strokeOver(page, [500, 300], [560, 340])
    await seesObjects(page, 2)
    await page.keyboard.press("Alt+Digit1")
    await seesLetter(page, "A")
    await seesObjects(page, 1)
    await page.keyboard.press("Alt+Digit2")
    await seesLetter(page, "B")
    await seesObjects(page, 2)
    await demandSound(visit)
    await takePicture(page, "adjudication-bitmap")
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await readDecision(bed, dataset)).toMatchObject({ labeler: people[1], categories: [1, 1] })
  })

  it("takes the bitmap of most people for each pixel", async () => {
    const makeBitmap = (name: string, left: number, top: number) =>
      makeBitmapLabel(bed, name, (x, y) => (x >= left && x < left + 200 && y >= top && y < top + 200 ? 1 : 0))
    const { dataset, page, visit } = await openReview(bed, {
      name: "voted",
      taskType: "segmentation-bitmap",
      labels: [
        await makeBitmap("first", 0, 0),
        await makeBitmap("second", 20, 0),
        await makeBitmap("third", 10, 10),
      ],
    })
    await shownSample(page)
    await page.keyboard.press("Alt+m")
    await seesLetter(page, "Merged")
    await shownBitmap(page)
    await seesObjects(page, 1)
    await takePicture(page, "adjudication-merged-bitmap")
    await demandSound(visit)
    await page.getByRole("button", { name: "Accept merged label" }).click()
    await page.getByText("1 sample done").waitFor()
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const truth = (await bed.server.call("GET", `/labels/${sample.uuid}/ground-truth/`)) as {
      readonly attributes: { readonly segmentation_bitmap: { readonly url: string } }
    }
    const answer = await fetch(truth.attributes.segmentation_bitmap.url)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"])
  })
})
