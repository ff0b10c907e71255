/** The open page while the dataset, its people and its samples change. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound } from "../support/pages.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

interface ClaimOfTest {
  readonly claim_id: string
  readonly sample_uuid: string
}

const opened = async (name: string, samples = 2) => {
  const user = `worker-${name}`
  const key = await bed.server.person(user)
  const dataset = await makeDataset(bed.server, { name, samples, collaborators: { [user]: "labeler" } })
  const visit = await signedIn(bed.browser, bed.server, key)
  const { page } = visit
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  const sample = await shownSample(page)
  await drawBox(page)
  await seesObjects(page, 1)
  await page.getByText("Draft saved").waitFor()
  const [claim] = (await bed.server.call("GET", "/claims/", undefined, key)) as [ClaimOfTest]
  return { claim, dataset, key, page, sample, user, visit }
}

const submit = async (page: Page) => {
  await page.getByRole("application").focus()
  await page.keyboard.press("Control+Enter")
}

/** Another version of the configuration, by a function of the present one. */
const configure = async (
  dataset: string,
  change: (categories: ReadonlyArray<object>) => ReadonlyArray<object>,
) => {
  const record = (await bed.server.call("GET", `/datasets/${dataset}/`)) as {
    readonly task_attributes: { readonly categories: ReadonlyArray<object> }
  }
  const { task_attributes: present } = record
  await bed.server.call("PATCH", `/datasets/${dataset}/`, {
    task_attributes: { ...present, categories: change(present.categories) },
  })
}

const notice = (page: Page, title: string) => page.getByRole("alert", { name: title })

describe("the open page", { timeout: 120_000 }, () => {
  it("says at submit what the configuration changed, offers what it has now, and sends then", async () => {
    const { dataset, page, visit } = await opened("changes")
    const categories = page.getByRole("toolbar", { name: "Categories" }).getByRole("button")
    await configure(dataset, ([, ...others]) => [...others, { id: 77, name: "gondola" }])
    await submit(page)
    const changed = notice(page, "The configuration of this dataset has changed")
    await changed.getByText("Category removed: car (affects 1 object here)").waitFor()
    await changed.getByText("New category: gondola").waitFor()
    await seesObjects(page, 1)
    expect(await categories.allTextContents()).toEqual(["person1", "gondola2"])
    await page.locator("section[aria-label=Objects] li button").first().click()
    expect(await page.getByRole("combobox", { name: "Category" }).inputValue()).toBe("Category 1")
    await demandSound(visit)
    await page.getByRole("button", { name: "Submit" }).click()
    await changed.waitFor({ state: "detached" })
  })

  it("takes a new configuration between two samples, and says so", async () => {
    const { dataset, page, sample } = await opened("between")
    await page.getByRole("button", { name: "Submit" }).waitFor()
    // The configuration changes after the page has compared it, while the work is sent.
    await page.route("**/submit/", async (route) => {
      await configure(dataset, (categories) => [...categories, { id: 78, name: "funicular" }])
      await route.continue()
    })
    await submit(page)
    await shownSample(page, sample)
    await notice(page, "The configuration of this dataset has changed")
      .getByText("New category: funicular")
      .waitFor()
    await page
      .getByRole("toolbar", { name: "Categories" })
      .getByRole("button", { name: "funicular" })
      .waitFor()
  })

  it("says that the sample was deleted, keeps the draft, and goes on with the next", async () => {
    const { claim, page, sample, visit } = await opened("deleted")
    await bed.server.call("DELETE", `/samples/${claim.sample_uuid}/`)
    await submit(page)
    const lost = notice(page, "This sample was deleted")
    await lost.getByRole("button", { name: "Download my draft" }).waitFor()
    await demandSound(visit)
    await lost.getByRole("button", { name: "Next sample" }).click()
    expect(await shownSample(page, sample)).not.toBe(sample)
  })

  it("says that the person may no longer work here, and leads back to the datasets", async () => {
    const { dataset, page, user, visit } = await opened("removed")
    await bed.server.call("DELETE", `/datasets/${dataset}/collaborators/${user}`)
    await submit(page)
    const lost = notice(page, "You can no longer work on this dataset")
    await lost.getByRole("button", { name: "Download my draft" }).waitFor()
    await demandSound(visit)
    await lost.getByRole("link", { name: "Go to datasets" }).click()
    await page.waitForURL(/\/console\/(datasets)?$/)
  })

  it("says that the work was submitted in another tab", async () => {
    const { claim, key, page, sample, visit } = await opened("elsewhere")
    await bed.server.call("POST", `/claims/${claim.claim_id}/submit/`, { time: 5 }, key)
    await submit(page)
    const lost = notice(page, "This sample was submitted in another tab")
    await lost.getByRole("link", { name: "View submitted label" }).waitFor()
    await demandSound(visit)
    await lost.getByRole("button", { name: "Next sample" }).click()
    expect(await shownSample(page, sample)).not.toBe(sample)
  })

  it("claims the same sample again after the lease was lost, although another is first in the queue", async () => {
    const { claim, dataset, page, sample } = await opened("again", 3)
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    const samples = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as ReadonlyArray<{
      readonly uuid: string
    }>
    const other = samples.find(({ uuid }) => uuid !== claim.sample_uuid)
    await bed.server.call("PATCH", `/samples/${other?.uuid}/`, { priority: 9 })
    await submit(page)
    const lost = notice(page, "Your claim on this sample has ended")
    await lost.getByRole("button", { name: "Claim again" }).click()
    await lost.waitFor({ state: "detached" })
    expect(await shownSample(page)).toBe(sample)
    await seesObjects(page, 1)
    const claims = (await bed.server.call(
      "GET",
      `/datasets/${dataset}/claims/`,
    )) as ReadonlyArray<ClaimOfTest>
    expect(claims.map(({ sample_uuid }) => sample_uuid)).toEqual([claim.sample_uuid])
  })

  it("says that the sample is gone when somebody else has it, and takes nothing else", async () => {
    const { claim, dataset, page, visit } = await opened("gone")
    const other = await bed.server.person("quick-one")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: "quick-one",
      role: "labeler",
    })
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    await bed.server.call("POST", `/datasets/${dataset}/queue/labeling/claim/`, { count: 1 }, other)
    await submit(page)
    await page.getByRole("button", { name: "Claim again" }).click()
    const gone = notice(page, "This sample can no longer be claimed")
    await gone.getByText(/Someone else has claimed it/).waitFor()
    await demandSound(visit)
    const claims = (await bed.server.call(
      "GET",
      `/datasets/${dataset}/claims/`,
    )) as ReadonlyArray<ClaimOfTest>
    expect(claims).toHaveLength(1)
    await gone.getByRole("button", { name: "Next sample" }).click()
    await gone.waitFor({ state: "detached" })
  })
})
