import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { violations } from "../support/pages.ts"
import { save } from "../support/save.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("a warning", { timeout: 120_000 }, () => {
  it("is found by the server where no worker starts, and by another check where one has failed", async () => {
    const key = await bed.server.person("joe")
    const dataset = await makeDataset(bed.server, {
      name: "unchecked",
      samples: 1,
      category: { attributes: [{ name: "plate", input_type: "text", is_mandatory: true }] },
      collaborators: { joe: "labeler" },
    })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.route("**/check.worker*", (route) => route.abort())
    await page.route("**/check/", (route) => route.fulfill({ status: 503, body: "" }))
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await drawBox(page)
    const panel = page.getByRole("region", { name: "Warnings" })
    await panel.getByText("The label could not be checked.").waitFor()
    expect(await violations(page)).toEqual([])
    await page.unroute("**/check/")
    await panel.getByRole("button", { name: "Check again" }).click()
    await panel.getByText(/is required\.$/).waitFor()
    expect(await panel.getByText("The label could not be checked.").count()).toBe(0)
    // The mark stands beside an object, whose color and size are those of others, and keeps its size at each zoom.
    await page.getByRole("application").focus()
    for (const name of ["t", "Enter", "Escape", "Escape"]) await page.keyboard.press(name)
    const marks = page.locator("[role=application] [data-warning]")
    await expect.poll(() => marks.count()).toBe(2)
    const outlines = page.locator("[data-warned] path")
    expect(
      await outlines.evaluateAll((paths) =>
        paths.map((path) => [getComputedStyle(path).stroke, getComputedStyle(path).strokeWidth]),
      ),
    ).toEqual([
      ["rgb(46, 160, 255)", "1.75px"],
      ["rgb(46, 160, 255)", "8px"],
    ])
    const measure = () => marks.first().evaluate((mark) => Math.round(mark.getBoundingClientRect().height))
    const height = await measure()
    expect(height).toBeGreaterThan(11)
    expect(height).toBeLessThan(18)
    for (const _ of [1, 2, 3]) await page.keyboard.press("+")
    expect(Math.abs((await measure()) - height)).toBeLessThan(2)
  })

  it("is dismissed with a reason once its label is stored, and restored", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "warned",
      samples: 1,
      settings: { enable_save_button: true },
      category: { attributes: [{ name: "plate", input_type: "text", is_mandatory: true }] },
      collaborators: { jane: "labeler" },
    })
    const { faults, page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await drawBox(page)
    await seesObjects(page, 1)
    const panel = page.getByRole("region", { name: "Warnings" })
    await panel.getByRole("button", { name: "Dismiss" }).click()
    await panel.getByLabel("Reason for dismissing it").fill("The plate is hidden.")
    await page.keyboard.press("Enter")
    await panel.getByText("This warning is about unsaved work.").waitFor()
    expect(await panel.getByLabel("Reason for dismissing it").inputValue()).toBe("The plate is hidden.")

    await save(page)
    await panel.getByLabel("Reason for dismissing it").press("Enter")
    await panel.getByText("Dismissed: The plate is hidden.").waitFor()
    await panel.getByText("No warnings.").waitFor()
    expect(await violations(page)).toEqual([])
    await panel.getByRole("button", { name: "Restore" }).click()
    await panel.getByRole("button", { name: "Dismiss" }).waitFor()
    expect(faults).toEqual([])
  })
})

describe("the keys", { timeout: 120_000 }, () => {
  it("are those of another tool when chosen, kept in the browser, and conflicts are shown", async () => {
    const key = await bed.server.person("max")
    const dataset = await makeDataset(bed.server, {
      name: "keys",
      samples: 1,
      collaborators: { max: "labeler" },
    })
    const { faults, page } = await signedIn(bed.browser, bed.server, key, { scheme: "dark" })
    const address = `${bed.server.origin}/console/d/${dataset}/label`
    await page.goto(address)
    await shownSample(page)
    await page.keyboard.press("?")
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await dialog.getByLabel("Shortcut set").selectOption("CVAT")
    expect(await dialog.getByRole("alert").count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Change the shortcut for: Polygon" }).click()
    await page.keyboard.press("n")
    await dialog.getByRole("alert").getByText("N: Box, Polygon.").waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Change the shortcut for: Polygon" }).click()
    await page.keyboard.press("g")
    await dialog.getByRole("alert").waitFor({ state: "detached" })

    await page.goto(address)
    await shownSample(page)
    const chosen = (tool: string) => page.locator(`[role=application][data-tool=${tool}]`)
    await page.keyboard.press("n")
    await chosen("bbox").waitFor()
    await page.keyboard.press("g")
    await chosen("polygon").waitFor()
    expect(faults).toEqual([])
  })
})
