/** Pages of other origins, with the cookie of somebody who is signed in: they change nothing and read nothing. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import type { Visit } from "../support/pages.ts"
import { adminKey } from "../support/server.ts"

const bed = testBed()

/** A page at another port of the same host: of the same site, so that the browser sends the cookie along. */
let attacker: Server
let attackerOrigin: string
/** A third port, which shows what the browser sends to another port. */
let echo: Server
let echoOrigin: string
const cookies: Array<string | undefined> = []

const listen = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
}

beforeAll(async () => {
  attacker = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Elsewhere</title>"),
  )
  echo = createServer(({ headers }, response) => {
    cookies.push(headers.cookie)
    response.end()
  })
  ;[attackerOrigin, echoOrigin] = await Promise.all([listen(attacker), listen(echo)])
})

afterAll(() => {
  for (const server of [attacker, echo]) {
    server?.closeAllConnections()
    server?.close()
  }
})

const keyCount = async (): Promise<number> => {
  const keys = await bed.server.call("GET", "/user/api_keys/")
  return Array.isArray(keys) ? keys.length : -1
}

/** Whether the server accepts a call of the page by its cookie. */
const statusOf = (
  page: Page,
  path: string,
  init: Omit<RequestInit, "body"> & { readonly body?: string } = {},
): Promise<number> =>
  page.evaluate(([url, options]) => fetch(url, options).then(({ status }) => status), [path, init] as const)

/** A page of the console with a session. */
const onConsole = async (): Promise<Visit> => {
  const visited = await signedIn(bed.browser, bed.server, adminKey)
  await visited.page.goto(`${bed.server.origin}/console/account`)
  return visited
}

/** The request as the server got it. */
const sentTo = (page: Page, part: string) => page.waitForRequest((request) => request.url().includes(part))

describe("a page at another port", { timeout: 60_000 }, () => {
  it("posts a form with the cookie, and is refused", async () => {
    const { context, page } = await onConsole()
    const before = await keyCount()
    const evil = await context.newPage()
    await evil.goto(attackerOrigin)
    const sent = sentTo(evil, "/user/api_keys/")
    const answered = evil.waitForResponse((response) => response.url().includes("/user/api_keys/"))
    await evil.evaluate((action) => {
      const form = document.createElement("form")
      form.method = "post"
      form.action = action
      form.enctype = "text/plain"
      const field = document.createElement("input")
      field.name = '{"description":"stolen","x":"'
      field.value = '"}'
      form.append(field)
      document.body.append(form)
      form.submit()
    }, `${bed.server.origin}/user/api_keys/`)
    // The attack is real: without the server's own check the cookie would identify the person.
    expect((await (await sent).allHeaders()).cookie).toContain("annotary=")
    expect((await answered).status()).toBe(401)
    expect(await keyCount()).toBe(before)
    expect(await statusOf(page, "/user")).toBe(200)
  })

  it.each(["POST", "GET"])(
    "sends a no-cors %s with the cookie, and gets nothing of the person",
    async (method) => {
      const { context } = await signedIn(bed.browser, bed.server, adminKey)
      const before = await keyCount()
      const evil = await context.newPage()
      await evil.goto(attackerOrigin)
      const answered = evil.waitForResponse((response) => response.url().includes("/user/api_keys/"))
      const seen = await evil.evaluate(
        async ([url, echoed, verb]) => {
          const init: RequestInit = {
            method: verb,
            mode: "no-cors",
            credentials: "include",
            ...(verb === "POST" ? { body: "{}" } : {}),
          }
          await fetch(echoed, init)
          const response = await fetch(url, init)
          return { type: response.type, text: await response.text() }
        },
        [`${bed.server.origin}/user/api_keys/`, echoOrigin, method] as const,
      )
      // The attack is real: the same request to another port brings the cookie along.
      expect(cookies.at(-1)).toContain("annotary=")
      expect(seen).toEqual({ type: "opaque", text: "" })
      expect((await answered).status()).toBe(401)
      expect(await keyCount()).toBe(before)
    },
  )

  it("reads nothing by fetch, and cannot set the console's header", async () => {
    const { context } = await signedIn(bed.browser, bed.server, adminKey)
    const before = await keyCount()
    const evil = await context.newPage()
    await evil.goto(attackerOrigin)
    const tried = await evil.evaluate(
      (origin) =>
        Promise.allSettled([
          fetch(`${origin}/user`, { credentials: "include" }),
          fetch(`${origin}/user/api_keys/`, {
            method: "POST",
            credentials: "include",
            headers: { "content-type": "application/json", "annotary-console": "1" },
            body: "{}",
          }),
        ]).then((results) => results.map(({ status }) => status)),
      bed.server.origin,
    )
    expect(tried).toEqual(["rejected", "rejected"])
    expect(await keyCount()).toBe(before)
  })

  it("cannot show the console in a frame, and learns nothing of a window that it opens", async () => {
    const { context } = await signedIn(bed.browser, bed.server, adminKey)
    const evil = await context.newPage()
    await evil.goto(attackerOrigin)
    await evil.evaluate((url) => {
      const frame = document.createElement("iframe")
      frame.src = url
      document.body.append(frame)
    }, `${bed.server.origin}/console/account`)
    await expect.poll(() => evil.frames().at(-1)?.url()).toContain("chrome-error:")
    const opened = context.waitForEvent("page")
    await evil.evaluate((url) => {
      Object.assign(globalThis, { opened: open(url) })
    }, `${bed.server.origin}/console/account`)
    const page = await opened
    await page.getByRole("heading", { name: "Account" }).waitFor()
    expect(await page.evaluate(() => opener)).toBe(null)
    expect(await evil.evaluate(() => (Reflect.get(globalThis, "opened") as Window | null)?.closed)).toBe(true)
  })
})

describe("a page of the console", { timeout: 60_000 }, () => {
  it("is refused without the console's header, and with a type that forms can send", async () => {
    const { page } = await onConsole()
    const before = await keyCount()
    const body = "{}"
    const method = "POST"
    const json = { "content-type": "application/json" }
    expect(await statusOf(page, "/user/api_keys/", { method, body, headers: json })).toBe(401)
    expect(
      await statusOf(page, "/user/api_keys/", { method, body, headers: { "annotary-console": "1" } }),
    ).toBe(401)
    expect(await keyCount()).toBe(before)
    expect(
      await statusOf(page, "/user/api_keys/", {
        method,
        body,
        headers: { ...json, "annotary-console": "1" },
      }),
    ).toBeLessThan(300)
  })

  it("gets no session at a host name that was pointed at the server", async () => {
    const { port } = new URL(bed.server.origin)
    const { context, page } = await onConsole()
    const [cookie] = await context.cookies()
    const answers = await Promise.all(
      [`evil.example:${port}`, "127.0.0.1:1", `127.0.0.1:${port}`].map((host) =>
        page.request.get(`${bed.server.origin}/user`, {
          headers: { host, cookie: `${cookie?.name}=${cookie?.value}`, "sec-fetch-site": "same-origin" },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status())).toEqual([421, 401, 200])
  })
})
