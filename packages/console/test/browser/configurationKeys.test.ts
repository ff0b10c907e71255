/** Undo and redo of the editor of configurations, on keyboards of eight languages. */
import { assert, describe, expect, it } from "vitest"
import { layouts, pressOf } from "../unit/workbench/layouts.ts"
import { testBed } from "./support/bed.ts"
import { signedIn } from "./support/browser.ts"
import { makeDataset } from "./support/dataset.ts"
import { sendKey } from "./support/keyEvents.ts"
import { adminKey } from "./support/server.ts"

const bed = testBed()

describe("the editor of configurations", () => {
  it("undoes and redoes where each keyboard has Z and Y, in fields too, and types with AltGr", async () => {
    const dataset = await makeDataset(bed.server, {
      name: "configuration-keys",
      samples: 1,
      collaborators: {},
    })
    const { context, page } = await signedIn(bed.browser, bed.server, adminKey)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/configuration`)
    await page.getByRole("button", { name: "Add category" }).click()
    const field = page.getByRole("textbox", { name: "Name", exact: true })
    await field.fill("bicycle")
    const session = await context.newCDPSession(page)
    const before = await field.inputValue()
    for (const layout of Object.keys(layouts)) {
      const type = (key: string, modifiers = {}) => sendKey(session, pressOf(layout, key, modifiers))
      // What is typed within a second is one step.
      await page.waitForTimeout(1_100)
      await field.fill(`${before} ${layout}`)
      await type("z", { ctrlKey: true })
      await expect.poll(() => field.inputValue(), { message: layout }).toBe(before)
      await type("y", { ctrlKey: true })
      await expect.poll(() => field.inputValue(), { message: layout }).toBe(`${before} ${layout}`)
      await type("z", { ctrlKey: true })
      await expect.poll(() => field.inputValue(), { message: layout }).toBe(before)
      await type("z", { ctrlKey: true, shiftKey: true })
      await expect.poll(() => field.inputValue(), { message: layout }).toBe(`${before} ${layout}`)
      // AltGr comes as Ctrl and Alt from Windows.
      await type("z", { ctrlKey: true, altKey: true })
      assert.strictEqual(await field.inputValue(), `${before} ${layout}`)
      await type("z", { ctrlKey: true })
      await expect.poll(() => field.inputValue(), { message: layout }).toBe(before)
    }
  }, 60_000)
})
