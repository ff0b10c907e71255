/** The figures of work in the browser: what the pages, the API and the CSV show is what people did, by a log that the test keeps. */
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { adminKey } from "../support/server.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

/** The time that one person works, by the clock of the test. */
class Stopwatch {
  millis = 0
  private since = 0
  start(): void {
    this.since = Date.now()
  }
  stop(): void {
    this.millis += Date.now() - this.since
  }
}

/** Presses keys that end or store work, and waits for the answer. */
const send = async (page: Page, keys: string, action: string): Promise<void> => {
  const answered = page.waitForResponse((response) => response.url().endsWith(`/${action}/`))
  await page.keyboard.press(keys)
  assert.strictEqual((await answered).status(), 200)
}

const focusCanvas = (page: Page) => page.locator("[role=application]").first().focus()

describe("the figures of a morning", { timeout: 240_000 }, () => {
  it("are those of the people who worked, with saves, a reload, two tabs, a pause, a skip and a rejection", async () => {
    const { browser, server } = bed
    const [ann, rob] = [await server.person("ann"), await server.person("rob")]
    const dataset = await makeDataset(server, {
      name: "morning",
      samples: 3,
      collaborators: { ann: "labeler", rob: "reviewer" },
      settings: {
        enable_save_button: true,
        enable_skip_labeling: true,
        labeling_inactivity_timeout_seconds: 3,
      },
    })
    const labels = `${server.origin}/console/d/${dataset}/label`
    const labeling = new Stopwatch()
    const labeler = await signedIn(browser, server, ann)
    const { page } = labeler
    await page.goto(labels)
    const first = await shownSample(page)
    await focusCanvas(page)
    labeling.start()
    await drawBox(page)
    await page.waitForTimeout(1500)
    await drawBox(page)
    await seesObjects(page, 2)
    await send(page, "Control+s", "save")
    await page.waitForTimeout(1000)
    await drawBox(page)
    await seesObjects(page, 3)
    await page.waitForTimeout(1000)
    await page.reload()
    await shownSample(page)
    await seesObjects(page, 3)
    // The same sample in another tab, which goes on and submits it.
    const tab = await labeler.context.newPage()
    await tab.goto(labels)
    assert.strictEqual(await shownSample(tab), first)
    await seesObjects(tab, 3)
    await focusCanvas(tab)
    await drawBox(tab)
    await seesObjects(tab, 4)
    labeling.stop()
    await tab.waitForTimeout(6000)
    labeling.start()
    await send(tab, "Control+Enter", "submit")
    const second = await shownSample(tab, first)
    await focusCanvas(tab)
    await send(tab, "Control+Period", "skip")
    await shownSample(tab, second)
    await focusCanvas(tab)
    await drawBox(tab)
    await seesObjects(tab, 1)
    await send(tab, "Control+Enter", "submit")
    labeling.stop()

    const reviewing = new Stopwatch()
    const reviewer = await signedIn(browser, server, rob)
    await reviewer.page.goto(`${server.origin}/console/d/${dataset}/review`)
    const reviewed = await shownSample(reviewer.page)
    await focusCanvas(reviewer.page)
    reviewing.start()
    await reviewer.page.waitForTimeout(1000)
    await send(reviewer.page, "Control+s", "save")
    await reviewer.page.waitForTimeout(1000)
    await send(reviewer.page, "Control+Enter", "accept")
    await shownSample(reviewer.page, reviewed)
    await focusCanvas(reviewer.page)
    await reviewer.page.keyboard.press("Control+Shift+Enter")
    await reviewer.page.getByRole("dialog").getByRole("textbox").fill("One car is missing.")
    await reviewer.page.getByRole("dialog").getByRole("button", { name: "Reject" }).click()
    await reviewer.page.getByText("Nothing is waiting for you").waitFor()
    reviewing.stop()

    const path = `/datasets/${dataset}/statistics/?by=person,work_type`
    const { rows } = (await server.call("GET", path)) as {
      rows: ReadonlyArray<Record<string, number | string>>
    }
    const [annsWork, robsWork] = rows
    const counts = { resubmitted: 0, edited: 0, objects_removed: 0, objects_unknown: 0, objects_changed: 0 }
    assert.deepInclude(annsWork, {
      ...{ ...counts, person: "ann", work_type: "label", workunits: 4, submitted: 2, saved: 1, skipped: 1 },
      ...{ accepted: 0, rejected: 0, objects_created: 5, returned: 1 },
      ...{ first_reviews: 2, first_reviews_accepted: 1, first_pass_acceptance: 0.5 },
    })
    assert.deepInclude(robsWork, {
      ...{ ...counts, person: "rob", work_type: "review", workunits: 3, submitted: 0, saved: 1, skipped: 0 },
      ...{ accepted: 1, rejected: 1, objects_created: 0 },
    })
    const isNear = (row: Record<string, number | string> | undefined, { millis }: Stopwatch) =>
      assert.closeTo(Number(row?.time), millis, 2500 + millis * 0.2)
    isNear(annsWork, labeling)
    isNear(robsWork, reviewing)
    assert.isAtLeast(Number(annsWork?.inactive_time), 5000)

    const admin = await signedIn(browser, server, adminKey)
    const cellsOf = (name: RegExp) =>
      admin.page.getByRole("row", { name }).first().getByRole("cell").allInnerTexts()
    await admin.page.goto(`${server.origin}/console/d/${dataset}`)
    await admin.page.getByRole("row", { name: /^ann/ }).first().waitFor()
    const [, labeled, , time, skipped] = await cellsOf(/^ann/)
    const seconds = Math.round(Number(annsWork?.time) / 1000)
    assert.deepStrictEqual([labeled, time, skipped], ["2", `${seconds} sec`, "1"])
    await admin.page.goto(`${server.origin}/console/d/${dataset}/queue`)
    await admin.page.getByRole("row", { name: /^ann Labeling/ }).waitFor()
    assert.deepStrictEqual((await cellsOf(/^ann Labeling/)).slice(2, 9), [
      ...["2", "1", "0", "0", "5 / 0 / 0"],
      ...["50%", `${seconds} sec`],
    ])
    await admin.page.getByRole("row", { name: /^car 5 0 0/ }).waitFor()
    const saved = admin.page.waitForEvent("download")
    await admin.page.getByRole("button", { name: "Finished and saved work as CSV" }).click()
    const [heading = "", line = ""] = await readLines(await (await saved).path())
    const cells = new Map(heading.split(",").map((column, index) => [column, line.split(",")[index]]))
    for (const column of [
      "person",
      "submitted",
      "skipped",
      "time",
      "objects_created",
      "first_pass_acceptance",
    ])
      assert.strictEqual(cells.get(column), String(annsWork?.[column]))
    for (const { context } of [labeler, reviewer, admin]) await context.close()
  })
})

const readLines = async (path: string): Promise<ReadonlyArray<string>> =>
  (await readFile(path, "utf8")).split("\n")
