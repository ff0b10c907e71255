/** The number of people who label samples: in the settings of a dataset, for many samples, and for one. */
import { describe, expect, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()
const listSamples = async (dataset: string) =>
  (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as ReadonlyArray<{ readonly uuid: string }>

const readOverlap = async (sample: string) =>
  ((await bed.server.call("GET", `/samples/${sample}/overlap/`)) as { readonly overlap: number }).overlap

/** Claims the next sample of a dataset, and submits an empty label. */
const submitNext = async (dataset: string, key: string) => {
  const [claim] = (await bed.server.call(
    "POST",
    `/datasets/${dataset}/queue/labeling/claim/`,
    { count: 1 },
    key,
  )) as [{ claim_id: string }]
  const body = { attributes: { format_version: "0.1", annotations: [] } }
  await bed.server.call("POST", `/claims/${claim.claim_id}/submit/`, body, key)
}

describe("the number of people who label a sample", { timeout: 120_000 }, () => {
  it("is a setting of the dataset for new samples", async () => {
    const dataset = await makeDataset(bed.server, { name: "setting", samples: 0, collaborators: {} })
    const visit = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visit
    await page.goto(`${bed.server.origin}/console/d/${dataset}/settings?view=workflow`)
    const field = page.getByLabel("People who label each new sample")
    await field.fill("3")
    await field.scrollIntoViewIfNeeded()
    await takePictures(page, "overlap-settings")
    await demandSound(visit)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Settings saved.").waitFor()
    expect(await bed.server.call("GET", `/datasets/${dataset}/`)).toMatchObject({ overlap: 3 })
  })

  it("is set for a drawn share of the selected samples", async () => {
    const dataset = await makeDataset(bed.server, { name: "share", samples: 12, collaborators: {} })
    const visit = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visit
    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples`)
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByRole("button", { name: "Edit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("People who label each sample").fill("2")
    await dialog.getByLabel("Share (%)").fill("50")
    await dialog.getByLabel("Seed").fill("may")
    await demandSound(visit)
    await takePictures(page, "overlap-bulk")
    await dialog.getByRole("button", { name: "Apply" }).click()
    await dialog.waitFor({ state: "detached" })
    const counts = await Promise.all((await listSamples(dataset)).map(({ uuid }) => readOverlap(uuid)))
    const drawn = counts.filter((count) => count === 2).length
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(12)
    expect(counts.every((count) => count === 1 || count === 2)).toBe(true)
  })

  it("is raised for finished samples, of which more labels are requested", async () => {
    const keys = await Promise.all(["done-first", "done-second"].map((name) => bed.server.person(name)))
    const dataset = await makeDataset(bed.server, {
      name: "finished",
      samples: 2,
      collaborators: { "done-first": "labeler", "done-second": "labeler" },
    })
    for (let sample = 0; sample < 2; sample++) await submitNext(dataset, keys[0] ?? "")
    const [one, other] = await listSamples(dataset)
    const visit = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visit
    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples/${one?.uuid}`)
    await page.getByRole("button", { name: "Request more labels" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("The ground truth stays until the next decision").waitFor()
    await demandSound(visit)
    await takePictures(page, "overlap-reopen")
    await dialog.getByRole("button", { name: "Request more labels" }).click()
    await page.getByText("2 people label this sample. 1 of 2 labels is in.").waitFor()
    await submitNext(dataset, keys[1] ?? "")
    await page.reload()
    await page.getByText("2 labels are in. A reviewer is to decide.").waitFor()
    await page.getByRole("button", { name: "Request more labels" }).click()
    await dialog.getByLabel("People who label the sample").waitFor()
    expect(await dialog.getByLabel("People who label the sample").inputValue()).toBe("3")
    await page.keyboard.press("Escape")

    await page.goto(`${bed.server.origin}/console/d/${dataset}/samples`)
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByRole("button", { name: "Edit" }).click()
    await dialog.getByLabel("People who label each sample").fill("3")
    await dialog.getByLabel("Request more labels of finished samples too").check()
    await dialog.getByText("The labeler can no longer take their label back.").waitFor()
    await demandSound(visit)
    await takePictures(page, "overlap-bulk-reopen")
    await dialog.getByRole("button", { name: "Apply" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(await readOverlap(one?.uuid ?? "")).toBe(3)
    expect(await readOverlap(other?.uuid ?? "")).toBe(3)
  })

  it("is shown on the page of a sample to those who review, and set there", async () => {
    const keys = await Promise.all(["first", "second"].map((name) => bed.server.person(name)))
    const dataset = await makeDataset(bed.server, {
      name: "one-sample",
      samples: 1,
      settings: { overlap: 2 },
      collaborators: { first: "labeler", second: "labeler" },
    })
    await submitNext(dataset, keys[0] ?? "")
    const [{ uuid } = { uuid: "" }] = await listSamples(dataset)
    const address = `${bed.server.origin}/console/d/${dataset}/samples/${uuid}`
    const visit = await signedIn(bed.browser, bed.server, adminKey)
    const { page } = visit
    await page.goto(address)
    await page.getByText("2 people label this sample. 1 of 2 labels is in.").waitFor()
    await takePictures(page, "overlap-sample")
    await page.getByRole("button", { name: "Set labelers" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("People who label the sample").fill("3")
    await demandSound(visit)
    await takePictures(page, "overlap-dialog")
    await dialog.getByRole("button", { name: "Apply" }).click()
    await page.getByText("3 people label this sample. 1 of 3 labels is in.").waitFor()
    expect(await readOverlap(uuid)).toBe(3)

    // Somebody ends the labeling while the dialog is open.
    await page.getByRole("button", { name: "Set labelers" }).click()
    await bed.server.call("PUT", `/samples/${uuid}/overlap/`, { overlap: 2 })
    await submitNext(dataset, keys[1] ?? "")
    await dialog.getByLabel("People who label the sample").fill("4")
    await dialog.getByRole("button", { name: "Apply" }).click()
    await page.getByText("This number can no longer change").waitFor()
    await page.getByText("2 labels are in. A reviewer is to decide.").waitFor()

    const labeler = await signedIn(bed.browser, bed.server, keys[0] ?? "")
    await labeler.page.goto(address)
    await labeler.page.getByRole("application").waitFor()
    expect(await labeler.page.getByText(/labels? (is|are) in/).count()).toBe(0)
    expect(await labeler.page.getByRole("button", { name: "Set labelers" }).count()).toBe(0)
    await demandSound(labeler)
  })
})
