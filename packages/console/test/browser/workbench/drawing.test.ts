/** Drawing by mouse as people try it first: undo, Enter, and a submission that lacks a value. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

const click = async (page: Page, ...places: ReadonlyArray<readonly [number, number]>) => {
  for (const [x, y] of places) await page.getByRole("application").click({ position: { x, y } })
}

const countCorners = (page: Page) =>
  page
    .locator("[role=application] svg path")
    .evaluateAll((paths) =>
      Math.max(0, ...paths.map((path) => (path.getAttribute("d")?.match(/M/g) ?? []).length)),
    )

describe("a polygon that is drawn by mouse", { timeout: 120_000 }, () => {
  it("is taken back corner by corner, and is finished by Enter without another corner", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "polygons",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await page.getByRole("application").focus()
    await page.keyboard.press("p")
    await click(page, [100, 100], [200, 100], [200, 200])
    await page.keyboard.press("Enter")
    await seesObjects(page, 1)
    await click(page, [300, 300], [400, 300], [400, 400], [300, 420])
    const before = await countCorners(page)
    await page.keyboard.press("Control+z")
    expect(await countCorners(page)).toBe(before - 1)
    for (const _ of [1, 2, 3]) await page.keyboard.press("Control+z")
    await seesObjects(page, 1)
    await page.keyboard.press("Control+z")
    await seesObjects(page, 0)
    await demandSound(visited)
  })
})

describe("a label that lacks a mandatory value", { timeout: 120_000 }, () => {
  it("is submitted after a question that leads to the object", async () => {
    const key = await bed.server.person("mia")
    const dataset = await makeDataset(bed.server, {
      name: "lacking",
      samples: 1,
      category: { attributes: [{ name: "floors", input_type: "number", is_mandatory: true }] },
      collaborators: { mia: "labeler" },
    })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await drawBox(page)
    await seesObjects(page, 1)
    await page
      .getByRole("region", { name: "Warnings" })
      .getByText("Object 1: “floors” is required.")
      .waitFor()
    await page.keyboard.press("Escape")
    const place = await page.getByRole("application").boundingBox()
    await page.getByRole("button", { name: "Submit" }).click()
    const question = page.getByRole("alert").filter({ hasText: "Object 1: “floors” is required." })
    await question.waitFor()
    expect(await page.getByRole("application").boundingBox()).toEqual(place)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/submit-missing.png` })
    await question.getByRole("button", { name: "Go to first" }).click()
    await page.getByRole("textbox", { name: /^floors/ }).waitFor()
    await page.getByRole("application").focus()
    await page.keyboard.press("Control+Enter")
    await question.getByRole("button", { name: "Submit anyway" }).click()
    await page.getByText("Nothing is waiting for you").waitFor()
  })
})

describe("a label without objects, of a sample with an open issue", { timeout: 120_000 }, () => {
  it("is submitted after a question, and refused where the dataset refuses it", async () => {
    const key = await bed.server.person("noa")
    const dataset = await makeDataset(bed.server, {
      name: "remarks",
      samples: 1,
      settings: { on_empty_label: "ask", on_open_issues: "ask" },
      collaborators: { noa: "labeler" },
    })
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    await bed.server.call("POST", `/samples/${sample.uuid}/issues/`, { description: "The sign is missing." })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await page.getByRole("application").focus()
    await page.keyboard.press("Control+Enter")
    const question = page
      .getByRole("alert")
      .filter({ hasText: "1 open issue: “The sign is missing.” The label has no objects." })
    await question.waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/submit-remarks.png` })
    await page.keyboard.press("Enter")
    await question.waitFor({ state: "detached" })
    await page.getByRole("textbox", { name: "Reply" }).waitFor()

    await bed.server.call("PATCH", `/datasets/${dataset}/`, { on_empty_label: "refuse" })
    await page.reload()
    await shownSample(page)
    await page.getByRole("button", { name: "Submit" }).click()
    await question.getByText("This dataset does not accept the label like this.").waitFor()
    expect(await question.getByRole("button", { name: "Submit anyway" }).count()).toBe(0)

    await bed.server.call("PATCH", `/datasets/${dataset}/`, { on_empty_label: "ask" })
    await page.reload()
    await shownSample(page)
    await page.getByRole("button", { name: "Submit" }).click()
    await question.getByRole("button", { name: "Submit anyway" }).click()
    await page.getByText("Nothing is waiting for you").waitFor()
  })
})
