/** Images that do not load: the page names the address and what to change, and the rest of the sample still works. */
import { EventEmitter, once } from "node:events"
import { createServer, type Server } from "node:http"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { signedIn, startBrowser } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { png } from "../support/files.ts"
import { violations } from "../support/pages.ts"
import { adminKey, startServer, type TestServer } from "../support/server.ts"
import { drawBox, objectCount, seesObjects } from "../support/workbench.ts"

interface Images {
  readonly server: Server
  readonly origin: string
  /** Sends the image that is late, and has those that are asked for from then on. */
  readonly release: () => void
}

/** A server of images, of which some break off, are no images, are missing, or come late. `isReadable`: by pages of other origins. */
const startImages = async (isReadable: boolean): Promise<Images> => {
  const whole = png(64, 48)
  const late = new EventEmitter()
  let isReleased = false
  const server = createServer(({ url }, response) => {
    if (isReadable) response.setHeader("access-control-allow-origin", "*")
    if (url === "/missing.png" || (url === "/later.png" && !isReleased)) response.writeHead(404).end()
    else if (url === "/late.png")
      late.once("release", () => response.setHeader("content-type", "image/png").end(whole))
    else if (url === "/truncated.png") {
      response.writeHead(200, { "content-type": "image/png", "content-length": whole.length })
      response.write(whole.subarray(0, 40))
      setTimeout(() => response.destroy(), 100)
    } else
      response.setHeader("content-type", "image/png").end(url === "/text.png" ? "This is no image." : whole)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const release = () => {
    isReleased = true
    late.emit("release")
  }
  return { server, release, origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}

let images: Images
let other: Images
let later: Images
let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[images, other, later] = await Promise.all([startImages(true), startImages(true), startImages(false)])
  server = await startServer({ ANNOTARY_CONSOLE_ASSET_ORIGINS: `${images.origin},${later.origin}` })
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  for (const one of [images, other, later]) {
    one?.server.closeAllConnections()
    one?.server.close()
  }
})

describe("an image", { timeout: 120_000 }, () => {
  it.each([
    {
      name: "that breaks off",
      url: () => `${images.origin}/truncated.png`,
      reason: "The file is incomplete",
    },
    { name: "that is missing", url: () => `${images.origin}/missing.png`, reason: "with status 404" },
    { name: "that is none", url: () => `${images.origin}/text.png`, reason: "is not an image" },
    {
      name: "of an origin that is not allowed",
      url: () => `${other.origin}/whole.png`,
      reason: "There was no answer",
    },
    {
      name: "with an address that runs a script",
      url: () => "javascript:alert(1)",
      reason: "This sample has no image URL.",
    },
  ])("$name is named with the reason, and can be skipped but not labeled", async ({ name, reason, url }) => {
    const dataset = await openSample(name, url())
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
    await notice.getByText(reason).waitFor()
    await demandOff(page)
    await page.keyboard.press("Control+Enter")
    expect(await violations(page)).toEqual([])
    await page.getByRole("button", { name: "Skip" }).click()
    await page.getByText("Today: 1 sample skipped").waitFor()
    expect(dialogs).toBe(0)
  })

  it("that is late is waited for: tools and Submit come with it", async () => {
    const dataset = await openSample("late", `${images.origin}/late.png`)
    const { page } = await signedIn(browser, server, adminKey)
    await page.goto(`${server.origin}/console/d/${dataset}/label`)
    await page.getByRole("status").getByText("Loading the image").waitFor()
    await demandOff(page)
    expect(await page.getByRole("button", { name: "Skip" }).isEnabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    // Keys are off as the buttons are.
    await drawBox(page)
    expect(await objectCount(page)).toBe(0)
    images.release()
    await page.getByText("Loading the image").waitFor({ state: "detached" })
    await drawBox(page)
    await seesObjects(page, 1)
    await page.getByRole("button", { name: "Submit" }).click()
    await page.getByText("Today: 1 sample labeled").waitFor()
  })

  it("that failed is loaded again where somebody asks for it", async () => {
    const dataset = await openSample("later", `${later.origin}/later.png`)
    const { page } = await signedIn(browser, server, adminKey)
    await page.goto(`${server.origin}/console/d/${dataset}/label`)
    await page.getByText("The server answered, but not with a whole image.").waitFor()
    later.release()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.locator("[data-picture=ready]").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    await drawBox(page)
    await seesObjects(page, 1)
  })
})

/** Makes a dataset of one sample, and returns its name. */
const openSample = async (name: string, url: string): Promise<string> => {
  const dataset = await makeDataset(server, {
    name: name.replaceAll(" ", "-"),
    samples: 0,
    settings: { enable_skip_labeling: true },
    collaborators: {},
  })
  await server.call("POST", `/datasets/${dataset}/samples/`, { name: "one", attributes: { image: { url } } })
  return dataset
}

/** Demands that nothing can be drawn or submitted. */
const demandOff = async (page: Page): Promise<void> => {
  expect(await page.getByRole("button", { name: "Submit" }).isDisabled()).toBe(true)
  for (const tool of ["Box", "Polygon", "Polyline", "Point"])
    expect(await page.getByRole("button", { name: tool, exact: true }).isDisabled(), tool).toBe(true)
}
