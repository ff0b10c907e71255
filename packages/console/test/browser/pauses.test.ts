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

    assert.strictEqual(await page.getByRole("button", { name: /Pause a member/ }).count(), 0)
    await page.getByRole("button", { name: "Change reason for lou" }).click()
    assert.strictEqual(await dialog.getByLabel("Reason").inputValue(), reason)
    await dialog.getByLabel("Reason").fill("Please wait for the new guide.")
    await demandSound(visited)
    await dialog.getByRole("button", { name: "Change reason", exact: true }).click()
    await page.getByRole("cell", { name: "Please wait for the new guide." }).waitFor()

    await page.getByRole("button", { name: "End pause of lou" }).click()
    await page.getByRole("button", { name: "Pause lou" }).waitFor()
    assert.strictEqual(await page.getByText(reason).count(), 0)
    await labeler.page.getByRole("button", { name: "Try again" }).click()
    await labeler.page.getByText(reason).waitFor({ state: "detached" })
    await visited.context.close()
    await labeler.context.close()
  }, 90_000)

  it("is of a member of the organization that owns the dataset, too", async () => {
    const call = (method: string, path: string, body: object) => bed.server.call(method, path, body)
    await bed.server.person("mia")
    await call("POST", "/organizations/", { username: "acme" })
    await call("PUT", "/organizations/acme/members/mia/", { role: "labeler" })
    const dataset = { name: "towns", category: "other", task_type: "vector" }
    await call("POST", "/organizations/acme/datasets/", dataset)
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/d/acme/towns/settings?view=people`)
    await page.getByRole("button", { name: "Pause a member of acme" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Reason").fill(reason)
    await dialog.getByLabel("Username").fill("nobody")
    await dialog.getByRole("button", { name: "Pause", exact: true }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Username").fill("mia")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/pause-member.png` })
    await dialog.getByRole("button", { name: "Pause", exact: true }).click()
    await page.getByRole("cell", { name: "mia", exact: true }).waitFor()
    await visited.context.close()
  }, 90_000)
})
