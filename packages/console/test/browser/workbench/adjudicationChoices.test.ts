/** A reviewer who composes one label of the versions of several people, by keys alone. */
import { describe, expect, it } from "vitest"
import {
  makeDrive,
  openReview,
  readDecision,
  seesLetter,
  showEverywhere,
  toAnnotations,
} from "../support/adjudication.ts"
import { testBed } from "../support/bed.ts"
import { cloudOf } from "../support/clouds.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("a reviewer who chooses between versions", { timeout: 120_000 }, () => {
  it("decides about each difference by keys, takes one back, and accepts what is composed", async () => {
    const makeLabel = (color: string, weather: string, ...more: Parameters<typeof toAnnotations>[0]) => {
      const [first, ...others] = toAnnotations([[1, 100, 100, 120], ...more])
      const annotations = [{ ...first, attributes: { color } }, ...others]
      return { format_version: "0.1", annotations, image_attributes: { weather } }
    }
    const { dataset, page, people, visit } = await openReview(bed, {
      name: "chosen",
      labels: [
        makeLabel("red", "rain", [1, 400, 100, 100], [2, 600, 300, 80]),
        makeLabel("blue", "sun", [1, 400, 100, 80], [2, 200, 300, 60]),
      ],
    })
    await shownSample(page)
    await page.getByText("5 left to decide").waitFor()
    const seesPlace = (place: number) => page.getByText(`Difference ${place} of 5`).waitFor()
    const seesLeft = (text: string) => page.getByText(text).waitFor()
    const seesTaken = (text: string) =>
      page.locator("li button[aria-pressed=true]").getByText(text, { exact: true }).waitFor()
    await page.keyboard.press("Alt+n")
    await seesPlace(1)
    await page.getByText("image attributes: weather", { exact: true }).waitFor()
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesTaken("sun")
    await seesLeft("4 left to decide")
    await page.keyboard.press("Alt+n")
    await seesPlace(2)
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesLeft("3 left to decide")
    await page.keyboard.press("Control+z")
    await seesLeft("4 left to decide")
    await page.keyboard.press("Control+Shift+z")
    await seesLeft("3 left to decide")
    await showEverywhere(visit, "adjudication-choice")
    await page.keyboard.press("Alt+n")
    await seesPlace(3)
    await page.keyboard.press("Alt+Shift+m")
    await seesLeft("2 left to decide")
    await page.keyboard.press("Alt+n")
    await page.getByText("not labeled").waitFor()
    await page.keyboard.press("Alt+Shift+Digit2")
    await page.keyboard.press("Alt+n")
    await page.keyboard.press("Alt+Shift+Digit2")
    await seesLeft("All are decided")
    await seesObjects(page, 3)
    await page.getByText("Draft saved").waitFor()
    await page.reload()
    await shownSample(page)
    await seesLetter(page, "A")
    // To keep a version is no edit, and the draft has the choice.
    await seesLeft("All are decided")
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await readDecision(bed, dataset)).toEqual({
      status: "REVIEWED",
      labeler: people[0],
      categories: [1, 1, 2],
    })
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    expect(await bed.server.call("GET", `/labels/${sample.uuid}/ground-truth/`)).toMatchObject({
      attributes: {
        image_attributes: { weather: "sun" },
        annotations: [
          { id: 1, attributes: { color: "blue" } },
          {
            id: 2,
            points: [
              [400, 100],
              [500, 200],
            ],
          },
          {
            category_id: 2,
            points: [
              [200, 300],
              [260, 360],
            ],
          },
        ],
      },
    })
  })

  it("takes a cuboid that only the other label has, in all frames of its track", async () => {
    const pcd = bed.server.file("/chosen.pcd", () => cloudOf([], { seed: 4, ground: 4000, reach: 30 }))
    const { dataset, page, people } = await openReview(bed, {
      name: "chosen-drive",
      taskType: "pointcloud-cuboid-sequence",
      sample: { frames: [1, 2].map(() => ({ pcd: { url: pcd, type: "pcd" } })) },
      labels: [
        makeDrive([[1, 5]], [[1, 5]]),
        makeDrive(
          [
            [1, 14],
            [2, 5.1],
          ],
          [
            [1, 14],
            [2, 5.1],
          ],
        ),
      ],
    })
    await page.locator("[data-view=main]").waitFor()
    await page.getByText("1 left to decide", { exact: true }).waitFor()
    await page.keyboard.press("Alt+n")
    await page.keyboard.press("Alt+Shift+Digit2")
    await page.getByText("All are decided").waitFor()
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect((await readDecision(bed, dataset)).labeler).toBe(people[0])
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const { attributes } = (await bed.server.call("GET", `/labels/${sample.uuid}/ground-truth/`)) as {
      readonly attributes: { readonly frames: ReadonlyArray<{ readonly annotations: ReadonlyArray<object> }> }
    }
    for (const { annotations } of attributes.frames)
      expect(annotations).toMatchObject([
        { id: 1, track_id: 1, position: { x: 5 } },
        { id: 2, track_id: 2, position: { x: 14 } },
      ])
  })
})
