/** Answers that a page must survive: refusals, an overloaded or broken server, and one that is slow. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { problem, startsWork, storedObjects } from "../support/faults.ts"
import { violations } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const submits = /\/claims\/[^/]+\/submit\/$/

describe("work that the server does not take", { timeout: 120_000 }, () => {
  it.each([
    { status: 412, headers: {} },
    { status: 429, headers: { "retry-after": "2" } },
    { status: 500, headers: {} },
    { status: 503, headers: { "retry-after": "2" } },
  ])(
    "because of $status stays on the page and in the draft, and is sent again",
    async ({ headers, status }) => {
      const work = await startsWork(bed, `user${status}`)
      const { page } = work
      await page.route(submits, problem(status, "The server did not take it.", headers), { times: 1 })
      await page.keyboard.press("Control+Enter")
      const notice = page.getByRole("alert")
      await notice.getByText("The sample could not be submitted").waitFor()
      await notice.getByText("The server did not take it.").waitFor()
      await notice.getByText("req_0123456789").waitFor()
      expect(await violations(page)).toEqual([])
      await seesObjects(page, 1)
      expect(await storedObjects(bed, work)).toBe(0)
      await page.reload()
      await shownSample(page)
      await seesObjects(page, 1)
      await page.getByText("Your unsaved draft of this sample was restored.").waitFor()
      await page.keyboard.press("Control+Enter")
      await page.getByText("1 sample done").waitFor()
      expect(await storedObjects(bed, work)).toBe(1)
    },
  )

  it("because its claim has ended is kept, and put back on the sample that is claimed again", async () => {
    const work = await startsWork(bed, "jane")
    const { page } = work
    // Cast: the list of claims.
    const [claim] = (await bed.server.call("GET", "/claims/", undefined, work.key)) as [{ claim_id: string }]
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    await page.keyboard.press("Control+Enter")
    const notice = page.getByRole("alert")
    await notice.getByText("Your claim on this sample has ended").waitFor()
    await seesObjects(page, 1)
    expect(await violations(page)).toEqual([])
    const downloading = page.waitForEvent("download")
    await notice.getByRole("button", { name: "Download my draft" }).click()
    expect((await downloading).suggestedFilename()).toBe(`${work.sample}.json`)
    await notice.getByRole("button", { name: "Claim again" }).click()
    await page.getByText("Your unsaved draft of this sample was restored.").waitFor()
    await seesObjects(page, 1)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(await storedObjects(bed, work)).toBe(1)
  })

  it("is sent once however often its key is pressed while the server is slow", async () => {
    const work = await startsWork(bed, "slow")
    const { page } = work
    let sent = 0
    await page.route(submits, async (route) => {
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await route.continue()
    })
    for (let press = 0; press < 3; press++) await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
    expect(sent).toBe(1)
    expect(await storedObjects(bed, work)).toBe(1)
  })
})

describe("a list that the server does not give", { timeout: 120_000 }, () => {
  it.each([429, 503])("because of %s counts down to the next try, which shows it", async (status) => {
    const { faults, page } = await signedIn(bed.browser, bed.server, adminKey)
    let refused = true
    await page.route(/\/user\/api_keys\//, (route) =>
      refused ? problem(status, "Too much to do.", { "retry-after": "3" })(route) : route.continue(),
    )
    await page.goto(`${bed.server.origin}/console/account`)
    const notice = page.getByRole("alert")
    await notice.getByText("Too much to do.").waitFor()
    const retry = notice.getByRole("button", { name: /^Try again in \d seconds?$/ })
    await retry.waitFor()
    expect(await retry.isDisabled()).toBe(true)
    refused = false
    await notice.getByRole("button", { name: "Try again", exact: true }).click()
    await page.getByText("made at the first start").waitFor()
    expect(faults).toEqual([])
  })

  it("because the network is gone says so, and is there when the network is", async () => {
    const { context, page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/account`)
    await page.getByText("This session").waitFor()
    await context.setOffline(true)
    await page.route(/\/user\/datasets\//, (route) => route.abort("internetdisconnected"))
    await context.setOffline(false)
    await page.getByRole("link", { name: "Datasets" }).click()
    await page.getByRole("alert").getByText("The server does not respond.").waitFor()
    await page.unrouteAll()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("alert").waitFor({ state: "detached" })
  })
})
