/** The keys of commands on the keyboards of eight languages. */

import { describe, expect, it } from "vitest"
import type { KeyScope } from "../../../src/workbench/model/keys/Binding.ts"
import { commandNames, commands } from "../../../src/workbench/model/keys/commands.ts"
import { type KeyPress, readPress } from "../../../src/workbench/model/keys/KeyPress.ts"
import { findCommand } from "../../../src/workbench/model/keys/keymap.ts"
import { makeKeymap } from "../../../src/workbench/view/keys/useKeymap.ts"
import { layouts, pressesOf, pressOf } from "./layouts.ts"

const keymap = makeKeymap("annotary")
const common = ["everywhere", "workbench"] as const
const images = new Set<KeyScope>([...common, "2d", "shapes", "stills"])
const cuboids = new Set<KeyScope>([...common, "3d", "cuboids", "frames", "keyframes"])
const lists = new Set<KeyScope>(["everywhere", "pages", "lists"])

/** The scopes that act together, as the workbenches and the pages have them. */
const places: { readonly [name: string]: ReadonlySet<KeyScope> } = {
  lists,
  images,
  cuboids,
  "sequences of images": new Set<KeyScope>([...common, "2d", "shapes", "frames", "keyframes"]),
  bitmaps: new Set<KeyScope>([...common, "2d", "bitmap", "painting", "frames"]),
  "shapes in clouds": new Set<KeyScope>([
    ...(["everywhere", "workbench", "3d", "cuboids", "spaceShapes", "frames", "keyframes"] as const),
  ]),
  points: new Set<KeyScope>([...common, "3d", "painting", "points", "frames"]),
}

const inEach = Object.keys(layouts)

describe.each(inEach)("a %s keyboard", (name) => {
  const run = (press: KeyPress, scopes: ReadonlySet<KeyScope>) => findCommand(keymap, press, scopes)
  const presses = pressesOf(layouts[name] ?? { plain: [], shift: [], altGr: {} })

  it.each(Object.keys(places))("reaches every command of %s", (place) => {
    const scopes = places[place] ?? new Set()
    const reached = new Set(presses.map((press) => run(press, scopes)))
    const pairs = ["goDatasets", "goWebhooks", "goAccount"]
    const missed = commandNames.filter(
      (command) => scopes.has(commands[command].scope) && !reached.has(command) && !pairs.includes(command),
    )
    expect(missed).toEqual([])
  })

  it("undoes and redoes where it has Z and Y, and never closes the tab", () => {
    expect(run(pressOf(name, "z", { ctrlKey: true }), images)).toBe("undo")
    expect(run(pressOf(name, "z", { ctrlKey: true, shiftKey: true }), images)).toBe("redo")
    expect(run(pressOf(name, "y", { ctrlKey: true }), images)).toBe("redo")
    expect(run(pressOf(name, "w", { ctrlKey: true }), images)).toBeUndefined()
  })

  it("zooms with its signs and those of the number pad", () => {
    expect(run(pressOf(name, "+"), images)).toBe("zoomIn")
    expect(run(pressOf(name, "-"), images)).toBe("zoomOut")
    expect(run(pressOf(name, "?"), images)).toBe("keys")
    if (name !== "Russian") expect(run(pressOf(name, "/"), lists)).toBe("filter")
    const pad = (code: string, key: string) => ({ ...pressOf(name, "b"), code, key, shiftKey: false })
    expect(run(pad("NumpadAdd", "+"), images)).toBe("zoomIn")
    expect(run(pad("NumpadSubtract", "-"), images)).toBe("zoomOut")
    expect(run(pad("NumpadDivide", "/"), lists)).toBe("filter")
    expect(run(pad("Numpad3", "3"), images)).toBe("category3")
    expect(run(pad("Numpad4", "ArrowLeft"), images)).toBe("left")
  })

  it("moves with the keys that lie as W, A, S and D do", () => {
    const at = (code: string, shiftKey = false) =>
      presses.find((one) => one.code === code && one.shiftKey === shiftKey && !one.ctrlKey && !one.altKey)
    const command = (code: string, shiftKey?: boolean) => {
      const press = at(code, shiftKey)
      return press && run(press, cuboids)
    }
    expect(["KeyW", "KeyA", "KeyS", "KeyD"].map((code) => command(code))).toEqual([
      "ahead",
      "toLeft",
      "back",
      "toRight",
    ])
    expect(["KeyQ", "KeyE", "KeyR", "KeyF"].map((code) => command(code, true))).toEqual([
      "turnLeftFar",
      "turnRightFar",
      "raiseFar",
      "lowerFar",
    ])
  })
})

describe("AltGr", () => {
  it("types signs, and letters of a language run nothing", () => {
    const find = (name: string, key: string) =>
      pressesOf(layouts[name] ?? { plain: [], shift: [], altGr: {} }).find(
        (one) => one.altGr && one.key === key,
      )
    const [bracket, letter] = [find("German", "["), find("Polish", "ż")]
    if (bracket === undefined || letter === undefined) throw new Error("The layouts do not have these keys.")
    expect(findCommand(keymap, bracket, cuboids)).toBe("smallerPoints")
    expect(findCommand(keymap, letter, cuboids)).toBeUndefined()
  })

  it("is Alt on a Mac, where a sign that it types is not a key with Alt", () => {
    const press = { ...pressOf("German", "b"), code: "Digit5", key: "[", altKey: true }
    expect(readPress(press, true).names).toContain("[")
    expect(readPress(press, true).names).not.toContain("Alt+[")
  })
})
