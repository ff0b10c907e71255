/** Organizations: members and their roles, invitations by link, quotas, buckets, and what others see. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { demandSound, sizes, type Visit, visit } from "./support/pages.ts"
import { adminKey, startServer } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

/** Takes pictures at the sizes of a desk and of a phone. */
const pictures = async ({ page }: Visit, name: string): Promise<void> => {
  if (shots === undefined) return
  for (const size of ["wide", "phone"] as const) {
    await page.setViewportSize(sizes[size])
    // The navigation slides away.
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${shots}/${name}-${size}.png` })
  }
  await page.setViewportSize(sizes.wide)
}

describe("the organizations of a person", () => {
  it("are on the account page, and a new one is opened with its maker as admin", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, await server.person("mia"))
    const { page } = visited
    await page.goto(`${server.origin}/console/account`)
    await page.getByText("You are not a member of any organization").waitFor()
    await page.getByRole("button", { name: "New organization" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("mia")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    await demandSound(visited)
    await page.getByRole("textbox", { name: "Name" }).fill("gamma")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "gamma" }).waitFor()
    assert.strictEqual(await page.getByLabel("Role of mia").inputValue(), "admin")
    await page.goto(`${server.origin}/console/account`)
    await page.getByRole("link", { name: "gamma" }).click()
    await page.waitForURL("**/orgs/gamma/members")
    await visited.context.close()
  }, 60_000)
})

describe("the members of an organization", () => {
  it("are added, get another role, and are removed, but never the last admin", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "acme" })
    await server.person("jane")
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/orgs/acme`)
    await page.getByRole("button", { name: "Add member" }).click()
    await page.getByRole("textbox", { name: "Username" }).fill("nobody-here")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("alert").waitFor()
    await demandSound(visited)
    await page.getByRole("textbox", { name: "Username" }).fill("jane")
    await page.getByRole("dialog").getByLabel("Role").selectOption("reviewer")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("cell", { name: "jane", exact: true }).waitFor()
    assert.deepInclude(await server.call("GET", "/organizations/acme/members/jane/"), {
      organization_role: "reviewer",
    })
    const role = page.getByLabel("Role of jane")
    await role.focus()
    const saved = page.waitForResponse(
      (response) => response.url().endsWith("/members/jane/") && response.request().method() === "PUT",
    )
    await role.selectOption("manager")
    await saved
    await page.locator("[aria-label='Role of jane'][aria-busy=false]").waitFor()
    assert.isTrue(await role.evaluate((field) => field === document.activeElement))
    assert.deepInclude(await server.call("GET", "/organizations/acme/members/jane/"), {
      organization_role: "manager",
    })

    await page.getByLabel("Role of admin").selectOption("labeler")
    await page.getByText("Cannot remove the last admin of an organization.").waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("[aria-label='Role of admin']")?.value === "admin",
    )
    await demandSound(visited)
    await page.getByRole("button", { name: "Remove admin" }).click()
    await page.getByText("You lose your role in all datasets of acme").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByText("Cannot remove the last admin").waitFor()
    await page.keyboard.press("Escape")

    await page.getByRole("button", { name: "Remove jane" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByRole("cell", { name: "jane", exact: true }).waitFor({ state: "detached" })
    await demandSound(visited)
    await pictures(visited, "members-light")
    await visited.context.close()
  }, 60_000)

  it("come by the link of an invitation, which shows itself once", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "beta" })
    const leo = await server.person("leo")
    const visited = await signedIn(browser, server, adminKey, { scheme: "dark" })
    const { page } = visited
    await page.goto(`${server.origin}/console/orgs/beta/members`)
    await page.getByRole("button", { name: "New invitation" }).click()
    await page.getByRole("dialog").getByLabel("Role").selectOption("reviewer")
    await page.getByLabel("Valid for").selectOption("30")
    await demandSound(visited)
    await pictures(visited, "new-invitation-dark")
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Only people who already have an account can accept.").waitFor()
    await dialog.getByRole("link", { name: "Create an account for them first" }).waitFor()
    await page.getByRole("button", { name: "Create invitation link" }).click()
    const link = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    assert.match(link, /\/console\/invitation#i=.{20,}$/)
    await page.getByLabel("I have copied the link").check()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("cell", { name: "0 of 1" }).waitFor()
    assert.notInclude(await page.content(), link)
    await demandSound(visited)
    await pictures(visited, "members-dark")

    const guest = await visit(browser)
    await guest.page.goto(link)
    await guest.page.getByText("admin invites you to beta with the role Reviewer.").waitFor()
    assert.notInclude(guest.page.url(), "#")
    await guest.page.getByText("You cannot create an account on this server yourself.").waitFor()
    assert.strictEqual(await guest.page.getByRole("textbox").count(), 0)
    await demandSound(guest)
    await pictures(guest, "invitation-light")
    await guest.page.getByRole("link", { name: "Sign in and accept" }).click()
    await guest.page.getByLabel("API key", { exact: true }).fill(leo)
    await guest.page.getByRole("button", { name: "Sign in" }).click()
    // The way back from the sign-in reads it, too; what counts is what comes after the acceptance.
    let accepted = false
    let reads = 0
    guest.page.on("response", (response) => {
      if (response.url().endsWith("/invitations/accept")) accepted = true
    })
    guest.page.on("request", (request) => {
      if (accepted && request.url().endsWith("/invitations/read")) reads += 1
    })
    await guest.page.getByRole("button", { name: "Accept as leo" }).click()
    await guest.page.getByRole("heading", { level: 1, name: "beta" }).waitFor()
    assert.deepInclude(await server.call("GET", "/organizations/beta/members/leo/"), {
      organization_role: "reviewer",
    })
    // Another reading would say that the invitation was used, just before the page of the organization comes.
    assert.strictEqual(reads, 0)
    await guest.context.close()

    const late = await signedIn(browser, server, await server.person("late"))
    await late.page.goto(link)
    await late.page
      .getByText("This invitation link has expired, was revoked or has already been used")
      .waitFor()
    await demandSound(late)
    await late.context.close()
    await visited.context.close()
  }, 90_000)

  it("stop coming once the invitation is revoked", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "delta" })
    await server.call("POST", "/organizations/delta/invitations/", { role: "labeler" })
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/orgs/delta/members`)
    await page.getByRole("button", { name: "Revoke" }).click()
    await page.getByText("No open invitations.").waitFor()
    assert.deepStrictEqual(await server.call("GET", "/organizations/delta/invitations/"), [])
    await visited.context.close()
  }, 60_000)

  it("are seen and changed by nobody else", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "epsilon" })
    const worker = await server.person("worker")
    await server.call("PUT", "/organizations/epsilon/members/worker/", { role: "labeler" })
    const inside = await signedIn(browser, server, worker)
    await inside.page.goto(`${server.origin}/console/orgs/epsilon`)
    await inside.page.waitForURL("**/orgs/epsilon/datasets")
    await inside.page.getByText("No datasets that you can see.").waitFor()
    const tabs = await inside.page.getByRole("tab").allInnerTexts()
    assert.deepStrictEqual(tabs, ["Datasets", "Settings"])
    await demandSound(inside)
    await inside.page.getByRole("tab", { name: "Settings" }).click()
    await inside.page.getByRole("heading", { name: "Quota" }).waitFor()
    await inside.page.getByText("Unlimited").first().waitFor()
    assert.strictEqual(await inside.page.locator("main").getByRole("button").count(), 0)
    await inside.page.goto(`${server.origin}/console/orgs/epsilon/members`)
    await inside.page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    await inside.context.close()

    const outside = await signedIn(browser, server, await server.person("outsider"))
    await outside.page.goto(`${server.origin}/console/orgs/epsilon/settings`)
    await outside.page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    await outside.page.goto(`${server.origin}/console/orgs/absent`)
    await outside.page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    await demandSound(outside)
    await outside.context.close()
  }, 60_000)
})

describe("a server that creates accounts with invitations", () => {
  it("gives a person without an account one, with a key that is shown once", async () => {
    const server = await startServer({ ANNOTARY_INVITED_ACCOUNTS: "on" })
    try {
      await server.call("POST", "/organizations/", { username: "acme" })
      const invitation = await server.call("POST", "/organizations/acme/invitations/", { role: "manager" })
      const { url } = invitation as { readonly url: string }
      const visited = await visit(bed.browser, { scheme: "dark", size: "phone" })
      const { page } = visited
      await page.goto(url)
      await page.getByLabel("Username").fill("admin")
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByRole("alert").waitFor()
      await demandSound(visited)
      await page.getByLabel("Username").fill("newcomer")
      await page.getByRole("button", { name: "Create account" }).click()
      const key = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
      assert.deepInclude(await server.call("GET", "/user", undefined, key), { username: "newcomer" })
      await page.getByLabel("I have stored it").check()
      await page.getByRole("button", { name: "Done" }).click()
      await page.getByRole("heading", { level: 1, name: "acme" }).waitFor()
      await demandSound(visited)
      await visited.context.close()
    } finally {
      await server.stop()
    }
  }, 90_000)
})

describe("the settings of an organization", () => {
  it("show the quota with its use, which a site admin changes", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "zeta" })
    await server.call("POST", "/organizations/zeta/datasets/", {
      name: "street",
      category: "other",
      task_type: "vector",
    })
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/orgs/zeta/settings`)
    await page.getByRole("button", { name: "Change quota" }).click()
    await page.getByRole("textbox", { name: "Samples" }).fill("2500")
    await page.getByRole("textbox", { name: "Requests per minute" }).fill("60")
    await demandSound(visited)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("0 of 2,500").waitFor()
    assert.deepInclude(await server.call("GET", "/organizations/zeta/quota/"), {
      requests_per_minute: { limit: 60 },
    })
    await demandSound(visited)
    await page.getByRole("tab", { name: "Datasets" }).click()
    await page.getByRole("link", { name: "zeta/street", exact: true }).waitFor()
    await demandSound(visited)
    await page.getByRole("tab", { name: "Webhooks" }).click()
    await page.waitForURL("**/webhooks?owner=zeta")
    await visited.context.close()
  }, 60_000)

  it("add, change, test and delete a private bucket, and never show its credentials", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "theta" })
    const visited = await signedIn(browser, server, adminKey, { scheme: "dark" })
    const { page } = visited
    await page.goto(`${server.origin}/console/orgs/theta/settings`)
    await page.getByRole("button", { name: "Add bucket" }).click()
    await page.getByLabel("Bucket name").fill("pictures")
    await page.getByLabel("Prefix").fill("street")
    await page.getByLabel("Endpoint").fill("nonsense")
    await page.getByLabel("Access key ID").fill("AKIAEXAMPLE")
    await page.getByLabel("Secret access key", { exact: true }).fill("very-secret-value")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").getByRole("alert").waitFor()
    await demandSound(visited)
    await pictures(visited, "bucket-dark")
    await page.getByLabel("Endpoint").fill("https://s3.example.invalid")
    await page.getByRole("button", { name: "Save" }).click()
    const row = page.getByRole("row", { name: /pictures\/street\// })
    await row.waitFor()
    assert.notInclude(await page.content(), "very-secret-value")
    await row.getByRole("button", { name: "Change" }).click()
    assert.strictEqual(await page.getByLabel("Secret access key", { exact: true }).inputValue(), "")
    await page.getByLabel("Region").fill("eu-central-1")
    await page.getByRole("button", { name: "Save" }).click()
    await row.getByText("eu-central-1").waitFor()
    await row.getByRole("button", { name: "Test" }).click()
    await page.getByText("pictures/street/ does not work").waitFor()
    await demandSound(visited)
    await pictures(visited, "organization-settings-dark")
    await row.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("No buckets yet.").waitFor()
    assert.deepStrictEqual(await server.call("GET", "/organizations/theta/buckets/"), [])
    await visited.context.close()
  }, 60_000)
})
