/** The page that creates a dataset: its guidance, its errors at their fields, and where it leads. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { demandSound, signIn, visit } from "./support/pages.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

const newDataset = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${bed.server.origin}/console/new-dataset`)
  await page.getByRole("radio", { name: /^Bounding boxes/ }).check()
  await page.getByRole("textbox", { name: "Name" }).fill(name)
}

describe("the page of a new dataset", () => {
  it("is reached from the list, creates what was chosen, and leads to configuration and import", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server, "/datasets")
    await page.getByRole("link", { name: "New dataset" }).click()
    await page.getByRole("heading", { level: 1, name: "New dataset" }).waitFor()
    await demandSound(visited)
    await page.getByText("Point clouds", { exact: true }).click()
    await page.getByRole("radio", { name: /^Cuboids in sequences/ }).check()
    await page.getByRole("textbox", { name: "Name" }).fill("drive")
    await page.getByText("The dataset's address will be admin/drive.").waitFor()
    await page.getByRole("textbox", { name: "Description" }).fill("Lidar of the test car")
    await page.getByLabel("Category", { exact: true }).selectOption("street_scenery")
    await page.getByRole("radio", { name: "Public" }).check()
    await page.getByRole("switch", { name: "Ratings" }).check()
    await page.getByRole("switch", { name: "Skip labeling" }).uncheck()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/new-dataset.png`, fullPage: true })
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByRole("heading", { level: 1, name: "admin/drive" }).waitFor()
    assert.deepInclude(await bed.server.call("GET", "/datasets/admin/drive/"), {
      description: "Lidar of the test car",
      category: "street_scenery",
      task_type: "pointcloud-cuboid-sequence",
      public: true,
      enable_ratings: true,
      enable_skip_labeling: false,
      enable_skip_reviewing: false,
    })
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/next-steps.png` })
    await page.getByRole("link", { name: "Configure categories" }).click()
    await page.getByRole("heading", { level: 1, name: "Configuration" }).waitFor()
    await page.goBack()
    await page.getByRole("link", { name: "Import samples" }).click()
    await page.getByRole("heading", { level: 1, name: "Import into admin/drive" }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("says at the fields what is missing or wrong, and sends nothing", async () => {
    const visited = await signedIn(bed.browser, bed.server, await bed.server.person("novice"), {
      scheme: "dark",
      size: "phone",
    })
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/new-dataset`)
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByText("Choose a task type.").waitFor()
    await page.getByText("Enter a name.").waitFor()
    await page.getByRole("textbox", { name: "Name" }).fill("my dataset")
    await page.getByText(/^Use 1 to 100 letters/).waitFor()
    await demandSound(visited)
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/new-dataset-errors-dark-phone.png`, fullPage: true })
    await page.getByRole("radio", { name: /^Keypoints/ }).check()
    await page.getByText("Choose a task type.").waitFor({ state: "detached" })
    await visited.context.close()
  }, 60_000)

  it("shows a problem that only the server finds at its field", async () => {
    const visited = await signedIn(bed.browser, bed.server, await bed.server.person("writer"))
    const { page } = visited
    await newDataset(page, "texts")
    await page.route("**/user/datasets/", (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          title: "Bad Request",
          status: 400,
          code: "invalid_input",
          detail: "The request is invalid.",
          errors: [{ pointer: "/description", message: "must be at most 1000000 characters" }],
        }),
      }),
    )
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByText("must be at most 1000000 characters").waitFor()
    assert.strictEqual(
      await page.getByRole("textbox", { name: "Description" }).getAttribute("aria-invalid"),
      "true",
    )
    await visited.context.close()
  }, 60_000)

  it("answers a taken name with a way to the dataset that has it, and keeps what was typed", async () => {
    const key = await bed.server.person("twice")
    await bed.server.call(
      "POST",
      "/user/datasets/",
      { name: "Fruit", category: "fruit", task_type: "bboxes" },
      key,
    )
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await newDataset(page, "fruit")
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByText("This name is already taken.").waitFor()
    assert.strictEqual(await page.getByRole("textbox", { name: "Name" }).inputValue(), "fruit")
    await demandSound(visited)
    await page.getByRole("link", { name: "Open twice/fruit" }).click()
    await page.getByRole("heading", { level: 1, name: "twice/Fruit" }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("creates for an organization, and says it when the person is none of its admins", async () => {
    const key = await bed.server.person("member")
    await bed.server.call("POST", "/organizations/", { username: "acme" })
    await bed.server.call("PUT", "/organizations/acme/members/member/", { role: "labeler" })
    const visited = await signedIn(bed.browser, bed.server, key)
    const { page } = visited
    await newDataset(page, "shared")
    await page.getByLabel("Owner").selectOption("acme")
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page
      .getByRole("alert")
      .getByText(/not allowed|permission|cannot/i)
      .waitFor()
    await bed.server.call("PUT", "/organizations/acme/members/member/", { role: "admin" })
    await page.getByRole("button", { name: "Create dataset" }).click()
    await page.getByRole("heading", { level: 1, name: "acme/shared" }).waitFor()
    await visited.context.close()
  }, 60_000)

  it("is used by keys alone", async () => {
    const visited = await signedIn(bed.browser, bed.server, await bed.server.person("keys"))
    const { page } = visited
    await page.goto(`${bed.server.origin}/console/new-dataset`)
    await page.getByRole("radio", { name: /^Bounding boxes/ }).focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowDown")
    assert.isTrue(await page.getByRole("radio", { name: /^Vector shapes Draw boxes/ }).isChecked())
    await page.keyboard.press("Tab")
    await page.keyboard.type("by-keys")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "keys/by-keys" }).waitFor()
    await visited.context.close()
  }, 60_000)
})
