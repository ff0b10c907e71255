/** Another category of an object, attributes of tracks, and the state of the tools after a reload. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { strokeOver } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const attributes = [
  { name: "plate", input_type: "text", applies_to_later_frames: true },
  { name: "lights", input_type: "select", values: ["on", "off"] },
]

describe("an object of a sequence", { timeout: 240_000 }, () => {
  it("changes its category after the loss is confirmed, and its attribute in later frames; tools outlive a reload", async () => {
    const key = await bed.server.person("classifier")
    const dataset = await makeDataset(bed.server, {
      name: "classes",
      samples: 0,
      settings: {
        task_type: "image-vector-sequence",
        enable_extrapolation: true,
        task_attributes: {
          format_version: "0.1",
          categories: [
            { id: 1, name: "car", attributes },
            { id: 2, name: "tree", attributes: [{ name: "kind", input_type: "text", default_value: "oak" }] },
          ],
        },
      },
      collaborators: { classifier: "labeler" },
    })
    const frames = Array.from({ length: 3 }, (_, index) => ({
      image: { url: bed.server.image(`frame-${index}`) },
    }))
    await bed.server.call("POST", `/datasets/${dataset}/samples_bulk/`, [
      { name: "drive", attributes: { frames } },
    ])
    const visit = await signedIn(bed.browser, bed.server, key)
    const { page } = visit
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await page.keyboard.press("b")
    await strokeOver(page, [300, 200], [400, 300])
    await seesObjects(page, 1)
    await page.keyboard.press("Escape")
    await page.getByText("Applies from this frame until the next change").waitFor()
    await page.getByText("Applies to this frame only").waitFor()
    const plate = page.getByLabel("plate")
    await plate.fill("X 1")
    await page.getByRole("application").focus()
    await page.keyboard.press("ArrowRight")
    await page.getByText("2 of 3", { exact: true }).waitFor()
    expect(await plate.inputValue()).toBe("X 1")
    await page.keyboard.press("ArrowLeft")
    await page.getByText("1 of 3", { exact: true }).waitFor()
    await page.keyboard.press("2")
    const notice = page.getByRole("alert", { name: "Changing to tree removes" })
    await notice.getByText("plate: X 1").waitFor()
    await demandSound(visit)
    await notice.getByRole("button", { name: "Change and remove" }).click()
    await notice.waitFor({ state: "detached" })
    expect(await page.getByLabel("kind").inputValue()).toBe("oak")
    await page.getByRole("application").focus()
    await page.keyboard.press("Control+z")
    await page.getByLabel("plate").waitFor()
    expect(await plate.inputValue()).toBe("X 1")

    await page.keyboard.press("l")
    await page.keyboard.press("p")
    await page.keyboard.press("2")
    await page.waitForTimeout(1200)
    await page.reload()
    await shownSample(page)
    await page.getByRole("button", { name: "tree" }).and(page.locator("[aria-pressed=true]")).waitFor()
    await page
      .getByRole("button", { name: /^Polygon/ })
      .and(page.locator("[aria-pressed=true]"))
      .waitFor()
    await page.getByRole("button", { name: /^Unlock object/ }).waitFor()
  })
})
