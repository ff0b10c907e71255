/** Every press of the table of keys, as events of Chromium, to the listener of the console: each runs its command, and none types in a field. */

import { join } from "node:path"
import { build } from "esbuild"
import type { CDPSession, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeKeymap } from "../../src/workbench/input/keys/useKeymap.ts"
import { listPlaces, listRunningKeys, places } from "../unit/workbench/keyTable.ts"
import { type LayoutPress, layouts } from "../unit/workbench/layouts.ts"
import { startBrowser } from "./support/browser.ts"
import { isLong } from "./support/isLong.ts"
import { sendKey } from "./support/keyEvents.ts"

const source = join(import.meta.dirname, "../../src/workbench")

/** A page that listens as the console does, and notes the commands. */
const program = `
  import { listenToKeys } from "./input/listenToKeys.ts"
  import { commands } from "./commands/commands.ts"
  import { assignKeys } from "./input/keys/keymap.ts"
  const keymap = assignKeys(commands, "annotary")
  const read = KeyboardEvent.prototype.getModifierState
  // The protocol has no bit for AltGr.
  KeyboardEvent.prototype.getModifierState = function (name) {
    return name === "AltGraph" ? globalThis.isAltGr === true : read.call(this, name)
  }
  let stop = () => {}
  globalThis.ran = []
  globalThis.listen = (scopes) => {
    stop()
    stop = listenToKeys({ keymap, scopes: new Set(scopes), run: (name) => { globalThis.ran.push(name); return true } })
  }
`

let browser: Awaited<ReturnType<typeof startBrowser>>
let script = ""

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: source, loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  })
  script = outputFiles[0]?.text ?? ""
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
})

/** Sends presses to the page, and returns the commands that ran. */
const send = async (page: Page, session: CDPSession, presses: ReadonlyArray<LayoutPress>) => {
  for (const press of presses) {
    if (press.altGr) await page.evaluate("globalThis.isAltGr = true")
    await sendKey(session, press)
    if (press.altGr) await page.evaluate("globalThis.isAltGr = false")
  }
  return page.evaluate("globalThis.ran.splice(0)")
}

/** The unit tests know all of them in every run. */
const typed = Object.entries(layouts).filter(
  ([name]) => isLong || ["US", "German", "French", "Russian"].includes(name),
)

describe.each(typed)("the table of keys on a %s keyboard", (_, layout) => {
  it("runs each command by the events of its press, and types in fields", async () => {
    const page = await browser.newPage()
    await page.setContent('<title>keys</title><main tabindex="0">keys</main><input aria-label="text">')
    await page.addScriptTag({ content: script })
    const session = await page.context().newCDPSession(page)
    const keys = listRunningKeys(makeKeymap("annotary"), layout)
    assert.isAbove(keys.length, 100)
    const failures: Array<unknown> = []
    for (const [name, scopes] of Object.entries(places)) {
      const here = keys.filter(({ command }) => listPlaces(command)[0] === scopes)
      await page.evaluate(`globalThis.listen(${JSON.stringify([...scopes])})`)
      await page.locator("main").focus()
      for (const { command, key, presses } of here) {
        const ran = await send(page, session, presses)
        if (JSON.stringify(ran) !== JSON.stringify([command])) failures.push({ name, command, key, ran })
      }
      // What types is the field's. Tab leaves it.
      await page.getByRole("textbox").focus()
      for (const { command, key, presses } of here) {
        if (presses.some(({ ctrlKey, key: typed }) => ctrlKey || typed === "Tab")) continue
        const ran = await send(page, session, presses)
        if (JSON.stringify(ran) !== "[]") failures.push({ name, command, key, ran })
      }
    }
    assert.deepEqual(failures, [])
    await page.close()
  }, 120_000)
})
