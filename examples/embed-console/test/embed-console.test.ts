/** Signs in to the application in Chromium, labels an image in its page, and sees that the application noticed. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { createEngine, reveal, toJsonText } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { annotary } from "@annotary/http/node"
import { webhooks } from "@annotary/webhooks"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { start } from "../src/app.ts"

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#789"/></svg>`
const closing: Array<() => Promise<unknown>> = []
let browser: Browser
let application: string
let api: string

const listening = async (server: Server): Promise<string> => {
  if (server.address() === null && !server.listening) server.listen(0, "127.0.0.1")
  if (!server.listening) await once(server, "listening")
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
}

beforeAll(async () => {
  const images = await listening(
    createServer((_, response) => response.setHeader("content-type", "image/svg+xml").end(picture)),
  )
  const engine = await createEngine({ storage: memory(), extensions: [webhooks()] })
  closing.push(() => engine.close())
  await engine.users.create({ username: "root", siteAdmin: true })
  const { secret } = await engine.apiKeys.create({ user: "root" })
  const root = engine.as("root")
  const { record } = await root.datasets.create({ name: "street", category: "other", taskType: "bboxes" })
  for (const name of ["1.jpg", "2.jpg"])
    await root.samples.create(
      { _tag: "Id", id: record.dataset.id },
      { name, attributes: toJsonText({ image: { url: `${images}/${name}` } }) },
    )

  // The API must know the application's origin, and the application the address of the API.
  const server = createServer()
  api = await listening(server)
  application = await listening(
    start({ url: api, apiKey: reveal(secret), dataset: "root/street", imageOrigin: images }),
  )
  server.on("request", annotary(engine, { transport: { corsOrigins: [application] } }))
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
  })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  for (const close of closing.reverse()) await close()
})

const signIn = async (
  name: string,
): Promise<{ readonly page: Page; readonly faults: ReadonlyArray<string> }> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: Array<string> = []
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) faults.push(message.text())
  })
  page.on("pageerror", (error) => faults.push(error.message))
  await page.goto(application)
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Password").fill("labels")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText(name, { exact: true }).waitFor()
  return { page, faults }
}

describe("an application with the workbench in its page", { timeout: 60_000 }, () => {
  it("lets its user label an image, and notices", async () => {
    const { faults, page } = await signIn("ana")
    await page.getByRole("heading", { name: "1.jpg" }).waitFor()
    await page.getByRole("application").focus()
    for (const key of ["b", "Enter", "Shift+ArrowRight", "Shift+ArrowDown", "Enter"])
      await page.keyboard.press(key)
    await page.getByRole("region", { name: "Objects" }).getByRole("listitem").waitFor()
    await page.getByRole("button", { name: "Submit" }).click()
    await page.getByRole("heading", { name: "2.jpg" }).waitFor()
    expect(await page.locator("#done").textContent()).toBe("1")
    expect(faults).toEqual([])
  })

  it("shows the webhook pages of its user", async () => {
    const { faults, page } = await signIn("ben")
    await page.getByRole("link", { name: "Webhooks" }).click()
    await page.getByRole("button", { name: "Enable webhooks" }).click()
    await page.getByText("No endpoints yet").waitFor()
    expect(faults).toEqual([])
  })

  it("gives a page a token that is good for nothing else", async () => {
    const { page } = await signIn("ana")
    const statuses = await page.evaluate(async (server) => {
      const response = await fetch("/tokens", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ purpose: "workbench" }),
      })
      const headers = { authorization: `APIKey ${await response.text()}` }
      const paths = ["/datasets/root/street/", "/user/api_keys/", "/user/webhooks/endpoints/"]
      const answers = await Promise.all(paths.map((path) => fetch(server + path, { headers })))
      return answers.map(({ status }) => status)
    }, api)
    expect(statuses).toEqual([200, 403, 403])
  })

  it("gives no token to somebody who is not signed in", async () => {
    const response = await fetch(`${application}/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ purpose: "workbench" }),
    })
    expect(response.status).toBe(401)
  })
})
