/** One person with a sample open in two tabs: one of them ends the work or loses the claim, and the other says what has become of it. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

interface ClaimOfTest {
  readonly claim_id: string
  readonly holder: string
  readonly sample_uuid: string
}

/** A sample that the same person has open in two tabs of one browser, with one box in the first. */
const openTwice = async (name: string, samples = 3) => {
  const user = `double-${name}`
  const key = await bed.server.person(user)
  const dataset = await makeDataset(bed.server, {
    name: `twice-${name}`,
    samples,
    collaborators: { [user]: "labeler" },
  })
  const { context, page: first } = await signedIn(bed.browser, bed.server, key)
  const address = `${bed.server.origin}/console/d/${dataset}/label`
  await first.goto(address)
  const sample = await shownSample(first)
  await drawBox(first)
  await seesObjects(first, 1)
  await first.getByText("Draft saved").waitFor()
  const second = await context.newPage()
  await second.goto(address)
  assert.strictEqual(await shownSample(second), sample)
  await seesObjects(second, 1)
  const [claim, ...others] = await listClaims(dataset)
  assert.lengthOf(others, 0)
  if (claim === undefined) throw new Error("Both tabs work under one claim.")
  return { claim, dataset, first, key, sample, second, user }
}

const listClaims = (dataset: string) =>
  bed.server.call("GET", `/datasets/${dataset}/claims/`) as Promise<ReadonlyArray<ClaimOfTest>>

const submit = async (page: Page) => {
  await page.bringToFront()
  await page.getByRole("application").focus()
  await page.keyboard.press("Control+Enter")
}

const notice = (page: Page, title: string) => page.getByRole("alert", { name: title })

describe("a sample in two tabs of one person", { timeout: 120_000 }, () => {
  it("is submitted in one: the other says so, shows what was sent, and goes on with the next", async () => {
    const { claim, dataset, first, sample, second } = await openTwice("submitted")
    await drawBox(second)
    await seesObjects(second, 2)
    await submit(second)
    await shownSample(second, sample)
    await submit(first)
    const lost = notice(first, "This sample was submitted in another tab")
    await lost.getByRole("link", { name: "View submitted label" }).waitFor()
    await seesObjects(first, 1)
    const stored = (await bed.server.call("GET", `/labels/${claim.sample_uuid}/ground-truth/`)) as {
      readonly attributes: { readonly annotations: ReadonlyArray<unknown> }
    }
    assert.lengthOf(stored.attributes.annotations, 2)
    await lost.getByRole("button", { name: "Next sample" }).click()
    // Both tabs go on with the sample that the person has already claimed.
    assert.strictEqual(await shownSample(first, sample), await shownSample(second, sample))
    assert.lengthOf(await listClaims(dataset), 1)
  })

  it("loses its claim: one tab claims it again with its draft, and the other works on under the new claim", async () => {
    const { claim, dataset, first, sample, second } = await openTwice("lost")
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    await submit(first)
    const lost = notice(first, "Your claim on this sample has ended")
    await lost.getByRole("button", { name: "Claim again" }).click()
    await lost.waitFor({ state: "detached" })
    assert.strictEqual(await shownSample(first), sample)
    await seesObjects(first, 1)
    const [again, ...others] = await listClaims(dataset)
    assert.deepStrictEqual([again?.sample_uuid, others.length], [claim.sample_uuid, 0])
    assert.notStrictEqual(again?.claim_id, claim.claim_id)
    // The second tab has the old claim. It gets the present one, not a third.
    await submit(second)
    const lostToo = notice(second, "Your claim on this sample has ended")
    await lostToo.getByRole("button", { name: "Claim again" }).click()
    await lostToo.waitFor({ state: "detached" })
    await seesObjects(second, 1)
    assert.deepStrictEqual(
      (await listClaims(dataset)).map(({ claim_id }) => claim_id),
      [again?.claim_id],
    )
    await second.getByRole("button", { name: "Submit" }).click()
    await shownSample(second, sample)
    await submit(first)
    await notice(first, "This sample was submitted in another tab").waitFor()
  })

  it("is submitted by the keys that are pressed while it is claimed again", async () => {
    const { claim, dataset, first, sample } = await openTwice("keys")
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    await submit(first)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await first.route(`**/queue/labeling/claim/${claim.sample_uuid}/`, async (route) => {
      await answered
      await route.continue()
    })
    const again = first.getByRole("button", { name: "Claim again" })
    await again.focus()
    await first.keyboard.press("Enter")
    await first.waitForFunction(() => document.activeElement?.getAttribute("role") === "application")
    await first.keyboard.press("Control+Enter")
    answer()
    await shownSample(first, sample)
    const [next] = await listClaims(dataset)
    assert.notStrictEqual(next?.sample_uuid, claim.sample_uuid)
  })

  it("was taken by somebody else in between: both tabs say that it is gone and keep the draft", async () => {
    const { claim, dataset, first, second } = await openTwice("taken")
    const rival = await bed.server.person("rival-of-tabs")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: "rival-of-tabs",
      role: "labeler",
    })
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    await bed.server.call(
      "POST",
      `/datasets/${dataset}/queue/labeling/claim/${claim.sample_uuid}/`,
      {},
      rival,
    )
    for (const page of [first, second]) {
      await submit(page)
      await page.getByRole("button", { name: "Claim again" }).click()
      const gone = notice(page, "This sample can no longer be claimed")
      await gone.getByText(/Someone else has claimed it/).waitFor()
      await gone.getByRole("button", { name: "Download my draft" }).waitFor()
      await seesObjects(page, 1)
    }
    const [theirs, ...others] = await listClaims(dataset)
    assert.deepStrictEqual([theirs?.holder, others.length], ["rival-of-tabs", 0])
  })

  it("is deleted, or its person removed, and each tab says which", async () => {
    const { claim, dataset, first, second, user } = await openTwice("gone")
    await bed.server.call("DELETE", `/samples/${claim.sample_uuid}/`)
    await submit(first)
    await notice(first, "This sample was deleted").waitFor()
    await bed.server.call("DELETE", `/datasets/${dataset}/collaborators/${user}`)
    await submit(second)
    await notice(second, "You can no longer work on this dataset").waitFor()
  })

  it("was edited in both: each keeps a draft, each tab names the other's, and either can be continued", async () => {
    const { dataset, first, sample, second } = await openTwice("both")
    await drawBox(second)
    await drawBox(second)
    await seesObjects(second, 3)
    await second.getByText("Draft saved").waitFor()
    // The first tab has one box, and learns of the others.
    await notice(first, "You have other drafts of this sample")
      .getByText(/3 objects/)
      .waitFor()
    await first.bringToFront()
    await first.getByRole("application").focus()
    await drawBox(first)
    await seesObjects(first, 2)
    await notice(second, "You have other drafts of this sample")
      .getByText(/2 objects/)
      .waitFor()
    // After a crash of both, the edits of the last tab are restored, and those of the other are at hand.
    const context = first.context()
    await Promise.all([first.close(), second.close()])
    const third = await context.newPage()
    await third.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    assert.strictEqual(await shownSample(third), sample)
    await seesObjects(third, 2)
    const other = notice(third, "You have other drafts of this sample")
    await other.getByRole("button", { name: /^Continue with/ }).click()
    await seesObjects(third, 3)
    // The edits that were left are kept as well.
    await other.getByText(/2 objects/).waitFor()
    await submit(third)
    await shownSample(third, sample)
  })

  it("gets the draft back in a third tab after both were closed", async () => {
    const { claim, dataset, first, sample, second } = await openTwice("closed")
    await drawBox(second)
    await seesObjects(second, 2)
    const context = first.context()
    // Half a second after an edit it is in the draft.
    await second.waitForTimeout(1500)
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    // The tab with the older state is closed last, and does not take the newer draft away.
    for (const page of [second, first]) {
      await page.goto("about:blank")
      await page.close()
    }
    const third = await context.newPage()
    await third.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    assert.strictEqual(await shownSample(third), sample)
    await seesObjects(third, 2)
    await submit(third)
    await shownSample(third, sample)
  })
})
