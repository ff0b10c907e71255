/** The table of samples: any number of rows, filters in the address, and changes of many samples at once. */
import type { Locator, Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, signIn, startSession, type Visit, visit } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { drawBox } from "./support/workbench.ts"

const bed = testBed()
const many = 20_000

beforeAll(async () => {
  const { server } = bed
  await server.person("lena")
  for (const name of ["large", "street"])
    await server.call("POST", "/user/datasets/", { name, category: "other", task_type: "vector" })
  for (let at = 0; at < many; at += 5_000)
    await server.call(
      "POST",
      "/datasets/admin/large/samples_bulk/",
      Array.from({ length: 5_000 }, (_, index) => ({
        name: `frame-${String(at + index).padStart(5, "0")}`,
        attributes: { image: { url: server.image(`${at + index}`) } },
      })),
    )
  await server.call("POST", "/datasets/admin/street/collaborators/", { user: "lena", role: "labeler" })
  await server.call(
    "POST",
    "/datasets/admin/street/samples_bulk/",
    Array.from({ length: 30 }, (_, index) => ({
      name: `${index % 2 === 0 ? "left" : "right"}-${String(index).padStart(2, "0")}`,
      attributes: { image: { url: server.image(`${index}`) } },
      metadata: { city: index < 10 ? "Ulm" : "Bonn", at: 1 },
    })),
  )
}, 120_000)

interface Sample {
  readonly name: string
  readonly priority: number
  readonly assigned_labeler: string | null
}

const samplesOf = async (dataset: string): Promise<ReadonlyArray<Sample>> =>
  // Cast: the list of samples.
  (await bed.server.call("GET", `/datasets/admin/${dataset}/samples/`)) as ReadonlyArray<Sample>

/** Signs in, and opens an address with its search parameters. */
const opened = async (visited: Visit, address: string): Promise<void> => {
  visited.page.setDefaultTimeout(10_000)
  await signIn(visited, bed.server, "/account")
  await visited.page.goto(`${bed.server.origin}/console${address}`)
}

const rowNames = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("[role=row][aria-rowindex]:not([aria-rowindex='1']) [role=cell]:nth-child(3)").allInnerTexts()

/** Fields whose placeholders are wider than they are. */
const clipped = (fields: Locator): Promise<ReadonlyArray<string>> =>
  fields.locator("input[placeholder]").evaluateAll((inputs) =>
    inputs
      .filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.placeholder !== "")
      .filter((one) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(one)
        const context = document.createElement("canvas").getContext("2d")
        if (context === null) return true
        context.font = font
        const width = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return context.measureText(one.placeholder).width > width
      })
      .map((one) => one.placeholder),
  )

describe("the table of samples", () => {
  it("reaches the end of 20 000 rows without reading all", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    let reads = 0
    page.on("request", (request) => {
      if (request.url().includes("/samples/?")) reads += 1
    })
    await opened(visited, "/d/admin/large/samples?sort=name")
    await page.getByRole("row", { name: /frame-00000/ }).waitFor()
    assert.strictEqual(await page.getByRole("table").getAttribute("aria-rowcount"), "20001")
    await page.getByText("20,000 samples", { exact: true }).waitFor()
    const scroller = page.getByRole("region", { name: "Samples", exact: true })
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
    await page.getByRole("row", { name: /frame-10000/ }).waitFor()
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.getByRole("row", { name: /frame-19999/ }).waitFor()
    assert.isAtMost(await page.getByRole("row").count(), 60)
    assert.isAtMost(reads, 8)
    // A row that the header covers in part has a target that is too small.
    await scroller.evaluate((element) => element.scrollTo(0, 0))
    await page.getByRole("row", { name: /frame-00000/ }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("shows as many rows as it reaches when more than 10 000 match a filter", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/large/samples?sort=name&name=frame")
    await page.getByText("more than 10,000 samples").waitFor()
    // The table grows behind the end of what was read.
    await page.waitForFunction(() => {
      const scroller = document.querySelector("section[aria-label=Samples]")
      scroller?.scrollTo(0, scroller.scrollHeight)
      return scroller?.textContent?.includes("frame-10199") === true
    })
    await visited.context.close()
  }, 60_000)

  it("filters and sorts in its address, and keeps the choice of columns", async () => {
    const visited = await visit(bed.browser, { scheme: "dark" })
    const { page } = visited
    await signIn(visited, bed.server, "/d/admin/street/samples")
    await page.getByRole("row", { name: /left-00/ }).waitFor()
    const filters = page.getByRole("search")
    assert.deepStrictEqual(await clipped(filters), [])
    const top = async () => (await page.getByRole("columnheader", { name: "Name" }).boundingBox())?.y
    const before = await top()
    await page.getByLabel("Priority from").fill("high")
    await page.getByLabel("Priority from").press("Enter")
    await filters.getByText("Enter a number").waitFor()
    assert.notMatch(page.url(), /min=/)
    await page.getByLabel("Priority from").fill("-0,5")
    await page.getByLabel("Priority from").press("Enter")
    await page.waitForURL(/min=-0\.5/)
    await filters.getByRole("button", { name: "Status: Any" }).press("Enter")
    await page.getByRole("checkbox", { name: "Unlabeled" }).press("Space")
    await page.getByRole("checkbox", { name: "Rejected" }).press("Space")
    await page.waitForURL(/status=.*UNLABELED.*REJECTED/)
    await page.keyboard.press("Escape")
    const chosen = filters.getByRole("button", { name: "Status: Unlabeled, Rejected" })
    const [inner = 0, outer = 0] = await chosen.evaluate((button) => [
      button.firstElementChild?.getBoundingClientRect().height,
      button.getBoundingClientRect().height,
    ])
    assert.isAtMost(inner, outer)
    await page.getByText("30 samples", { exact: true }).waitFor()
    await filters.getByRole("button", { name: "Status: Unlabeled, Rejected" }).press("Enter")
    await page.getByRole("checkbox", { name: "Unlabeled" }).uncheck()
    await page.getByText("No samples match these filters.").waitFor()
    await page.getByRole("checkbox", { name: "Rejected" }).uncheck()
    await page.keyboard.press("Escape")
    await page.getByLabel("Name contains").fill("left")
    const name = page.getByLabel("Name contains")
    await name.press("Enter")
    await page.waitForURL(/name=/)
    assert.isTrue(await name.evaluate((field) => field === document.activeElement))
    await page.getByText("15 samples", { exact: true }).waitFor()
    await page.getByLabel("Metadata").fill("city")
    await page.getByLabel("Metadata").press("Enter")
    await page.getByText("Enter key:value pairs").waitFor()
    await page.getByLabel("Metadata").fill("city:Ulm")
    await page.getByLabel("Metadata").press("Enter")
    await page.getByText("5 samples", { exact: true }).waitFor()
    // The button that clears the filters fits beside them.
    assert.strictEqual(await top(), before)
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click()
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click()
    await page.waitForURL(/sort=-name/)
    await page.getByRole("row", { name: /left-08/ }).waitFor()
    assert.deepStrictEqual(await rowNames(page), ["left-08", "left-06", "left-04", "left-02", "left-00"])
    assert.match(page.url(), /name=left.*meta=city/)
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("checkbox", { name: "Metadata" }).uncheck()
    await demandSound(visited)
    // The page and what loads it read the same rows, once.
    const lists: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("per_page=100")) lists.push(request.url())
    })
    await page.reload()
    await page.getByRole("row", { name: /left-08/ }).waitFor()
    assert.strictEqual(await page.getByRole("columnheader", { name: "Metadata" }).count(), 0)
    assert.strictEqual(lists.length, 1)
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page.getByText("30 samples", { exact: true }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("shows itself while its rows are late, and reads them once", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await startSession(visited.context, bed.server, adminKey)
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let lists = 0
    await page.route(/per_page=100/, async (route) => {
      lists += 1
      await released
      await route.continue()
    })
    await page.goto(`${bed.server.origin}/console/d/admin/street/samples`)
    await page.getByRole("search").waitFor()
    assert.isAbove(await page.locator("[class*=waiting]:visible").count(), 0)
    release()
    await page.getByRole("row", { name: /left-00/ }).waitFor()
    assert.strictEqual(lists, 1)
    await visited.context.close()
  }, 60_000)

  it("changes selected samples, and all that match a filter", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/street/samples?sort=name&name=right")
    await page.getByRole("checkbox", { name: "Select right-01" }).check()
    await page.getByRole("checkbox", { name: "Select right-05" }).click({ modifiers: ["Shift"] })
    await page.getByText("3 samples selected").waitFor()
    await page.getByRole("button", { name: "Edit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Priority").fill("7.5")
    await demandSound(visited)
    await dialog.getByRole("button", { name: "Apply" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page
      .getByRole("row", { name: /right-01/ })
      .getByText("7.5")
      .waitFor()
    await page.getByRole("button", { name: "Clear selection" }).click()
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByText("All 15 matching samples selected").waitFor()
    await page.getByRole("button", { name: "Edit" }).click()
    await dialog.getByRole("combobox", { name: "Labeler" }).click()
    await page.getByRole("option", { name: "lena" }).click()
    await dialog.getByRole("button", { name: "Apply" }).click()
    await dialog.waitFor({ state: "hidden" })
    const samples = await samplesOf("street")
    assert.deepStrictEqual(
      samples
        .filter(({ priority }) => priority === 7.5)
        .map(({ name }) => name)
        .sort(),
      ["right-01", "right-03", "right-05"],
    )
    const assigned = samples.filter(({ assigned_labeler: labeler }) => labeler === "lena")
    assert.strictEqual(assigned.length, 15)
    assert.isTrue(assigned.every(({ name }) => name.startsWith("right")))
    await visited.context.close()
  }, 60_000)

  it("opens a sample in the workbench, where its label cannot be changed", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await bed.server.call("POST", "/datasets/admin/street/samples/", {
      name: "with-box",
      attributes: { image: { url: bed.server.image("box") } },
      label: {
        labelset: "ground-truth",
        label_status: "REVIEWED",
        attributes: {
          format_version: "0.1",
          annotations: [
            {
              id: 1,
              category_id: 1,
              type: "bbox",
              points: [
                [10, 10],
                [90, 60],
              ],
            },
          ],
        },
      },
    })
    await opened(visited, "/d/admin/street/samples?name=with-box")
    await page.getByRole("link", { name: "with-box" }).click()
    await page.getByRole("heading", { level: 2, name: "with-box" }).waitFor()
    await page.getByText("To change its label, use the queues.").waitFor()
    const objects = page.locator("section[aria-label=Objects] li")
    await objects.first().waitFor()
    await page.getByRole("application").focus()
    await drawBox(page)
    assert.strictEqual(await objects.count(), 1)
    await demandSound(visited)
    await page.goBack()
    await page.getByText("1 sample", { exact: true }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("deletes all that match after the name of the dataset was typed, and nothing else", async () => {
    const visited = await visit(bed.browser, { scheme: "dark", size: "phone" })
    const { page } = visited
    await opened(visited, "/d/admin/street/samples?name=left")
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog")
    const confirm = dialog.getByRole("button", { name: "Delete" })
    assert.isTrue(await confirm.isDisabled())
    await demandSound(visited)
    await dialog.getByLabel("Type “street” to confirm").fill("street")
    await confirm.click()
    await page.getByText("No samples match these filters.").waitFor()
    const left = await samplesOf("street")
    assert.strictEqual(left.filter(({ name }) => name.startsWith("right")).length, 15)
    assert.isFalse(left.some(({ name }) => name.startsWith("left")))
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("stops a change of many between two portions, and goes on after a failure with what was chosen", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await opened(visited, "/d/admin/large/samples?sort=name")
    await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
    await page.getByRole("button", { name: "Edit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Priority").fill("4")
    const apply = dialog.getByRole("button", { name: "Apply" })

    // The second portion never leaves the browser.
    let isFailing = false
    await page.route("**/samples_bulk/", (route, request) => {
      if (request.postDataJSON().cursor === undefined) return route.continue()
      return isFailing ? route.fulfill({ status: 503, body: "" }) : undefined
    })
    await apply.click()
    await dialog.getByText("10,000 samples done").waitFor({ timeout: 30_000 })
    await dialog.locator("button", { hasText: "Stop" }).click()
    await dialog.locator("button", { hasText: "Cancel" }).waitFor()
    assert.strictEqual(await dialog.getByRole("alert").count(), 0)
    assert.strictEqual(await dialog.getByLabel("Priority").inputValue(), "4")

    isFailing = true
    await apply.click()
    await dialog.getByRole("alert").waitFor({ timeout: 30_000 })
    await page.unrouteAll()
    await apply.click()
    await dialog.waitFor({ state: "hidden", timeout: 30_000 })
    await page.goto(`${bed.server.origin}/console/d/admin/large/samples?max=3`)
    await page.getByText("No samples match these filters.").waitFor()
    await visited.context.close()
  }, 120_000)

  it("offers nothing in a sample of an archived dataset that the server refuses", async () => {
    const { server } = bed
    const dataset = await makeDataset(server, {
      name: "past",
      samples: 0,
      category: { attributes: [{ name: "plate", input_type: "text", is_mandatory: true }] },
      collaborators: {},
    })
    const label = {
      annotations: [
        {
          id: 1,
          category_id: 1,
          type: "bbox",
          points: [
            [10, 10],
            [90, 60],
          ],
        },
      ],
    }
    // Cast: the record of the sample.
    const { uuid } = (await server.call("POST", `/datasets/${dataset}/samples/`, {
      name: "old",
      attributes: { image: { url: server.image("old") } },
      label: {
        labelset: "ground-truth",
        label_status: "LABELED",
        attributes: { format_version: "0.1", ...label },
      },
    })) as { readonly uuid: string }
    // Cast: the record of the issue.
    const issue = (await server.call("POST", `/samples/${uuid}/issues/`, {
      description: "Too dark",
    })) as { readonly uuid: string }
    await server.call("POST", `/issues/${issue.uuid}/comments/`, { text: "It was night." })
    const visited = await visit(bed.browser)
    const { page } = visited
    const buttons = page.getByRole("button", { name: /^(Dismiss|New issue|Send|Resolve)$/ })
    await opened(visited, `/d/${dataset}/samples/${uuid}`)
    await page.getByRole("button", { name: "Dismiss" }).waitFor()
    await page.getByRole("button", { name: /^Too dark/ }).click()
    assert.strictEqual(await buttons.count(), 4)
    await server.call("PATCH", `/datasets/${dataset}/`, { archived: true })
    await page.reload()
    await page.getByText("This dataset is archived").waitFor()
    await page
      .getByRole("region", { name: "Warnings" })
      .getByText(/is required\.$/)
      .waitFor()
    await page.getByRole("button", { name: /^Too dark/ }).click()
    await page.getByText("It was night.").waitFor()
    await page.getByRole("application").press("i")
    assert.strictEqual(await buttons.count(), 0)
    assert.strictEqual(await page.getByRole("textbox").count(), 0)
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)
})
