import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { violations } from "../support/pages.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { bottom, top } = one.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

describe("issues in the workbench", { timeout: 120_000 }, () => {
  it("are pinned to a place by keys, answered, resolved, and lead to their place", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "issues",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    const { faults, page } = await signedIn(bed.browser, bed.server, key, { scheme: "dark" })
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
    await page.keyboard.press("i")
    // What is typed now is the text of the issue, whose field is in view: no key runs a tool.
    const field = page.getByLabel("Describe the issue")
    await page.keyboard.type("bp")
    expect(await field.inputValue()).toBe("bp")
    expect(await isInView(field)).toBe(true)
    await page.getByRole("button", { name: "Pin to a location" }).press("Enter")
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Enter")
    await page.getByLabel("Describe the issue").fill("Is this <b>red</b> box a car?")
    expect(await violations(page)).toEqual([])
    await page.getByRole("button", { name: "Create issue" }).click()
    const pin = page.getByRole("button", { name: "Issue: Is this <b>red</b> box a car?" })
    await pin.waitFor()
    const issues = await bed.server.call("GET", `/datasets/${dataset}/issues/`)
    expect(issues).toMatchObject([
      { status: "OPEN", anchor: { type: "location", location: { type: "2d" } }, created_by: "jane" },
    ])

    // The wheel over a pin belongs to the canvas.
    const placed = () => page.locator("[role=application] img").getAttribute("style")
    const before = await placed()
    await pin.hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(placed).not.toBe(before)

    await pin.click()
    await page.getByRole("textbox", { name: "Reply" }).fill("Yes, it is.")
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("Yes, it is.").waitFor()
    await page.getByRole("button", { name: "Resolve", exact: true }).click()
    await page.getByRole("button", { name: "Show 1 resolved" }).waitFor()
    expect(await bed.server.call("GET", `/datasets/${dataset}/issues/`)).toMatchObject([
      { status: "CLOSED", comments: [{ text: "Yes, it is." }] },
    ])
    await page.emulateMedia({ colorScheme: "light" })
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

describe("a rejected sample", { timeout: 120_000 }, () => {
  it("comes back with the words of the reviewer, and is compared with what they saw", async () => {
    const max = await bed.server.person("max")
    const rita = await bed.server.person("rita")
    const dataset = await makeDataset(bed.server, {
      name: "reviewed",
      samples: 1,
      collaborators: { max: "labeler", rita: "reviewer" },
    })
    const labeler = await signedIn(bed.browser, bed.server, max)
    await labeler.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(labeler.page)
    await drawBox(labeler.page)
    await seesObjects(labeler.page, 1)
    await labeler.page.keyboard.press("Control+Enter")
    await labeler.page.getByText("1 sample done").waitFor()

    const reviewer = await signedIn(bed.browser, bed.server, rita)
    await reviewer.page.goto(`${bed.server.origin}/console/d/${dataset}/review`)
    await shownSample(reviewer.page)
    await reviewer.page.keyboard.press("Control+Shift+Enter")
    await reviewer.page.getByLabel("What is wrong?").fill("The box is too small.")
    await reviewer.page.keyboard.press("Control+Enter")
    await reviewer.page.getByText("1 sample done").waitFor()

    await labeler.page.keyboard.press("Enter")
    await shownSample(labeler.page)
    const panel = labeler.page.getByRole("region", { name: "Last review" })
    await panel.getByText("Rejected by rita").waitFor()
    await panel.getByText("The box is too small.").waitFor()
    await drawBox(labeler.page)
    await seesObjects(labeler.page, 2)
    await labeler.page.locator("[role=application]").focus()
    await labeler.page.keyboard.press("j")
    await panel.getByText("Since the review: 1 added, 0 changed, 0 removed.").waitFor()
    expect(await labeler.page.locator("[role=application] [data-change=added]").count()).toBe(1)
    expect(await violations(labeler.page)).toEqual([])
    await labeler.page.keyboard.press("j")
    await labeler.page.locator("[data-change=added]").waitFor({ state: "detached" })
    expect([...labeler.faults, ...reviewer.faults]).toEqual([])
  })
})
