/** Images that do not load: the page names the address and what to change, and the rest of the sample still works. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { signedIn, startBrowser } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { png } from "../support/files.ts"
import { violations } from "../support/pages.ts"
import { adminKey, startServer, type TestServer } from "../support/server.ts"

/** A server of images, of which some break off, are no images, or are missing. */
const startImages = async (): Promise<{ readonly server: Server; readonly origin: string }> => {
  const whole = png(64, 48)
  const server = createServer(({ url }, response) => {
    if (url === "/missing.png") response.writeHead(404).end()
    else if (url === "/truncated.png") {
      response.writeHead(200, { "content-type": "image/png", "content-length": whole.length })
      response.write(whole.subarray(0, 40))
      setTimeout(() => response.destroy(), 100)
    } else
      response.setHeader("content-type", "image/png").end(url === "/text.png" ? "This is no image." : whole)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return { server, origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}

let images: Awaited<ReturnType<typeof startImages>>
let other: Awaited<ReturnType<typeof startImages>>
let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[images, other] = await Promise.all([startImages(), startImages()])
  server = await startServer({ ANNOTARY_CONSOLE_ASSET_ORIGINS: images.origin })
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  for (const one of [images, other]) {
    one?.server.closeAllConnections()
    one?.server.close()
  }
})

describe("an image", { timeout: 120_000 }, () => {
  it.each([
    { name: "that breaks off", url: () => `${images.origin}/truncated.png` },
    { name: "that is missing", url: () => `${images.origin}/missing.png` },
    { name: "that is none", url: () => `${images.origin}/text.png` },
    { name: "of an origin that is not allowed", url: () => `${other.origin}/whole.png` },
    { name: "with an address that runs a script", url: () => "javascript:alert(1)" },
  ])("$name is named with what to change, while the sample can still be skipped", async ({ name, url }) => {
    const dataset = await makeDataset(server, {
      name: name.replaceAll(" ", "-"),
      samples: 0,
      settings: { enable_skip_labeling: true },
      collaborators: {},
    })
    await server.call("POST", `/datasets/${dataset}/samples/`, {
      name: "one",
      attributes: { image: { url: url() } },
    })
    const { page } = await signedIn(browser, server, adminKey)
    let dialogs = 0
    page.on("dialog", (dialog) => {
      dialogs += 1
      return dialog.dismiss()
    })
    await page.goto(`${server.origin}/console/d/${dataset}/label`)
    const notice = page.getByRole("alert")
    await notice.getByText("The image could not be loaded").waitFor()
    if (url().startsWith("http")) await notice.getByText(`${url()} could not be loaded.`).waitFor()
    else await notice.getByText("This sample has no image URL.").waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole("button", { name: "Skip" }).click()
    await page.getByText("Today: 1 sample skipped").waitFor()
    expect(dialogs).toBe(0)
  })
})
