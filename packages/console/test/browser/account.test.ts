/** The account page: a key is made, shown once and revoked; sessions end; the look is kept. */
import { assert, describe, it } from "vitest"
import { testBed } from "./support/bed.ts"
import { demandSound, demandSoundEverywhere, signIn, visit } from "./support/pages.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

const shots = process.env.ANNOTARY_PICTURES

describe("the account page", () => {
  it("makes a key that is shown once, cannot be lost by Escape, and works", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server)
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("training job")
    await demandSound(visited)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/new-key.png` })
    await page.getByRole("button", { name: "Create key" }).click()
    const dialog = page.getByRole("dialog")
    if (shots !== undefined) await page.screenshot({ path: `${shots}/secret.png` })
    const secret = (await dialog.locator("pre").textContent()) ?? ""
    assert.match(secret, /^ann_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
    await page.keyboard.press("Escape")
    await page.mouse.click(5, 5)
    assert.isTrue(await dialog.isVisible())
    assert.isTrue(await page.getByRole("button", { name: "Done" }).isDisabled())
    await demandSound(visited)
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("cell", { name: "training job" }).waitFor()
    assert.notInclude(await page.content(), secret)
    assert.deepInclude(await bed.server.call("GET", "/user", undefined, secret), { username: "admin" })
    await visited.context.close()
  }, 60_000)

  it("gives the focus back to the button of a dialog that is closed", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server)
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.textContent === "New key")
    await visited.context.close()
  }, 60_000)

  it("keeps the buttons of a row in view on a phone", async () => {
    const visited = await visit(bed.browser, { size: "phone" })
    const { page } = visited
    await bed.server.call("POST", "/user/api_keys/", { description: "on a phone" })
    await signIn(visited, bed.server)
    const rotate = page.getByRole("row", { name: /on a phone/ }).getByRole("button", { name: "Rotate" })
    await rotate.waitFor()
    const box = await rotate.boundingBox()
    assert.isTrue(box !== null && box.x > 0 && box.x + box.width <= 390, JSON.stringify(box))
    // Where it was found, it is pressed: nothing may cover it.
    await rotate.click()
    await page.getByRole("dialog").getByLabel("Keep the old key valid for").waitFor()
    await visited.context.close()
  }, 60_000)

  it("makes a key with limits, and replaces it by a new one with the same limits", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await bed.server.call("POST", "/user/datasets/", {
      name: "limits",
      category: "other",
      task_type: "vector",
    })
    await signIn(visited, bed.server)
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("nightly")
    await page.getByRole("textbox", { name: "Limit to dataset" }).fill("admin/absent")
    await page.getByLabel("Limit to role").selectOption("reviewer")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByRole("alert").waitFor()
    await page.getByRole("textbox", { name: "Limit to dataset" }).fill("admin/limits")
    await page.getByRole("button", { name: "Create key" }).click()
    const first = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()
    const row = page.getByRole("row", { name: /nightly/ })
    assert.include(await row.innerText(), "admin/limits · Reviewer")

    await row.getByRole("button", { name: "Rotate" }).click()
    await demandSound(visited)
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click()
    const second = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    assert.notStrictEqual(second, first)
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()
    await row.getByText("Replaced by").waitFor()
    assert.strictEqual(await row.count(), 2)
    for (const key of [first, second]) await bed.server.call("GET", "/datasets/admin/limits/", undefined, key)
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("makes a key after another sign-in when the last one is old, with what was typed", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server)
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("late job")
    await page.route(
      "**/user/api_keys/",
      (route) =>
        route.request().method() === "POST"
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
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("For this, you must have signed in within the last ten minutes.").waitFor()
    await page.getByRole("dialog").getByLabel("API key", { exact: true }).fill(adminKey)
    await page.keyboard.press("Enter")
    await page.getByLabel("I have stored it").check()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("cell", { name: "late job" }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("revokes a key after its description was typed", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await bed.server.call("POST", "/user/api_keys/", { description: "old script" })
    await signIn(visited, bed.server)
    await page
      .getByRole("row", { name: /old script/ })
      .getByRole("button", { name: "Revoke" })
      .click()
    const revoke = page.getByRole("dialog").getByRole("button", { name: "Revoke" })
    assert.isTrue(await revoke.isDisabled())
    await page.getByLabel("Type “old script” to revoke it").fill("old script")
    await demandSound(visited)
    await revoke.click()
    await page.getByRole("cell", { name: "old script" }).waitFor({ state: "detached" })
    await visited.context.close()
  }, 60_000)

  it("ends the session of another browser", async () => {
    const [here, there] = [await visit(bed.browser), await visit(bed.browser)]
    await signIn(there, bed.server)
    await signIn(here, bed.server)
    const ends = here.page.getByRole("button", { name: "End session" })
    await ends.first().waitFor()
    for (let left = await ends.count(); left > 0; left--) {
      await ends.first().click()
      await here.page.waitForFunction(
        (most) =>
          [...document.querySelectorAll("button")].filter((one) => one.textContent === "End session").length <
          most,
        left,
      )
    }
    await there.page.reload()
    await there.page.getByRole("heading", { name: "Sign in" }).waitFor()
    await Promise.all([here.context.close(), there.context.close()])
  }, 60_000)

  it("is accessible at every size and in both schemes", async () => {
    const visited = await visit(bed.browser)
    await signIn(visited, bed.server)
    await visited.page.getByRole("cell", { name: "This session" }).waitFor()
    await demandSoundEverywhere(visited, async (name) => {
      if (shots !== undefined) await visited.page.screenshot({ path: `${shots}/account-${name}.png` })
    })
    await visited.context.close()
  }, 90_000)

  it("speaks German from the next click on, also after a reload", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server)
    await page.getByText("Deutsch").click()
    await page.getByRole("heading", { name: "Konto" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Konto" }).waitFor()
    await demandSound(visited)
    await visited.context.close()
  }, 60_000)

  it("signs out, and shows nothing of the account afterwards", async () => {
    const visited = await visit(bed.browser)
    const { page } = visited
    await signIn(visited, bed.server)
    await page.getByRole("button", { name: "admin" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.goto(`${bed.server.origin}/console/account`)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    assert.deepStrictEqual(visited.faults, [])
    await visited.context.close()
  }, 60_000)
})
