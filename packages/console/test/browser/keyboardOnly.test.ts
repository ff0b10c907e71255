/** Webhooks are set up without a pointer, from the first page to an event that arrived. */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { signedIn, startBrowser } from "./support/browser.ts"
import { type Receiver, startReceiver } from "./support/receiver.ts"
import { startServer, type TestServer } from "./support/server.ts"

let server: TestServer
let receiver: Receiver
let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" })
  browser = await startBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await receiver?.close()
})

/** The name of what has the focus, and whether a person sees that it has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    const { outlineStyle, borderColor, boxShadow } = getComputedStyle(element ?? document.body)
    const { height, width } = element?.getBoundingClientRect() ?? { height: 0, width: 0 }
    return {
      name: (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim(),
      isVisible: outlineStyle !== "none" || boxShadow !== "none" || borderColor !== "",
      hasSize: height > 0 && width > 0,
    }
  })

/** Presses Tab until something has the focus, as a person does who looks where it is. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const passed: Array<string> = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Tab")
    const found = await focused(page)
    passed.push(found.name)
    if (typeof name === "string" ? found.name === name : name.test(found.name)) {
      assert.isTrue(found.isVisible && found.hasSize, `The focus on ${found.name} cannot be seen.`)
      return
    }
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(", ")}`)
}

describe("webhooks by keys alone", () => {
  it("are enabled, get an endpoint, and are tested", async () => {
    const key = await server.person("ann")
    const { faults, page } = await signedIn(browser, server, key)
    await page.goto(`${server.origin}/console/datasets`)
    await page.getByRole("heading", { name: "Datasets" }).waitFor()
    await tabTo(page, "Skip to content")
    await tabTo(page, "Webhooks")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Enable webhooks" }).waitFor()
    await tabTo(page, "Enable webhooks")
    await page.keyboard.press("Enter")
    await page.getByText("No endpoints yet").waitFor()
    await tabTo(page, "Add endpoint")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Create endpoint" }).waitFor()
    await tabTo(page, /^URL/)
    await page.keyboard.type(receiver.url)
    await tabTo(page, "label.*")
    await page.keyboard.press("Space")
    await tabTo(page, "Create endpoint")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Send test" }).waitFor()
    await tabTo(page, "Send test")
    await page.keyboard.press("Enter")
    await page.getByText("The endpoint accepted the event.").waitFor()
    assert.strictEqual(receiver.received.length, 1)
    assert.deepStrictEqual(faults, [])
  }, 90_000)
})
