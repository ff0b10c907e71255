import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("the image of the next sample", { timeout: 120_000 }, () => {
  it("is loaded while the person works on the one before, and not claimed", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "next",
      samples: 3,
      collaborators: { jane: "labeler" },
    })
    const { page } = await signedIn(bed.browser, bed.server, key)
    const prefetched = page.waitForRequest(bed.server.image("1"))
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    expect(await shownSample(page)).toBe("image-000")
    await prefetched
    expect(await bed.server.call("GET", "/claims/", undefined, key)).toHaveLength(1)
    await page.keyboard.press("Control+Enter")
    expect(await shownSample(page, "image-000")).toBe("image-001")
  })
})
