/** The people of a dataset, its archive, its transfer and its end. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { demandSound, type VisitOptions } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

const opened = async (
  name: string,
  view: string,
  { key = adminKey, ...options }: VisitOptions & { readonly key?: string } = {},
) => {
  const visited = await signedIn(bed.browser, bed.server, key, options)
  await visited.page.goto(`${bed.server.origin}/console/d/admin/${name}/settings?view=${view}`)
  return visited
}

const collaborators = async (name: string) =>
  JSON.stringify(await bed.server.call("GET", `/datasets/admin/${name}/collaborators/`))

describe("the people of a dataset", () => {
  it("are added by name, get another role, and are removed", async () => {
    await bed.server.person("lou")
    await makeDataset(bed.server, { name: "team", samples: 0, collaborators: {} })
    const visited = await opened("team", "people")
    const { page } = visited
    await page.getByText("No collaborators yet. Only admin works on this dataset.").waitFor()
    await page.getByLabel("Username").fill("nobody")
    await page.getByRole("button", { name: "Add person" }).click()
    await page.getByText("There is no account named “nobody”.").waitFor()
    await demandSound(visited)
    await page.getByLabel("Username").fill("lou")
    await page
      .getByRole("form", { name: "Add person" })
      .getByLabel("Role", { exact: true })
      .selectOption("reviewer")
    await page.getByLabel("Username").press("Enter")
    const row = page.getByRole("row", { name: /lou/ })
    await row.waitFor()
    await page.getByLabel("Username").fill("lou")
    await page.getByRole("button", { name: "Add person" }).click()
    await page.getByText(/already/i).waitFor()
    await page.getByLabel("Role of lou").selectOption("manager")
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("select[aria-label='Role of lou']")?.disabled === false,
    )
    await bed.server.call("GET", "/datasets/admin/team/collaborators/lou")
    await page.reload()
    assert.strictEqual(await page.getByLabel("Role of lou").inputValue(), "manager")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/people.png` })
    await page.getByRole("button", { name: "Remove lou" }).click()
    await page.getByRole("dialog").getByText("lou loses access").waitFor()
    await demandSound(visited)
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await row.waitFor({ state: "detached" })
    assert.strictEqual(await collaborators("team"), "[]")
    await visited.context.close()
  }, 90_000)

  it("are invited by a link that is shown once, works, and is revoked", async () => {
    const key = await bed.server.person("guest")
    await makeDataset(bed.server, { name: "open", samples: 0, collaborators: {} })
    const visited = await opened("open", "people", { scheme: "dark" })
    const { page } = visited
    await page.getByText("No open invitations.").waitFor()
    await page.getByRole("button", { name: "New invitation" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Role", { exact: true }).selectOption("reviewer")
    await dialog.getByLabel("Valid for").selectOption("30")
    await dialog.getByLabel("Maximum number of people").fill("3")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/new-invitation-dark.png` })
    await dialog.getByRole("button", { name: "Create invitation link" }).click()
    const link = (await dialog.locator("pre").textContent()) ?? ""
    assert.isTrue(link.startsWith(`${bed.server.origin}/console/invitation#i=`))
    await demandSound(visited)
    await dialog.getByLabel("I have copied the link").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await bed.server.call("POST", "/invitations/accept", { token: link.split("#i=")[1] }, key)
    assert.include(await collaborators("open"), `"role":"reviewer"`)
    await page.reload()
    await page.getByRole("cell", { name: "1 of 3" }).waitFor()
    assert.notInclude(await page.content(), link)
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/invitations-dark.png` })
    await page.getByRole("button", { name: "Revoke" }).click()
    await page.getByText("No open invitations.").waitFor()
    await visited.context.close()
  }, 90_000)
})

const tabs = [
  "samples",
  "configuration",
  "issues",
  "agreement",
  "gold",
  "releases",
  "exports",
  "settings",
] as const

describe("the archive", () => {
  it("makes every page of a dataset read-only with a note, and is taken back", async () => {
    await makeDataset(bed.server, { name: "old", samples: 2, collaborators: {} })
    const visited = await opened("old", "danger")
    const { page } = visited
    await page.getByRole("button", { name: "Archive" }).click()
    await demandSound(visited)
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click()
    await page.getByText("This dataset is archived").waitFor()
    await page.getByRole("button", { name: "Unarchive" }).waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/archived.png` })
    const nav = page.getByRole("region", { name: "Dataset" })
    assert.deepStrictEqual(await nav.getByRole("link").allInnerTexts(), [
      "Overview",
      "Samples",
      "Configuration",
      "Issues",
      "Agreement",
      "Gold samples",
      "Releases",
      "Exports",
      "Settings",
    ])
    for (const tab of tabs) {
      await page.goto(`${bed.server.origin}/console/d/admin/old/${tab}`)
      await page.getByText("This dataset is archived").waitFor()
      await page.getByRole("heading", { level: 1 }).waitFor()
      await noVerbs(page)
    }
    await page.goto(`${bed.server.origin}/console/datasets`)
    const row = page.getByRole("row", { name: /admin\/old/ })
    await row.waitFor()
    assert.strictEqual(await row.getByRole("link", { name: /Label|Review/ }).count(), 0)
    await page.goto(`${bed.server.origin}/console/d/admin/old/settings?view=danger`)
    await page.getByRole("button", { name: "Unarchive" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Unarchive" }).click()
    await page.getByText("This dataset is archived").waitFor({ state: "detached" })
    await visited.context.close()
  }, 120_000)
})

/** Buttons that would change the dataset. */
const noVerbs = async (page: Page): Promise<void> => {
  await page.waitForLoadState("networkidle")
  const verbs = page
    .getByRole("main")
    .getByRole("button", { name: /^(Save|Apply|Review changes|Create|New|Import|Edit|Delete|Add)/ })
  assert.deepStrictEqual(await verbs.allInnerTexts(), [])
}

/** The next call of this kind is answered as in a session that began long ago. */
const demandRecentSignIn = (page: Page, url: string, method: string) =>
  page.route(
    url,
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 403,
            contentType: "application/problem+json",
            body: JSON.stringify({
              type: "about:blank",
              title: "Forbidden",
              status: 403,
              code: "sign_in_required",
              detail: "You are not allowed to do this: sign in again.",
            }),
          })
        : route.fallback(),
    { times: 1 },
  )

describe("the end of a dataset", () => {
  it("needs its typed name, and another sign-in of the same person when the last is old", async () => {
    const stranger = await bed.server.person("stranger")
    await makeDataset(bed.server, { name: "doomed", samples: 2, collaborators: {} })
    const visited = await opened("doomed", "danger")
    const { page } = visited
    await page.getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("2 samples and all labels, issues and releases will be deleted.").waitFor()
    const act = dialog.getByRole("button", { name: "Delete" })
    await page.getByLabel("Type “admin/doomed” to confirm").fill("doomed")
    assert.isTrue(await act.isDisabled())
    await page.getByLabel("Type “admin/doomed” to confirm").fill("admin/doomed")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/delete.png` })
    await demandRecentSignIn(page, "**/datasets/admin/doomed/", "DELETE")
    await act.click()
    await dialog.getByText("For this, you must have signed in within the last ten minutes.").waitFor()
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/sign-in-again.png` })
    const field = dialog.getByLabel("API key", { exact: true })
    await field.fill("ann_wrong")
    await page.keyboard.press("Enter")
    await dialog.getByText("This key is not valid.").waitFor()
    await field.fill(stranger)
    await page.keyboard.press("Enter")
    await dialog.getByText("This key belongs to stranger.").waitFor()
    await bed.server.call("GET", "/datasets/admin/doomed/")
    await field.fill(adminKey)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor()
    await page.getByRole("row", { name: /doomed/ }).waitFor({ state: "detached" })
    assert.match(String(await bed.server.call("GET", "/datasets/admin/doomed/").catch(String)), /404/)
    const open = await bed.server.call("GET", "/user/sessions/")
    assert.lengthOf(Array.isArray(open) ? open.filter(({ user }) => user === "stranger") : [], 0)
    await demandSound(visited)
    await visited.context.close()
  }, 90_000)

  it("is given up when the person does not sign in again", async () => {
    await makeDataset(bed.server, { name: "spared", samples: 0, collaborators: {} })
    const visited = await opened("spared", "danger")
    const { page } = visited
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByLabel("Type “admin/spared” to confirm").fill("admin/spared")
    await demandRecentSignIn(page, "**/datasets/admin/spared/", "DELETE")
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    const dialog = page
      .getByRole("dialog")
      .filter({ hasText: "you must have signed in within the last ten minutes" })
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page
      .getByRole("alert")
      .getByText(/sign in again/)
      .waitFor()
    await bed.server.call("GET", "/datasets/admin/spared/")
    await visited.context.close()
  }, 60_000)

  it("is not offered to its admins, who do not own it", async () => {
    const key = await bed.server.person("chief")
    await makeDataset(bed.server, { name: "owned", samples: 0, collaborators: {} })
    await bed.server.call("POST", "/datasets/admin/owned/collaborators/", { user: "chief", role: "admin" })
    const visited = await opened("owned", "danger", { key })
    await visited.page.getByRole("button", { name: "Archive" }).waitFor()
    assert.strictEqual(await visited.page.getByRole("button", { name: /Delete|Transfer/ }).count(), 0)
    await visited.context.close()
  }, 60_000)
})

describe("the transfer", () => {
  it("leads to the address below the new owner", async () => {
    await bed.server.call("POST", "/organizations/", { username: "globex" })
    await makeDataset(bed.server, { name: "moving", samples: 0, collaborators: {} })
    const visited = await opened("moving", "danger", { size: "phone" })
    const { page } = visited
    await page.getByRole("button", { name: "Transfer" }).waitFor()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/danger-phone.png` })
    await page.getByRole("button", { name: "Transfer" }).click()
    await page.getByLabel("New owner").selectOption("globex")
    await page.getByLabel("Type “admin/moving” to confirm").fill("admin/moving")
    await demandSound(visited)
    await page.getByRole("dialog").getByRole("button", { name: "Transfer" }).click()
    await page.waitForURL(/\/d\/globex\/moving\/settings/)
    await page.getByRole("button", { name: "Archive" }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)
})
