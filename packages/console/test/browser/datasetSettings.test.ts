/** The settings of a dataset: its texts with the readme, its workflow, two people who change them, and who may see them. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, type VisitOptions } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"
import { takePictures } from "./support/takePictures.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

const made = (name: string, settings: object = {}, collaborators = {}) =>
  makeDataset(bed.server, { name, samples: 1, collaborators, settings: { ...settings } })

const opened = async (name: string, view: string, options: VisitOptions & { readonly key?: string } = {}) => {
  const { key = adminKey, ...visit } = options
  const visited = await signedIn(bed.browser, bed.server, key, visit)
  await visited.page.goto(`${bed.server.origin}/console/d/admin/${name}/settings?view=${view}`)
  return visited
}

const saved = (page: Page) => page.getByText("Settings saved.").first().waitFor()

const stored = (name: string) => bed.server.call("GET", `/datasets/admin/${name}/`)

describe("the general settings", () => {
  it("save what was changed, and lead to the new address after another name", async () => {
    await made("before")
    const visited = await opened("before", "general")
    const { page } = visited
    const save = page.getByRole("button", { name: "Save" })
    await save.waitFor()
    assert.isTrue(await save.isDisabled())
    await page.getByRole("textbox", { name: "Name" }).fill("after")
    await page.getByRole("textbox", { name: "Description" }).fill("Streets of a town")
    await page.getByLabel("Category", { exact: true }).selectOption("satellite")
    await page.getByLabel("Task type").selectOption("keypoints")
    await page.getByRole("radio", { name: "Public" }).check()
    await page.getByText("You have unsaved changes.").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/settings-general.png` })
    await save.click()
    await saved(page)
    await page.waitForURL(/\/d\/admin\/after\/settings/)
    assert.deepInclude(await stored("after"), {
      description: "Streets of a town",
      category: "satellite",
      task_type: "keypoints",
      public: true,
    })
    await visited.context.close()
  }, 60_000)

  it("show problems at their fields: a wrong name, a taken one, and a task type in use", async () => {
    await made("taken")
    await made("problems")
    const visited = await opened("problems", "general", { scheme: "dark" })
    const { page } = visited
    const name = page.getByRole("textbox", { name: "Name" })
    await name.fill("no spaces")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText(/^Use 1 to 100 letters/).waitFor()
    await name.fill("Taken")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("A dataset with this name already exists.").waitFor()
    assert.strictEqual(await name.getAttribute("aria-invalid"), "true")
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("keep a page with unsaved changes open until somebody gives them up", async () => {
    await made("guarded")
    const visited = await opened("guarded", "general")
    const { page } = visited
    const description = page.getByRole("textbox", { name: "Description" })
    await description.fill("half a thou")
    await page.getByRole("tab", { name: "Workflow" }).click()
    await page.getByRole("dialog").getByText("Your changes will be lost.").waitFor()
    await demandSound(visited)
    await page.keyboard.press("Escape")
    assert.strictEqual(await description.inputValue(), "half a thou")
    await page.getByRole("tab", { name: "Workflow" }).click()
    await page.getByRole("button", { name: "Leave" }).click()
    await page.getByRole("switch", { name: "Save button" }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("keep what two people change at once, and let them choose when it is the same field", async () => {
    await made("two")
    const visited = await opened("two", "general")
    const { page } = visited
    const description = page.getByRole("textbox", { name: "Description" })
    await description.fill("mine")
    await bed.server.call("PATCH", "/datasets/admin/two/", { category: "fruit" })
    await page.getByRole("button", { name: "Save" }).click()
    await saved(page)
    assert.deepInclude(await stored("two"), { description: "mine", category: "fruit" })

    await page.reload()
    await description.fill("mine again")
    await bed.server.call("PATCH", "/datasets/admin/two/", { description: "theirs" })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Someone else changed these settings").waitFor()
    await page.getByRole("alert").getByText("Description", { exact: true }).waitFor()
    await page.getByText("Currently: theirs").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/settings-conflict.png`, fullPage: true })
    assert.deepInclude(await stored("two"), { description: "theirs" })
    await page.getByRole("button", { name: "Save mine" }).click()
    await saved(page)
    assert.deepInclude(await stored("two"), { description: "mine again" })

    await description.fill("mine once more")
    await bed.server.call("PATCH", "/datasets/admin/two/", { description: "theirs again" })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("button", { name: "Take theirs" }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll("textarea")].some(({ value }) => value === "theirs again"),
    )
    await visited.context.close()
  }, 90_000)
})

const hostile = `# Streets

<script>window.broken = true</script> <img src=x onerror="window.broken = true">

[good](https://example.com/a) [bad](javascript:window.broken=true) [data](data:text/html,x) [relative](/user)

![beacon](https://tracker.example/pixel.png)

- [x] done
- [ ] open

| a | b |
| - | - |
| 1 | 2 |

### Deep

\`\`\`
code
\`\`\`
`

describe("the readme", () => {
  it("is shown without HTML, with links to the web alone, and loads no image before a click", async () => {
    await made("readme", { readme: hostile })
    const visited = await opened("readme", "general")
    const { page } = visited
    const foreign: Array<string> = []
    page.on("request", (request) => {
      if (!request.url().startsWith(bed.server.origin)) foreign.push(request.url())
    })
    await page.getByText("Preview", { exact: true }).click()
    const preview = page.getByRole("region", { name: "Preview" })
    await preview.getByRole("heading", { level: 2, name: "Streets" }).waitFor()
    await preview.getByRole("heading", { level: 3, name: "Deep" }).waitFor()
    const links = preview.getByRole("link")
    assert.deepStrictEqual(await links.allInnerTexts(), ["good"])
    assert.strictEqual(await links.first().getAttribute("rel"), "noopener noreferrer nofollow")
    assert.strictEqual(await preview.locator("img, script").count(), 0)
    assert.notInclude(await preview.innerText(), "<")
    assert.include(await preview.innerText(), "☑ done")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/readme.png`, fullPage: true })
    assert.deepStrictEqual(foreign, [])
    await page.route("https://tracker.example/**", (route) => route.abort())
    await preview.getByRole("button", { name: "Load image “beacon” from tracker.example" }).click()
    await preview.getByText("The image https://tracker.example/pixel.png could not be loaded").waitFor()
    assert.isUndefined(await page.evaluate(() => Reflect.get(window, "broken")))
    await visited.context.close()
  }, 60_000)

  it("is written with a preview and saved", async () => {
    await made("written")
    const visited = await opened("written", "general", { size: "phone", scheme: "dark" })
    const { page } = visited
    await page.getByRole("textbox", { name: "Readme" }).fill("Read *this* first.")
    await page.getByText("Preview", { exact: true }).click()
    await page.getByRole("region", { name: "Preview" }).getByText("this").waitFor()
    await demandSound(visited)
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/settings-general-dark-phone.png`, fullPage: true })
    await page.getByRole("button", { name: "Save" }).click()
    await saved(page)
    assert.deepInclude(await stored("written"), { readme: "Read *this* first." })
    await visited.context.close()
  }, 60_000)
})

describe("the workflow", () => {
  it("asks for the decision where several people label a sample, and saves it", async () => {
    await made("several")
    const visited = await opened("several", "workflow")
    const { page } = visited
    const decision = page.getByLabel("When the last label of a sample is in")
    const people = page.getByRole("textbox", { name: "People who label each new sample" })
    await people.waitFor()
    assert.strictEqual(await decision.count(), 0)
    await people.fill("3")
    await decision.selectOption("one_more")
    await page.getByRole("textbox", { name: "Least agreement of labels that are merged" }).fill("92.5")
    await page.getByRole("textbox", { name: "Most labels of a sample" }).fill("4")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/settings-decision.png`, fullPage: true })
    await page.getByRole("button", { name: "Save" }).click()
    await saved(page)
    assert.deepInclude(await stored("several"), {
      overlap: 3,
      overlap_decision: "one_more",
      overlap_threshold: 0.925,
      overlap_maximum: 4,
    })
    await visited.context.close()
  }, 60_000)

  it("sets how labels are merged and what audits count, with errors at the fields", async () => {
    await made("merging", { overlap: 3 })
    const visited = await opened("merging", "workflow")
    const { page } = visited
    await page.getByRole("switch", { name: /more than half of the labels/ }).uncheck()
    const quorum = page.getByRole("textbox", { name: "Least share of labels that must have an object" })
    await quorum.fill("0")
    await page.getByRole("textbox", { name: "Least similarity of the same object" }).fill("62.5")
    await page
      .getByLabel("Votes of people in the merged label")
      .selectOption({ label: "By the share of gold samples that the person passed" })
    await page.getByLabel("In new audits, geometry is wrong when").selectOption("iou")
    const tolerance = page.getByRole("textbox", { name: "Tolerance" })
    await tolerance.fill("1.5")
    const save = page.getByRole("button", { name: "Save" })
    await save.click()
    for (const field of [quorum, tolerance])
      await page.waitForFunction(
        (input) => input?.getAttribute("aria-invalid") === "true",
        await field.elementHandle(),
      )
    assert.strictEqual(await page.getByRole("main").getByRole("alert").count(), 0)
    await demandSound(visited)
    await takePictures(page, "settings-merging")
    await quorum.fill("50")
    await tolerance.fill("")
    await save.click()
    await page.getByText("Enter a tolerance.").waitFor()
    await tolerance.fill("0.8")
    await save.click()
    await saved(page)
    assert.deepInclude(await stored("merging"), {
      overlap_quorum: 0.5,
      overlap_match_threshold: 0.625,
      overlap_weights: "gold",
      audit_tolerance: { metric: "iou", value: 0.8 },
    })
    await page.getByRole("switch", { name: /more than half of the labels/ }).check()
    await page.getByLabel("In new audits, geometry is wrong when").selectOption("none")
    const unsaved = page.getByText("You have unsaved changes.")
    await unsaved.waitFor()
    await save.click()
    await unsaved.waitFor({ state: "detached" })
    await saved(page)
    assert.deepInclude(await stored("merging"), { overlap_quorum: null, audit_tolerance: null })
    await visited.context.close()
  }, 60_000)

  it("sets the share of labels to review, and saves it", async () => {
    await made("sampled")
    const visited = await opened("sampled", "workflow")
    const { page } = visited
    const warned = page.getByRole("switch", { name: "Review every label with warnings" })
    const share = page.getByRole("textbox", { name: "Share of labels to review" })
    await share.waitFor()
    assert.strictEqual(await warned.count(), 0)
    await share.fill("12.5")
    await warned.uncheck()
    const people = page.getByRole("combobox", { name: "People whose labels are all reviewed" })
    await people.fill("ADMIN")
    await people.press("Enter")
    const categories = page.getByRole("combobox", { name: "Categories whose labels are all reviewed" })
    await categories.click()
    await page.getByRole("option", { name: "car", exact: true }).click()
    await page.keyboard.press("Escape")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/settings-review.png`, fullPage: true })
    await page.getByRole("button", { name: "Save" }).click()
    await saved(page)
    assert.deepInclude(await stored("sampled"), {
      review_rate: 0.125,
      review_warnings: false,
      review_people: ["admin"],
      review_categories: [1],
    })
    await visited.context.close()
  }, 60_000)

  it("is switched, also by keys, and kept", async () => {
    await made("flow")
    const visited = await opened("flow", "workflow")
    const { page } = visited
    await page.getByRole("switch", { name: "Save button" }).focus()
    await page.keyboard.press("Space")
    await page.getByRole("switch", { name: "Skip labeling" }).uncheck()
    await page.getByLabel("Inactive after (seconds)").fill("120")
    await page.getByRole("checkbox", { name: "Unknown category" }).check()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/settings-workflow.png`, fullPage: true })
    await page.getByRole("button", { name: "Save" }).click()
    await saved(page)
    assert.deepInclude(await stored("flow"), {
      enable_save_button: true,
      enable_skip_labeling: false,
      labeling_inactivity_timeout_seconds: 120,
      reject_on_warnings: ["unknown-category"],
      enable_interpolation: true,
    })
    await page.reload()
    await page.getByRole("switch", { name: "Save button", checked: true }).waitFor()
    await visited.context.close()
  }, 60_000)
})

describe("the settings", () => {
  it("have no verbs for a labeler, and for a manager the people and who has read the guide", async () => {
    const [labeler, manager] = [await bed.server.person("lab"), await bed.server.person("man")]
    await made("limited", {}, { lab: "labeler" })
    await bed.server.call("POST", "/datasets/admin/limited/collaborators/", { user: "man", role: "manager" })
    const low = await opened("limited", "general", { key: labeler })
    await low.page.getByText("You cannot change anything here.").waitFor()
    assert.strictEqual(await low.page.getByRole("main").getByRole("button").count(), 0)
    assert.strictEqual(await low.page.getByRole("link", { name: "Settings" }).count(), 0)
    await demandSound(low)
    await low.context.close()

    const mid = await opened("limited", "people", { key: manager })
    await mid.page.getByLabel("Role of lab").selectOption("reviewer")
    assert.deepStrictEqual(await mid.page.getByRole("tab").allInnerTexts(), ["Guide", "People"])
    assert.strictEqual(await mid.page.getByRole("button", { name: /Remove|Invitation|Add/ }).count(), 0)
    await demandSound(mid)
    await mid.context.close()
  }, 90_000)

  it("report a dataset that is gone, a server that fails, and one that refuses", async () => {
    await made("faults")
    const visited = await opened("faults", "general")
    const { page } = visited
    await page.getByRole("textbox", { name: "Description" }).fill("x")
    const answer = (status: number, code: string, detail: string) =>
      page.route(
        "**/datasets/admin/faults/",
        (route) =>
          route.request().method() === "PATCH"
            ? route.fulfill({
                status,
                contentType: "application/problem+json",
                body: JSON.stringify({ type: "about:blank", title: "x", status, code, detail }),
              })
            : route.continue(),
        { times: 1 },
      )
    await answer(403, "permission_denied", "You are not allowed to do this.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alert").getByText("You are not allowed to do this.").waitFor()
    await answer(500, "internal", "The server failed.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alert").getByText("The server failed.").waitFor()
    assert.strictEqual(await page.getByRole("textbox", { name: "Description" }).inputValue(), "x")
    await bed.server.call("DELETE", "/datasets/admin/faults/")
    await page.getByRole("button", { name: "Save" }).click()
    await page
      .getByRole("alert")
      .getByText(/not found/i)
      .waitFor()
    await visited.context.close()
  }, 60_000)
})
