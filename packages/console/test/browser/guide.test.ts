/** The labeling guide: an admin writes it, a labeler reads it beside the work and confirms it, and a manager sees who has. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, sizes } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { shownSample } from "./support/workbench.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

describe("the labeling guide", { timeout: 120_000 }, () => {
  it("opens beside the work until it is confirmed, and again after a change", async () => {
    const key = await bed.server.person("gil")
    const dataset = await makeDataset(bed.server, {
      name: "guided",
      samples: 2,
      settings: { guide: "# Cars\n\nMirrors belong to the **car**.\n\n- Draw tight boxes." },
      collaborators: { gil: "labeler" },
    })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    const address = `${bed.server.origin}/console/d/${dataset}/label`
    await page.goto(address)
    await shownSample(page)
    const guide = page.getByRole("complementary", { name: "Labeling guide" })
    await guide.getByText("Draw tight boxes.").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/guide.png` })
    await page.setViewportSize(sizes.phone)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/guide-phone.png` })
    await page.setViewportSize({ width: 1440, height: 860 })
    await guide.getByRole("button", { name: "I have read it" }).click()
    await guide.waitFor({ state: "detached" })
    await page.reload()
    await shownSample(page)
    await page.getByRole("button", { name: "Guide" }).waitFor()
    assert.strictEqual(await guide.count(), 0)
    await page.keyboard.press("Shift+I")
    await guide.getByText("Draw tight boxes.").waitFor()
    assert.strictEqual(await guide.getByRole("button", { name: "I have read it" }).count(), 0)
    await page.keyboard.press("Shift+I")
    await guide.waitFor({ state: "detached" })
    await bed.server.call("PATCH", `/datasets/${dataset}/`, { guide: "# Cars\n\nDraw loose boxes." })
    await page.reload()
    await guide.getByText("Draw loose boxes.").waitFor()
    await visited.context.close()
  })

  it("is written in the settings with a preview, and shows who has read it", async () => {
    await bed.server.person("rea")
    const dataset = await makeDataset(bed.server, {
      name: "written",
      samples: 1,
      collaborators: { rea: "labeler" },
    })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/${dataset}/settings?view=guide`)
    await page.getByRole("textbox", { name: "Labeling guide" }).fill("# Cats\n\nTails belong to the cat.")
    await page.getByText("Preview", { exact: true }).click()
    await page.getByRole("region", { name: "Preview" }).getByRole("heading", { name: "Cats" }).waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Settings saved.").first().waitFor()
    const row = page.getByRole("row", { name: /rea/ })
    await row.getByText("Not yet").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/guide-settings.png` })
    await visited.context.close()
  })
})
