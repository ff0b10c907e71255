/** The workbench on a phone: it says which tools it lacks, and what can be done there works. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound, sizes } from "../support/pages.ts"
import { shownSample } from "../support/workbench.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

describe("a window that is too narrow to draw", { timeout: 120_000 }, () => {
  it("names the tools that it lacks, and offers the issues of the sample", async () => {
    const key = await bed.server.person("pia")
    const dataset = await makeDataset(bed.server, {
      name: "narrow",
      samples: 1,
      collaborators: { pia: "labeler" },
    })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    const note = page.getByText("it lacks Box, Polygon, Polyline, and Point.")
    expect(await note.isVisible()).toBe(false)
    await page.setViewportSize(sizes.phone)
    await note.waitFor()
    expect(await page.getByRole("toolbar", { name: "Tools" }).isVisible()).toBe(false)
    await page.getByRole("button", { name: "New issue" }).click()
    const field = page.getByLabel("Describe the issue")
    await field.and(page.locator(":focus")).waitFor()
    await page.keyboard.type("Too dark")
    expect(await field.inputValue()).toBe("Too dark")
    const place = await page.getByRole("button", { name: "Create issue" }).boundingBox()
    expect((place?.y ?? sizes.phone.height) + (place?.height ?? 0)).toBeLessThan(sizes.phone.height + 1)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/phone.png` })
    await page.getByRole("button", { name: "Create issue" }).click()
    await page.getByRole("button", { name: /Too dark/ }).waitFor()
  })
})
