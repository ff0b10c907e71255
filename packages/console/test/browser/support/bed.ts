/** A server and a browser for the tests of a file: started before the first, stopped after the last. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { startBrowser } from "./browser.ts"
import { startServer, type TestServer } from "./server.ts"

export interface TestBed {
  readonly server: TestServer
  readonly browser: Browser
}

/** Call it at the top of a file: its members are there once the tests run. */
export const testBed = (): TestBed => {
  let server: TestServer | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), startBrowser()])
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return {
    get server() {
      return started(server)
    },
    get browser() {
      return started(browser)
    },
  }
}

const started = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error("The tests have not begun.")
  return value
}
