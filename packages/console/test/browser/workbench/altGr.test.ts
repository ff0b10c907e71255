/** Keys that type a third character: AltGr, Ctrl+Alt in its place, dead keys and Option. They type in fields, and run nothing beside what they type. */
import type { CDPSession, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { drawBox, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

const [alt, ctrl, shift] = [1, 2, 8]

interface ThirdKey {
  readonly code: string
  readonly key: string
  /** The modifiers as the browser reports them. */
  readonly modifiers: number
  /** Whether the system says that AltGr is down. */
  readonly altGraph?: boolean
}

/** What Windows reports for Ctrl and Alt together, which type as AltGr does, and what Linux and newer browsers report for AltGr. */
const altGr = (code: string, key: string): ReadonlyArray<ThirdKey> => [
  { code, key, modifiers: alt | ctrl },
  { code, key, modifiers: 0, altGraph: true },
]

const keyboards: { readonly [name: string]: ReadonlyArray<ThirdKey> } = {
  // Positions of undo, lock, copy, delete and zoom on the keyboards of other people.
  Polish: [
    ...altGr("KeyZ", "ż"),
    ...altGr("KeyX", "ź"),
    ...altGr("KeyC", "ć"),
    ...altGr("KeyL", "ł"),
    ...altGr("KeyS", "ś"),
    ...altGr("KeyE", "ę"),
  ],
  German: [
    ...altGr("KeyQ", "@"),
    ...altGr("KeyE", "€"),
    ...altGr("Digit0", "}"),
    ...altGr("Digit7", "{"),
    ...altGr("BracketRight", "~"),
    ...altGr("KeyM", "µ"),
  ],
  "Mac with Option": [
    { code: "KeyZ", key: "ż", modifiers: alt },
    { code: "KeyC", key: "ç", modifiers: alt },
    { code: "KeyL", key: "@", modifiers: alt },
    { code: "BracketLeft", key: "“", modifiers: alt },
    { code: "BracketLeft", key: "”", modifiers: alt | shift },
  ],
}

const opened = async (name: string) => {
  const person = `third-${name}`
  const key = await bed.server.person(person)
  const dataset = await makeDataset(bed.server, {
    name,
    samples: 1,
    category: { attributes: [{ name: "note", input_type: "text" }] },
    settings: { enable_save_button: true, enable_skip_labeling: true },
    collaborators: { [person]: "labeler" },
  })
  const { context, page } = await signedIn(bed.browser, bed.server, key)
  await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
  await shownSample(page)
  await drawBox(page)
  await seesObjects(page, 1)
  return { page, session: await context.newCDPSession(page) }
}

/** Sends the events of a key to the page, as the browser gets them from the system. */
const send = async (
  page: Page,
  session: CDPSession,
  { altGraph = false, ...key }: ThirdKey,
): Promise<void> => {
  // The protocol has no bit for AltGr: the page sees the state that a browser with such a key would report.
  await page.evaluate((isDown) => {
    const read = KeyboardEvent.prototype.getModifierState
    const own = read as typeof read & { readonly original?: typeof read }
    const original = own.original ?? read
    const patched = function (this: KeyboardEvent, name: string) {
      return name === "AltGraph" ? isDown : original.call(this, name)
    }
    KeyboardEvent.prototype.getModifierState = Object.assign(patched, { original })
  }, altGraph)
  const text = key.key.length === 1 ? { text: key.key } : {}
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, ...text })
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key })
}

/** What commands would change: the label, the selection, the view, open dialogs and the sample. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    objects: [...document.querySelectorAll("section[aria-label=Objects] li")].map(
      (row) => `${row.textContent} ${row.getAttributeNames().join(" ")}`,
    ),
    tools: [...document.querySelectorAll("[role=toolbar] button")].map((button) =>
      button.getAttribute("aria-pressed"),
    ),
    scale: document.querySelector<HTMLImageElement>("[role=application] img")?.style.transform,
    dialogs: document.querySelectorAll("[role=dialog], [role=alert]").length,
    sample: document.querySelector("header h2")?.textContent,
  }))

describe.each(Object.entries(keyboards))("a %s keyboard", (name, keys) => {
  it("types third characters in a field, and runs no command there nor beside it", async () => {
    const { page, session } = await opened(name.replaceAll(" ", "-").toLowerCase())
    const requests: Array<string> = []
    page.on("request", (request) => {
      if (/\/(save|submit|skip)\/$/.test(request.url())) requests.push(request.url())
    })
    await page.getByRole("application").focus()
    const before = await readPage(page)
    for (const key of keys) await send(page, session, key)
    assert.deepStrictEqual(await readPage(page), before)

    await page.locator("section[aria-label=Objects] li button").first().click()
    const field = page.getByRole("textbox", { name: "note" })
    await field.focus()
    const atField = await readPage(page)
    for (const key of keys) await send(page, session, key)
    // Chromium types nothing of a key with Ctrl here; on Windows it does.
    const typed = keys.filter(({ modifiers }) => (modifiers & ctrl) === 0)
    assert.strictEqual(await field.inputValue(), typed.map(({ key }) => key).join(""))
    assert.deepStrictEqual(await readPage(page), atField)
    assert.deepStrictEqual(requests, [])
  }, 60_000)
})

describe("a dead key", () => {
  it("composes a letter in a field and runs no command there", async () => {
    const { page, session } = await opened("dead")
    await page.locator("section[aria-label=Objects] li button").first().click()
    const field = page.getByRole("textbox", { name: "note" })
    await field.focus()
    const before = await readPage(page)
    // The acute of a German keyboard stands where others zoom in, and the tilde of a Spanish one where others paint smaller.
    for (const [code, letter] of [
      ["Equal", "é"],
      ["BracketLeft", "à"],
    ] as const) {
      await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", code, key: "Dead" })
      await session.send("Input.imeSetComposition", { text: "´", selectionStart: 1, selectionEnd: 1 })
      // During a composition the keys belong to it.
      await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", code: "KeyE", key: "Process" })
      await session.send("Input.insertText", { text: letter })
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", code, key: "Dead" })
    }
    assert.strictEqual(await field.inputValue(), "éà")
    assert.deepStrictEqual(await readPage(page), before)
  }, 60_000)

  it("runs no command with AltGr beside the fields", async () => {
    const { page, session } = await opened("dead-alt-gr")
    await page.getByRole("application").focus()
    const before = await readPage(page)
    for (const modifiers of [alt | ctrl, 0]) {
      const altGraph = modifiers === 0
      for (const code of ["Equal", "KeyZ", "KeyC", "BracketLeft", "Digit4"])
        await send(page, session, { code, key: "Dead", modifiers, altGraph })
    }
    assert.deepStrictEqual(await readPage(page), before)
  }, 60_000)
})
