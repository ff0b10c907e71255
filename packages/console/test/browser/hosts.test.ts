/** The whole console below a path of an application: its page, its files, its session and its calls of the API. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { createEngine, reveal, toJsonText } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"
import { annotary } from "@annotary/http/express"
import express from "express"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startBrowser } from "./support/browser.ts"
import { demandSound, visit } from "./support/pages.ts"

const closing: Array<() => Promise<unknown>> = []
let browser: Browser
const keys = new Map<string, string>()
const origins = new Map<string, string>()

const listening = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
}

/** An application whose own page is at `/`, with the console below a path. */
const application = async (base: string, mount: (app: express.Express, engine: Engine) => void) => {
  const app = express()
  app.get("/", (_, response) => void response.send("The application's own page"))
  app.get("/1.svg", (_, response) => void response.type("svg").send(image))
  const origin = await listening(createServer(app))
  const engine = await createEngine({ storage: memory(), settings: { publicUrl: () => `${origin}${base}` } })
  closing.push(() => engine.close())
  mount(app, engine)
  origins.set(base, origin)
  keys.set(base, await filled(engine, `${origin}/1.svg`))
}
type Engine = Awaited<ReturnType<typeof createEngine>>

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'

/** A dataset with a sample; returns a key of its owner. */
const filled = async (engine: Engine, url: string): Promise<string> => {
  await engine.users.create({ username: "root", siteAdmin: true })
  const root = engine.as("root")
  const { record } = await root.datasets.create({ name: "street", category: "other", taskType: "bboxes" })
  await root.samples.create(
    { _tag: "Id", id: record.dataset.id },
    { name: "1.svg", attributes: toJsonText({ image: { url } }) },
  )
  return reveal((await engine.apiKeys.create({ user: "root" })).secret)
}

beforeAll(async () => {
  browser = await startBrowser()
  await application("/tools/labels", (app, engine) => {
    app.use("/tools/labels", annotary(engine, { console: true }))
  })
  // An application may wrap the handler of the web's Request and Response.
  await application("/web", (app, engine) => {
    const handle = webHandler(engine, { console: true, basePath: "/web" })
    app.use("/web", express.raw({ type: "*/*" }), async (request, response) => {
      const { body, headers, method, originalUrl } = request
      const answer = await handle(
        new Request(new URL(originalUrl, origins.get("/web")), {
          method,
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          ...(method === "GET" || method === "HEAD" ? {} : { body }),
        }),
      )
      response.status(answer.status)
      for (const [name, value] of answer.headers) response.append(name, value)
      response.send(Buffer.from(await answer.arrayBuffer()))
    })
  })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  for (const close of closing.reverse()) await close()
})

describe.each([
  ["annotary(engine, { console: true }) of @annotary/http/express", "/tools/labels"],
  ["webHandler(engine, { console: true, basePath })", "/web"],
])("the console by %s", { timeout: 60_000 }, (_, base) => {
  const origin = () => origins.get(base) ?? assert.fail("not started")

  it("signs somebody in, follows links and loads an address anew, all below the path", async () => {
    const visited = await visit(browser)
    const { page } = visited
    const outside: Array<string> = []
    page.on("request", (request) => {
      const { host, pathname } = new URL(request.url())
      if (host === new URL(origin()).host && !pathname.startsWith(`${base}/`) && pathname !== "/1.svg")
        outside.push(pathname)
    })
    await page.goto(`${origin()}${base}/console/`)
    await page.getByLabel("API key", { exact: true }).fill(keys.get(base) ?? "")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("link", { name: "root/street" }).first().click()
    await page.waitForURL(`${origin()}${base}/console/d/root/street**`)
    await page.getByRole("link", { name: "Samples" }).first().click()
    await page.getByText("1.svg").first().waitFor()
    await page.reload()
    await page.getByText("1.svg").first().waitFor()
    assert.strictEqual(new URL(page.url()).pathname, `${base}/console/d/root/street/samples`)
    assert.deepStrictEqual(outside, [])
    await demandSound(visited)
    await page.context().close()
  })

  it("leaves the application its other pages", async () => {
    const response = await fetch(origin(), { headers: { accept: "text/html" } })
    assert.strictEqual(await response.text(), "The application's own page")
  })
})
