/** The pages for site admins: accounts, jobs, the audit log and the state of the server. For others there are none. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { demandSound, sizes, type Visit } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

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

describe("somebody who is no site admin", () => {
  it("finds no administration, neither in the navigation nor at its addresses", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, await server.person("plain"))
    const { page } = visited
    for (const name of ["users", "jobs", "audit", "health", ""]) {
      await page.goto(`${server.origin}/console/admin/${name}`)
      await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor()
    }
    await demandSound(visited)
    const nav = await page.getByRole("navigation").getByRole("link").allInnerTexts()
    assert.deepStrictEqual(nav, ["Datasets", "Webhooks", "Account"])
    await visited.context.close()
  }, 60_000)
})

describe("the users", () => {
  it("are made with a key that is shown once, searched, disabled and enabled", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/datasets`)
    await page.getByRole("navigation").getByRole("link", { name: "Administration" }).click()
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor()
    await page.getByRole("button", { name: "New user" }).click()
    await page.getByRole("textbox", { name: "Username" }).fill("admin")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("alert").waitFor()
    await demandSound(visited)
    await page.getByRole("textbox", { name: "Username" }).fill("robin")
    await page.getByRole("dialog").getByRole("textbox", { name: "E-mail" }).fill("Robin@example.org")
    await page.getByRole("button", { name: "Create user" }).click()
    const key = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    assert.deepInclude(await server.call("GET", "/user", undefined, key), { username: "robin" })
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()

    await page.getByRole("search").getByLabel("Name or e-mail").fill("robin@")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/admin/users?q=robin*")
    await page.getByRole("row", { name: /admin/ }).waitFor({ state: "detached" })
    const row = page.getByRole("row", { name: /robin/ })
    await row.getByRole("button", { name: "Disable robin" }).click()
    await row.getByText("Disabled").waitFor()
    assert.strictEqual(await statusOf(server.origin, key), 401)
    await demandSound(visited)
    const enabled = page.waitForResponse((answer) => answer.request().method() === "PATCH")
    await row.getByRole("button", { name: "Enable robin" }).click()
    assert.strictEqual((await enabled).status(), 200)
    await row.getByText("Enabled").waitFor()
    assert.strictEqual(await statusOf(server.origin, key), 200)
    await page.getByLabel("Kind").selectOption("organization")
    await page.getByText("No accounts match the filters.").waitFor()
    await page.goto(`${server.origin}/console/admin/users`)
    const own = page.getByRole("row", { name: /Site admin/ })
    await own.waitFor()
    assert.strictEqual(await own.getByRole("button").count(), 0)
    await demandSound(visited)
    await pictures(visited, "users-light")
    await visited.context.close()
  }, 60_000)

  it("are deleted after the name was typed, with a report, and not while they own a dataset", async () => {
    const { browser, server } = bed
    const key = await server.person("leaving")
    const dataset = { name: "left", category: "other", task_type: "vector" }
    await server.call("POST", "/user/datasets/", dataset, key)
    const visited = await signedIn(browser, server, adminKey, { scheme: "dark" })
    const { page } = visited
    await page.goto(`${server.origin}/console/admin/users?q=leaving`)
    await page.getByRole("button", { name: "Delete leaving" }).click()
    const dialog = page.getByRole("dialog")
    const button = dialog.getByRole("button", { name: "Delete", exact: true })
    assert.isTrue(await button.isDisabled())
    await dialog.getByLabel("Delete them").check()
    await dialog.getByLabel("Type “leaving” to delete the person").fill("leaving")
    await button.click()
    await dialog.getByRole("alert").waitFor()
    await demandSound(visited)
    await pictures(visited, "delete-user-dark")
    await server.call("DELETE", "/datasets/leaving/left/", undefined, key)
    await button.click()
    await dialog.getByText("Person deleted").waitFor()
    await dialog.getByText("Deleted: 1 API keys").waitFor()
    await demandSound(visited)
    await pictures(visited, "deleted-user-dark")
    await dialog.getByRole("button", { name: "Close" }).last().click()
    await page.getByText("No accounts match the filters.").waitFor()
    assert.strictEqual(await statusOf(server.origin, key), 401)
    await visited.context.close()
  }, 60_000)
})

const statusOf = async (origin: string, key: string): Promise<number> =>
  (await fetch(`${origin}/user`, { headers: { authorization: `APIKey ${key}` } })).status

describe("the jobs", () => {
  it("are listed with their progress, by status", async () => {
    const { browser, server } = bed
    await server.call("POST", "/user/datasets/", { name: "released", category: "other", task_type: "vector" })
    await server.call("POST", "/datasets/admin/released/releases/", { name: "v1", description: "" })
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/admin/jobs`)
    await page
      .getByRole("row", { name: /release/ })
      .first()
      .waitFor()
    await demandSound(visited)
    await pictures(visited, "jobs-light")
    await page.getByLabel("Status").selectOption("FAILED")
    await page.getByText("No jobs have this status.").waitFor()
    await page.waitForURL("**/admin/jobs?status=FAILED")
    await visited.context.close()
  }, 60_000)

  it("show why one failed, and run it again", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, adminKey, { scheme: "dark" })
    const { page } = visited
    const job = {
      uuid: "01900000-0000-7000-8000-000000000001",
      kind: "release",
      status: "FAILED",
      done: 3,
      total: 10,
      error: "The disk is full.",
      created_at: new Date().toISOString(),
      created_by: "admin",
      dataset_uuid: "01900000-0000-7000-8000-000000000002",
      attempts: 5,
      can_retry: true,
    }
    let retried = 0
    // A real failure would need a broken disk.
    await page.route("**/jobs/?*", (route) =>
      route.fulfill({
        json: [retried === 0 ? job : { ...job, status: "PENDING", error: null, can_retry: false }],
      }),
    )
    await page.route("**/jobs/*/retry/", (route) => {
      retried += 1
      return retried === 1
        ? route.fulfill({ status: 409, json: problem })
        : route.fulfill({ json: { ...job, status: "PENDING" } })
    })
    await page.goto(`${server.origin}/console/admin/jobs`)
    await page.getByText("The disk is full.").waitFor()
    await page.getByText("3 of 10").waitFor()
    await demandSound(visited)
    await pictures(visited, "failed-job-dark")
    await page.getByRole("button", { name: "Retry" }).click()
    await page.getByRole("alert").getByText("The job runs already.").waitFor()
    await page.getByText("Pending").last().waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Retry" }).count(), 0)
    await visited.context.close()
  }, 60_000)
})

const problem = {
  type: "about:blank",
  title: "Conflict",
  status: 409,
  code: "wrong_state",
  detail: "The job runs already.",
  request_id: "r1",
}

describe("the audit log", () => {
  it("is filtered by the address, and shows further pages", async () => {
    const { browser, server } = bed
    await server.call("POST", "/organizations/", { username: "audited" })
    await server.person("member-of-it")
    for (let turn = 0; turn < 26; turn++)
      for (const role of ["labeler", "reviewer"])
        await server.call("PUT", "/organizations/audited/members/member-of-it/", { role })
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.goto(`${server.origin}/console/admin/audit`)
    await page.getByRole("search").getByLabel("Action").fill("member")
    await page.keyboard.press("Enter")
    await page.getByRole("search").getByLabel("Account").fill("audited")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/admin/audit?action=member&account=audited")
    await page.getByRole("cell", { name: "user member-of-it, role reviewer" }).first().waitFor()
    await demandSound(visited)
    await pictures(visited, "audit-light")
    await page.getByRole("button", { name: "Show more" }).click()
    await page.getByRole("cell", { name: "member.added" }).first().waitFor()
    await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" })
    assert.strictEqual(await page.getByRole("row").count(), 1 + 53)
    await page.goto(`${server.origin}/console/admin/audit?action=member&to=2020-01-01`)
    await page.getByText("No entries match the filters.").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page
      .getByRole("cell", { name: /session.created/ })
      .first()
      .waitFor()
    await visited.context.close()
  }, 60_000)
})

describe("the health", () => {
  it.each(["light", "dark"] as const)(
    "says the version, the database and what waits, in the %s scheme",
    async (scheme) => {
      const { browser, server } = bed
      const visited = await signedIn(browser, server, adminKey, { scheme })
      const { page } = visited
      await page.goto(`${server.origin}/console/admin/health`)
      await page.getByText("Ready", { exact: true }).waitFor()
      await page.getByText(process.version).waitFor()
      await page.getByText("memory").waitFor()
      await demandSound(visited)
      await pictures(visited, `health-${scheme}`)
      await visited.context.close()
    },
    60_000,
  )

  it("says that the server does not answer, and reads again", async () => {
    const { browser, server } = bed
    const visited = await signedIn(browser, server, adminKey)
    const { page } = visited
    await page.route("**/server_status/", (route) =>
      route.fulfill({ status: 400, json: { ...problem, status: 400, detail: "It is broken." } }),
    )
    await page.goto(`${server.origin}/console/admin/health`)
    await page.getByText("It is broken.").waitFor()
    await demandSound(visited)
    await page.unroute("**/server_status/")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("Ready", { exact: true }).waitFor()
    await visited.context.close()
  }, 60_000)
})
