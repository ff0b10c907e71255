import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSound, violations } from "../support/pages.ts"
import { drawBox, objectCount, scriptClock, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

const opened = async (name: string, samples: number) => {
  const user = `worker-${name}`
  const key = await bed.server.person(user)
  const dataset = await makeDataset(bed.server, { name, samples, collaborators: { [user]: "labeler" } })
  const visit = await signedIn(bed.browser, bed.server, key)
  const open = async () => {
    await visit.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  }
  return { visit, page: visit.page, key, dataset, open }
}

const firstSample = async (dataset: string): Promise<string> => {
  // A dataset of the tests has a sample.
  const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
  return sample.uuid
}

const draw = async (page: Page) => {
  await shownSample(page)
  await drawBox(page)
  await seesObjects(page, 1)
}

describe("a session", { timeout: 120_000 }, () => {
  it("that the server ended asks for the key over the page, and sends the work then", async () => {
    const { key, open, page } = await opened("ended", 1)
    await open()
    await draw(page)
    await page.evaluate(() =>
      fetch("/console/session", {
        method: "DELETE",
        headers: { "annotary-console": "1", "content-type": "application/json" },
      }),
    )
    await page.keyboard.press("Control+Enter")
    const dialog = page.getByRole("dialog")
    await dialog.waitFor()
    expect(await violations(page)).toEqual([])
    expect(await objectCount(page)).toBe(1)
    await dialog.getByLabel("API key").fill(key)
    await dialog.getByRole("button", { name: "Sign in" }).click()
    await dialog.waitFor({ state: "detached" })
    const notice = page.getByRole("alert", { name: "The sample could not be submitted" })
    await notice.getByRole("button", { name: "Try again" }).click()
    await page.getByText("1 sample done").waitFor()
  })

  it("offers three ways when the claim was lost and the label has changed, and loses neither work", async () => {
    const { dataset, key, open, page, visit } = await opened("changed", 1)
    await open()
    await draw(page)
    await page.getByText("Draft saved").waitFor()
    const sample = await firstSample(dataset)
    const [claim] = (await bed.server.call("GET", "/claims/", undefined, key)) as [{ claim_id: string }]
    await bed.server.call("DELETE", `/claims/${claim.claim_id}/`)
    const other = { id: 9, category_id: 2, type: "point", points: [[5, 5]], attributes: {} }
    await bed.server.call("PUT", `/labels/${sample}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: { format_version: "0.1", annotations: [other, { ...other, id: 10 }] },
    })
    await page.keyboard.press("Control+Enter")
    await page.getByText("Your claim on this sample has ended").waitFor()
    await page.getByRole("button", { name: "Claim again" }).click()
    await page.getByText("This label has changed since you started").waitFor()
    await seesObjects(page, 2)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download my draft" }).click()
    expect((await download).suggestedFilename()).toBe(`${sample}.json`)
    await demandSound(visit)
    await page
      .getByRole("button", { name: /my draft$/ })
      .first()
      .click()
    await seesObjects(page, 1)
    await page.keyboard.press("Control+Enter")
    await page.getByText("1 sample done").waitFor()
  })

  it("asks before a submission, and takes the rating of the reviewer, where the dataset wants both", async () => {
    const reviewer = await bed.server.person("critic")
    const key = await bed.server.person("careful")
    const dataset = await makeDataset(bed.server, {
      name: "rated",
      samples: 1,
      settings: { enable_confirm_on_submit: true, enable_ratings: true },
      collaborators: { careful: "labeler", critic: "reviewer" },
    })
    const labeling = await signedIn(bed.browser, bed.server, key)
    await labeling.page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await draw(labeling.page)
    const dialog = labeling.page.getByRole("dialog", { name: "Submit this label?" })
    await labeling.page.keyboard.press("Control+Enter")
    await dialog.waitFor()
    await demandSound(labeling)
    await labeling.page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await seesObjects(labeling.page, 1)
    await labeling.page.keyboard.press("Control+Enter")
    await dialog.waitFor()
    await labeling.page.keyboard.press("Enter")
    await labeling.page.getByText("1 sample done").waitFor()

    const reviewing = await signedIn(bed.browser, bed.server, reviewer)
    await reviewing.page.goto(`${bed.server.origin}/console/d/${dataset}/review`)
    await shownSample(reviewing.page)
    const rating = reviewing.page.getByLabel("Rating")
    await rating.selectOption("4 stars")
    await demandSound(reviewing)
    await reviewing.page.getByText("Draft saved").waitFor()
    await reviewing.page.reload()
    await shownSample(reviewing.page)
    expect(await rating.inputValue()).toBe("4")
    await reviewing.page.getByRole("button", { name: "Accept" }).click()
    await reviewing.page.getByText("1 sample done").waitFor()
    const label = await bed.server.call("GET", `/labels/${await firstSample(dataset)}/ground-truth/`)
    expect(label).toMatchObject({ label_status: "REVIEWED", rating: 4 })
  })

  it("with an empty queue says who has the samples", async () => {
    const { dataset, open, page, visit } = await opened("empty", 1)
    const other = await bed.server.person("somebody")
    await bed.server.call("POST", `/datasets/${dataset}/collaborators/`, {
      user: "somebody",
      role: "labeler",
    })
    await bed.server.call("POST", `/datasets/${dataset}/queue/labeling/claim/`, { count: 1 }, other)
    await open()
    await page.getByText("Samples are claimed by others.").waitFor()
    await page.getByText("somebody").waitFor()
    await demandSound(visit)
  })

  it("shows the next sample right after the one before was sent", async () => {
    const { open, page } = await opened("quick", 8)
    await open()
    const images: Array<string> = []
    page.on("request", (request) => request.resourceType() === "image" && images.push(request.url()))
    const script = await scriptClock(page)
    let name: string | undefined
    let spent = 0
    const times: Array<number> = []
    for (let sample = 0; sample < 8; sample++) {
      name = await shownSample(page, name)
      await page.locator("[role=application]").focus()
      // Somebody looks at the image for a while, in which the next one is loaded.
      await page.waitForTimeout(700)
      if (sample === 7) break
      const before = await script()
      times.push(
        await page.evaluate(
          (before) =>
            new Promise<number>((resolve) => {
              const start = performance.now()
              const look = () => {
                const image = document.querySelector<HTMLImageElement>("[role=application] img")
                const isNext = document.querySelector("header h2")?.textContent !== before
                if (isNext && image?.complete === true && image.naturalWidth > 0)
                  resolve(performance.now() - start)
                else requestAnimationFrame(look)
              }
              look()
              document.querySelector("[role=application]")?.dispatchEvent(
                new KeyboardEvent("keydown", {
                  code: "Enter",
                  key: "Enter",
                  ctrlKey: true,
                  bubbles: true,
                  cancelable: true,
                }),
              )
            }),
          name,
        ),
      )
      spent += ((await script()) - before) / 7
    }
    const sorted = times.toSorted((a, b) => a - b)
    process.stdout.write(
      `Next sample after submit: ${sorted.map((time) => Math.round(time)).join(", ")} ms, with ${spent.toFixed(0)} ms of script each\n`,
    )
    // The time itself depends on what else the machine does; the image is here, and the page has little to do.
    expect(spent).toBeLessThan(150)
    expect(new Set(images).size).toBe(images.length)
  })
})

describe("work that was just submitted", { timeout: 120_000 }, () => {
  it("is taken back while the next sample is open, and when nothing waits", async () => {
    const { dataset, open, page, visit } = await opened("undone", 2)
    await open()
    const first = await shownSample(page)
    await draw(page)
    await page.keyboard.press("Control+Enter")
    await shownSample(page, first)
    const notice = page.getByRole("status").filter({ hasText: `${first} submitted.` })
    await notice.waitFor()
    await demandSound(visit)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/undo-notice.png` })
    await notice.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("heading", { name: first, exact: true }).waitFor()
    await seesObjects(page, 1)

    await page.keyboard.press("Control+Enter")
    await shownSample(page, first)
    await draw(page)
    await page.keyboard.press("Control+Enter")
    await page.getByText("Nothing is waiting for you").waitFor()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/undo-empty.png` })
    await page.getByRole("button", { name: "Undo" }).click()
    await shownSample(page)
    await seesObjects(page, 1)
    const sample = await firstSample(dataset)
    const history = (await bed.server.call(
      "GET",
      `/labels/${sample}/ground-truth/history/`,
    )) as ReadonlyArray<{
      action: string
    }>
    expect(history.map(({ action }) => action)).toEqual(["submit", "undo", "submit"])
  })
})
