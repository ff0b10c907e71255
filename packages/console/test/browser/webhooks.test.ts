/** Webhooks in Chromium, from the button that enables them to a delivery that is replayed and recovered. */
import { createHmac } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { signedIn, startBrowser } from "./support/browser.ts"
import { demandSound, type Visit } from "./support/pages.ts"
import { type Receiver, startReceiver } from "./support/receiver.ts"
import { startServer, type TestServer } from "./support/server.ts"

let server: TestServer
let browser: Browser
let key: string
let receiver: Receiver
let visited: Visit
let page: Page

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" })
  browser = await startBrowser()
  key = await server.person("ann")
  visited = await signedIn(browser, server, key)
  page = visited.page
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await receiver?.close()
})

const open = (path: string) => page.goto(`${server.origin}/console/${path}`)

const call = (path: string) => server.call("GET", path, undefined, key)

describe("the webhook pages", () => {
  it("enable webhooks with one button", async () => {
    await open("webhooks")
    await page.getByRole("button", { name: "Enable webhooks" }).click()
    await page.getByText("No endpoints yet").waitFor()
    assert.deepInclude(await call("/user"), { webhooks_enabled: true })
  })

  it("add an endpoint, and show what the server refuses at its field", async () => {
    await page.getByRole("link", { name: "Add endpoint" }).click()
    await page.getByRole("textbox", { name: "URL" }).fill("http://10.0.0.1/private")
    await page.getByRole("button", { name: "Create endpoint" }).click()
    const url = page.getByRole("textbox", { name: "URL" })
    await url.and(page.locator("[aria-invalid=true]")).waitFor()
    await page
      .getByText("This address is private. The operator can allow it with ANNOTARY_WEBHOOK_ALLOW.")
      .waitFor()
    assert.notInclude(await page.locator("main").innerText(), "/url")
    assert.isTrue(await url.evaluate((field) => field === document.activeElement))
    await url.fill(receiver.url)
    await page.getByRole("textbox", { name: "Description" }).fill("Training set")
    await page.getByRole("checkbox", { name: "label.*" }).check()
    await page.getByText("The endpoint gets 2 event types.").waitFor()
    await demandSound(visited)
    await page.getByRole("button", { name: "Add header" }).click()
    await page.getByLabel("Name").fill("x-token")
    await page.getByLabel("Value").fill("s3cret-value")
    await page.getByRole("button", { name: "Create endpoint" }).click()
    await page.getByRole("heading", { name: "Training set" }).waitFor()
    const [made] = (await call("/user/webhooks/endpoints/")) as ReadonlyArray<object>
    assert.deepInclude(made, { event_types: ["label.*"], headers: { "x-token": "***" }, datasets: null })
  })

  it("send a test, and show the answer with its invisible characters", async () => {
    receiver.answer(200, "fine \u202e<img src=x onerror=alert(1)>\u0007")
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText("The endpoint accepted the event.").waitFor()
    const answer = page.getByRole("region", { name: "Response", exact: true })
    assert.strictEqual(await answer.textContent(), "fine U+202E<img src=x onerror=alert(1)>U+0007")
    assert.strictEqual(await answer.locator("img").count(), 0)
    assert.strictEqual(receiver.received[0]?.headers["x-token"], "s3cret-value")
  })

  it("reveal the secret that signs, and forget it when the window loses focus", async () => {
    await page.getByRole("button", { name: "Reveal" }).click()
    await page.getByRole("button", { name: "Hide" }).waitFor()
    const secret = (await page.locator("[data-secret]").textContent()) ?? ""
    const [first] = receiver.received
    const signed = `${first?.headers["webhook-id"]}.${first?.headers["webhook-timestamp"]}.${first?.body}`
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    const signature = createHmac("sha256", key).update(signed).digest("base64")
    assert.include(first?.headers["webhook-signature"], `v1,${signature}`)
    await page.evaluate(() => dispatchEvent(new Event("blur")))
    await page.getByRole("button", { name: "Reveal" }).waitFor()
    assert.notInclude(await page.content(), secret)
    await page.getByRole("button", { name: "Rotate" }).click()
    await page.getByText("The previous secret also signs until").waitFor()
  })

  it("demand another sign-in for the secret when the last one is old, and then go on", async () => {
    await page.route(
      "**/secret/",
      (route) =>
        route.fulfill({
          status: 403,
          contentType: "application/problem+json",
          body: JSON.stringify({
            type: "about:blank",
            title: "Forbidden",
            status: 403,
            code: "sign_in_required",
            detail: "You are not allowed to do this: sign in again.",
          }),
        }),
      { times: 1 },
    )
    await page.getByRole("button", { name: "Reveal" }).click()
    await page.getByRole("dialog").getByLabel("API key", { exact: true }).fill(key)
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Hide" }).click()
  })

  it("list deliveries across endpoints with their filters in the address, and replay one from its drawer", async () => {
    receiver.answer(500, "no")
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByText("The event did not arrive.").waitFor()
    await open("webhooks/deliveries")
    const rows = page.getByRole("row")
    await rows.nth(2).waitFor()
    await open(`webhooks/deliveries?code=${encodeURIComponent('["5xx"]')}`)
    await rows.nth(1).waitFor()
    assert.strictEqual(await rows.count(), 2)
    await rows.nth(1).getByRole("button").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText("HTTP 500").waitFor()
    await demandSound(visited)
    assert.include(page.url(), "sel=")
    const body = drawer.getByRole("region", { name: "Body", exact: true })
    await drawer.getByRole("switch", { name: "Raw" }).click()
    const sent = receiver.received.at(-1)?.body ?? "nothing"
    assert.strictEqual(await body.textContent(), sent)
    receiver.answer(200, "ok now")
    const before = receiver.received.length
    await drawer.getByRole("button", { name: "Replay" }).click()
    await drawer.getByText("HTTP 200").waitFor()
    assert.strictEqual(receiver.received[before]?.body, sent)
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "hidden" })
  })

  it("count what a recovery would send before it runs", async () => {
    await open("webhooks")
    await page.getByRole("link", { name: receiver.url }).waitFor()
    await demandSound(visited)
    await page.getByRole("link", { name: receiver.url }).click()
    await page.getByRole("button", { name: "Count", exact: true }).click()
    const start = page.getByRole("button", { name: "Send 0 deliveries" })
    await start.waitFor()
    assert.isTrue(await start.isDisabled())
    await demandSound(visited)
  })

  it("cancel and replay all that fit the filters after a count, and cancel one from its drawer", async () => {
    receiver.answer(500, "no")
    await server.call(
      "POST",
      "/user/datasets/",
      { name: "hooked", category: "other", task_type: "vector" },
      key,
    )
    const body = { name: "one", attributes: { image: { url: server.image("1") } } }
    const { uuid } = (await server.call("POST", "/datasets/ann/hooked/samples/", body, key)) as {
      uuid: string
    }
    await server.call(
      "PUT",
      `/labels/${uuid}/ground-truth/`,
      { label_status: "PRELABELED", attributes: { format_version: "0.1", annotations: [] } },
      key,
    )
    await page.getByRole("row", { name: /Retrying/ }).waitFor()
    await page.getByRole("button", { name: "Replay all" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("0 deliveries").waitFor()
    assert.isTrue(await dialog.getByRole("button", { name: "Replay" }).isDisabled())
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Cancel all" }).click()
    await dialog.getByText("1 delivery", { exact: true }).waitFor()
    await demandSound(visited)
    await dialog.getByRole("button", { name: "Cancel deliveries" }).click()
    await page.getByText("1 delivery was cancelled.").waitFor()
    const [{ uuid: endpoint }] = (await call("/user/webhooks/endpoints/")) as [{ uuid: string }]
    await open(`webhooks/${endpoint}?state=${encodeURIComponent('["cancelled"]')}`)
    await page.getByRole("button", { name: "Replay all" }).click()
    await dialog.getByText("1 delivery", { exact: true }).waitFor()
    await dialog.getByRole("button", { name: "Replay" }).click()
    await page.getByText("1 delivery is sent again.").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page
      .getByRole("row", { name: /Retrying/ })
      .getByRole("button")
      .click()
    await dialog.getByRole("button", { name: "Cancel delivery" }).click()
    await dialog.getByText("Cancelled").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
  }, 60_000)

  it("change an endpoint without its stored headers, and delete it after a question", async () => {
    await page.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill("Nightly")
    await page.getByRole("checkbox", { name: "In order" }).check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Nightly" }).waitFor()
    const [changed] = (await call("/user/webhooks/endpoints/")) as ReadonlyArray<object>
    assert.deepInclude(changed, { description: "Nightly", fifo: true, headers: { "x-token": "***" } })
    await page.emulateMedia({ colorScheme: "dark" })
    await page.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("heading", { level: 1, name: "Settings of Nightly" }).waitFor()
    await demandSound(visited)
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("No endpoints yet").waitFor()
    assert.deepStrictEqual(await call("/user/webhooks/endpoints/"), [])
  })

  it("break no rule of the policy, and throw nothing", () => {
    assert.deepStrictEqual(visited.faults, [])
  })
})
