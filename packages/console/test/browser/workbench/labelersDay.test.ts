import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { drawBox, objectCount, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("the first day of a labeler", { timeout: 240_000 }, () => {
  it("labels twenty images by keys alone, corrects the rejected one first, and has it accepted", async () => {
    const jane = await bed.server.person("jane")
    const rita = await bed.server.person("rita")
    const dataset = await makeDataset(bed.server, {
      name: "first-day",
      samples: 20,
      collaborators: { jane: "labeler", rita: "reviewer" },
    })
    const labeler = await signedIn(bed.browser, bed.server, jane)
    const reviewer = await signedIn(bed.browser, bed.server, rita)
    const { page } = labeler

    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    let name: string | undefined
    const times: Array<number> = []
    for (let image = 0; image < 20; image++) {
      name = await shownSample(page, name)
      const start = performance.now()
      await drawBox(page)
      await seesObjects(page, 1)
      times.push(performance.now() - start)
      await page.keyboard.press("Control+Enter")
    }
    await page.getByRole("status").getByText("20 samples done").waitFor()
    const median = times.toSorted((a, b) => a - b)[10] ?? 0
    process.stdout.write(`Median time per box by keys: ${Math.round(median)} ms\n`)

    await reviewer.page.goto(`${bed.server.origin}/console/d/${dataset}/review`)
    const rejected = await shownSample(reviewer.page)
    expect(await objectCount(reviewer.page)).toBe(1)
    await reviewer.page.keyboard.press("Control+Shift+Enter")
    await reviewer.page.getByLabel("What is wrong?").waitFor()
    await reviewer.page.keyboard.type("The box is too small.")
    await reviewer.page.keyboard.press("Control+Enter")
    await shownSample(reviewer.page, rejected)

    await page.keyboard.press("Enter")
    expect(await shownSample(page)).toBe(rejected)
    await drawBox(page)
    await seesObjects(page, 2)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("status").getByText("21 samples done").waitFor()

    await reviewer.page.reload()
    const seen = new Set<string>()
    let current: string | undefined
    while (!seen.has(rejected)) {
      current = await shownSample(reviewer.page, current)
      seen.add(current)
      if (current === rejected) expect(await objectCount(reviewer.page)).toBe(2)
      await reviewer.page.keyboard.press("Control+Enter")
      if (seen.size > 20) throw new Error("The corrected sample did not come back.")
    }
    expect(seen.size).toBeLessThanOrEqual(2)
    expect([...labeler.faults, ...reviewer.faults]).toEqual([])
  })
})
