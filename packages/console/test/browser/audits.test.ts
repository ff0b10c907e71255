/** The audits of a release in the browser: begun, read with their curve, corrected and finished. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { beginAudit, makeAudit, makeBlindRelease, makeRelease } from "./states/audit.ts"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()
const command = join(import.meta.dirname, "../../../server/bin/annotary.js")

describe("the pages of audits", { timeout: 120_000 }, () => {
  it("state the bound with its curve and its parts, and return a part to review", async () => {
    const audit = await makeAudit(bed.server)
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/admin/audited/releases`)
    await page.getByRole("link", { name: "Audits" }).click()
    await page.getByRole("row", { name: /^Audit 1 Open [\d.]+% 20% 12 1 ground-truth/ }).waitFor()
    await takePictures(page, "audits")
    await demandSound(visited)
    await page.getByRole("link", { name: "Audit 1" }).click()
    await page.waitForURL(new RegExp(audit))
    await page.getByText(/^At most [\d.]+% of the samples have an error, at 95% confidence\.$/).waitFor()
    await page.getByText("12 of 24 samples checked, 1 with an error.").waitFor()
    await page.locator("canvas").waitFor()
    const points = page.getByRole("table", { name: "Bound over time" }).getByRole("row")
    expect(await points.count()).toBe(1 + 12)
    await page.getByRole("row", { name: /^Category person [\d.]+% 24 / }).waitFor()
    await page.getByRole("row", { name: /^Labeler admin [\d.]+% 24 12 1 / }).waitFor()
    await takePictures(page, "audit")
    await demandSound(visited)
    await page.getByLabel("All bounds hold together").check()
    await page.waitForURL(/joint=true/)
    await page.getByRole("button", { name: "Return to review: person" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Return to review" }).click()
    await page.getByText("24 labels wait for a review now.").waitFor()
    await demandSound(visited)
  })

  it("begin an audit with the words of the field, and show errors beside their fields", async () => {
    await bed.server.person("otto")
    const dataset = await makeRelease(bed.server, { name: "begun", reviewer: "otto", samples: 3 })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits`)
    await page.getByText("No audits of this release yet.").waitFor()
    await takePictures(page, "audits-empty")
    await page.getByRole("button", { name: "Start audit" }).click()
    const dialog = page.getByRole("dialog", { name: "Audit v1" })
    await dialog.getByLabel("Geometry is wrong when").selectOption("IoU is below the tolerance")
    await dialog.getByRole("button", { name: "Start" }).click()
    await dialog.getByLabel("Tolerance", { exact: true }).and(page.locator("[aria-invalid=true]")).waitFor()
    await takePictures(page, "audits-new")
    await demandSound(visited)
    await dialog.getByLabel("Tolerance", { exact: true }).fill("0.8")
    await dialog.getByRole("button", { name: "Start" }).click()
    await page.getByText("The curve begins with the first checked sample.").waitFor()
    await page.getByText("Goal: at most 2%.").waitFor()
    await demandSound(visited)
  })

  it("say that an audit is prepared, and why it could not be", async () => {
    const audit = await beginAudit(bed.server, "admin/begun", { labelset: "none" })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    let isPreparing = true
    const record = await bed.server.call("GET", `/datasets/admin/begun/releases/v1/audits/${audit}/`)
    await page.route(`**/releases/v1/audits/${audit}/`, (route) =>
      isPreparing ? route.fulfill({ json: { ...Object(record), state: "preparing" } }) : route.continue(),
    )
    await page.goto(`${bed.server.origin}/console/d/admin/begun/releases/v1/audits/${audit}`)
    await page.getByText("The release is being read. Nothing is drawn yet.").waitFor()
    await takePictures(page, "audit-preparing")
    await demandSound(visited)
    isPreparing = false
    await page.getByText("Nothing was drawn.").waitFor()
    await page.getByText("The release has no finished label in this labelset.").waitFor()
    expect(await page.getByRole("button", { name: "Finish" }).count()).toBe(0)
    await takePictures(page, "audit-failed")
    await demandSound(visited)
    await page.getByRole("link", { name: "All audits" }).click()
    await page.getByRole("row", { name: /^New audit Failed – – 0 0 none/ }).waitFor()
  })

  it("close draws with a reason, take that back, and sign the result, which verifies", async () => {
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/admin/begun/releases/v1/audits`)
    await page.getByRole("link", { name: "Audit 1" }).click()
    for (const number of [1, 2]) {
      await page.getByRole("button", { name: `Close draw ${number} as not checked` }).click()
      await page.getByRole("dialog").getByLabel("Reason").fill("The picture is gone.")
      await demandSound(visited)
      await page.getByRole("dialog").getByRole("button", { name: "Close as not checked" }).click()
      await page
        .getByRole("row", { name: new RegExp(`^${number} .*Not checked: The picture is gone.`) })
        .waitFor()
    }
    await page.getByRole("button", { name: "Take back the outcome of draw 2" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click()
    await page.getByRole("row", { name: /^2 .*Not yet checked/ }).waitFor()
    await page.getByText("1 draw is closed as not checked and counts as an error in the bound.").waitFor()
    await page.getByRole("button", { name: "Finish" }).click()
    await demandSound(visited)
    await page.getByRole("dialog").getByRole("button", { name: "Finish and sign" }).click()
    await page.getByText("The result is signed. Nothing changes any more.").waitFor()
    expect(await page.getByRole("button", { name: /^(Close|Take back)/ }).count()).toBe(0)
    await page.getByRole("button", { name: "Signatures" }).click()
    const save = async (name: string): Promise<string> => {
      const saving = page.waitForEvent("download")
      await page.getByRole("dialog").getByRole("button", { name }).click()
      return (await saving).path()
    }
    const statements = await save("Download statements")
    const keys = await save("Download public keys")
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
    await page.goto(`${bed.server.origin}/console/d/admin/begun/releases`)
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: /Download/ }).click()
    const file = await (await downloading).path()
    const args = [command, "verify", file, "--statements", statements, "--keys", keys]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toMatch(/urn:annotary:audit:v1/)
  })

  it("show reviewers the bound without people, and offer them nothing that they may not do", async () => {
    const key = await bed.server.person("uma")
    await bed.server.call("POST", "/datasets/admin/audited/collaborators/", { user: "uma", role: "reviewer" })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/admin/audited/releases`)
    await page.getByRole("link", { name: "Audits" }).click()
    await page.getByRole("link", { name: "Audit 1" }).click()
    await page.getByRole("row", { name: /^Category person [\d.]+% 24 / }).waitFor()
    expect(await page.getByRole("row", { name: /^Labeler/ }).count()).toBe(0)
    expect(await page.getByRole("button", { name: /Finish|Return|Close draw|Take back/ }).count()).toBe(0)
    expect(await page.getByRole("heading", { name: "Samples drawn" }).count()).toBe(0)
    await demandSound(visited)
  })

  it("check one sample after the other by keys, correct the last one, and name nobody", async () => {
    const dataset = await makeBlindRelease(bed.server, { name: "blind", labeler: "ivo", samples: 4 })
    const audit = await beginAudit(bed.server, dataset, { metric: "iou", tolerance: 0.8 })
    const visited = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visited
    page.setDefaultTimeout(10_000)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits/${audit}`)
    await page.getByRole("link", { name: "Check samples" }).click()
    const picture = page.locator("[role=application] img[style*=transform]")
    const submit = (name: string | RegExp) => page.getByRole("button", { name }).waitFor()
    await page.getByText("Draw 1", { exact: true }).waitFor()
    await picture.waitFor()
    // Right by one key.
    await submit("Right")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Draw 2", { exact: true }).waitFor()
    await page.getByText(/^At most .* after 1 sample$/).waitFor()
    await picture.waitFor()
    // The first object has another category, and something is missing.
    await page.keyboard.press("Tab")
    await page.keyboard.press("Alt+Digit3")
    await page.keyboard.press("Alt+Digit1")
    await page.getByText(/^Wrong category, object \d$/).waitFor()
    expect(await page.getByRole("button", { name: "Missing object", pressed: true }).count()).toBe(1)
    await submit("Submit 2 errors")
    await takePictures(page, "audit-check")
    await demandSound(visited)
    expect(await page.getByText("ivo").count()).toBe(0)
    expect(await page.getByRole("region", { name: "Issues" }).count()).toBe(0)
    await page.keyboard.press("Control+Enter")
    await page.getByText("Draw 3", { exact: true }).waitFor()
    // Back, without the missing object, and on to the third.
    await page.keyboard.press("Alt+u")
    await page.getByText("Correction of draw 2").waitFor()
    await picture.waitFor()
    await page.getByRole("button", { name: "Remove: Missing object" }).click()
    await page.getByRole("button", { name: "Submit 1 error" }).click()
    await page.getByText("Draw 3", { exact: true }).waitFor()
    await picture.waitFor()
    // Geometry is measured, and only a value beyond the tolerance is an error.
    await page.getByRole("button", { name: "Geometry" }).click()
    await page.getByLabel("Measured IoU, below 0.8").fill("0.9")
    await page.getByText("This value is within the tolerance: not an error.").waitFor()
    expect(await page.getByRole("button", { name: "Submit 1 error" }).isDisabled()).toBe(true)
    await demandSound(visited)
    await page.getByLabel("Measured IoU, below 0.8").fill("0.5")
    await page.getByRole("button", { name: "Submit 1 error" }).click()
    await page.getByText("Draw 4", { exact: true }).waitFor()
    await picture.waitFor()
    await page.keyboard.press("Control+Enter")
    await page.getByText("This audit takes no more work").waitFor()
    await takePictures(page, "audit-closed")
    await demandSound(visited)
    await page.getByRole("link", { name: "Audit" }).click()
    await page
      .getByText("4 of 4 samples checked, 2 with an error. 1 outcome was changed afterwards.")
      .waitFor()
    await page.getByRole("row", { name: /^2 .* Wrong category admin/ }).waitFor()
    await page.getByRole("row", { name: /^3 .* Geometry admin/ }).waitFor()
  })

  it("keep the named errors when an outcome could not be sent, and send each draw once", async () => {
    const dataset = await makeBlindRelease(bed.server, { name: "unsent", labeler: "ina", samples: 3 })
    const audit = await beginAudit(bed.server, dataset, {})
    const { page } = await signedIn(bed.browser, bed.server, adminKey)
    page.setDefaultTimeout(10_000)
    const sent: Array<string> = []
    let isAway = true
    await page.route("**/draws/*/", (route) => {
      if (isAway) return route.fulfill({ status: 503, json: { code: "unavailable", detail: "Unavailable." } })
      sent.push(`${new URL(route.request().url()).pathname.split("/").at(-2)} ${route.request().postData()}`)
      return route.continue()
    })
    await page.goto(`${bed.server.origin}/console/d/${dataset}/releases/v1/audits/${audit}/check`)
    const send = async (name: string, next: string) => {
      isAway = true
      await page.getByRole("button", { name }).click()
      const retry = page.getByRole("button", { name: "Try again" })
      await retry.waitFor()
      await page.getByRole("button", { name }).waitFor()
      isAway = false
      await retry.click()
      await page.getByText(next, { exact: true }).waitFor()
    }
    await page.getByText("Draw 1", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Missing object" }).click()
    await send("Submit 1 error", "Draw 2")
    await page.keyboard.press("Alt+u")
    await page.getByText("Correction of draw 1").waitFor()
    await page.getByRole("button", { name: "Remove: Missing object" }).click()
    await send("Right", "Draw 2")
    await page.getByRole("button", { name: "Right" }).click()
    await page.getByText("Draw 3", { exact: true }).waitFor()
    const missing = '{"errors":[{"type":"missing","annotation":null,"value":null}]}'
    expect(sent).toEqual([`1 ${missing}`, '1 {"errors":[]}', '2 {"errors":[]}'])
  })
})
