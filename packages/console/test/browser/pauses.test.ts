/** Pauses of people: a manager writes the reason, the person reads it in place of a sample, and the pause ends. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES
const reason = "Please read the guide again: trams are not cars."

describe("a pause", () => {
  it("is begun with a reason, read by the person, and ended", async () => {
    const key = await bed.server.person("lou")
    await makeDataset(bed.server, { name: "paused", samples: 2, collaborators: { lou: "labeler" } })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/admin/paused/settings?view=people`)
    await page.getByRole("button", { name: "Pause lou" }).click()
    const dialog = page.getByRole("dialog")
    assert.isTrue(await dialog.getByRole("button", { name: "Pause", exact: true }).isDisabled())
    await dialog.getByLabel("Reason").fill(reason)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/pause-dialog.png` })
    await dialog.getByRole("button", { name: "Pause", exact: true }).click()
    await page.getByRole("cell", { name: reason }).waitFor()
    await page.getByText("Paused", { exact: true }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Pause lou" }).count(), 0)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/pauses.png`, fullPage: true })

    const labeler = await signedIn(bed.browser, bed.server, key)
    await labeler.page.goto(`${bed.server.origin}/console/d/admin/paused/label`)
    await labeler.page.getByText("You are paused in this dataset.").waitFor()
    await labeler.page.getByText(reason).waitFor()
    if (shots !== undefined) await labeler.page.screenshot({ path: `${shots}/paused-session.png` })

    await page.getByRole("button", { name: "End pause of lou" }).click()
    await page.getByRole("button", { name: "Pause lou" }).waitFor()
    assert.strictEqual(await page.getByText(reason).count(), 0)
    await labeler.page.getByRole("button", { name: "Try again" }).click()
    await labeler.page.getByText(reason).waitFor({ state: "detached" })
    await visited.context.close()
    await labeler.context.close()
  }, 90_000)
})
