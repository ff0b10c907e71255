/** The keys of commands on the keyboards of eight languages. */
import { describe, expect, it } from "vitest"
import { commandNames, commands } from "../../../src/workbench/commands/commands.ts"
import type { KeyScope } from "../../../src/workbench/input/keys/Binding.ts"
import { type KeyPress, readPress } from "../../../src/workbench/input/keys/KeyPress.ts"
import { findCommand } from "../../../src/workbench/input/keys/keymap.ts"
import { makeKeymap } from "../../../src/workbench/input/keys/useKeymap.ts"
import { places } from "./keyTable.ts"
import { layouts, pressesOf, pressOf } from "./layouts.ts"

const keymap = makeKeymap("annotary")
const common = ["everywhere", "workbench"] as const
const images = new Set<KeyScope>([...common, "2d", "shapes", "stills"])
const cuboids = new Set<KeyScope>([...common, "3d", "cuboids", "frames", "keyframes"])
const lists = new Set<KeyScope>(["everywhere", "pages", "lists"])

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
})

/** A press with Option on a Mac. `keyCode` is that of the letter that the key has without Option, as all browsers report it. */
const option = (code: string, key: string, keyCode = 0, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  ...pressOf("US", "b"),
  ...{ code, key, keyCode, altKey: true },
  ...modifiers,
})

describe("Option on a Mac", () => {
  const cloud = new Set<KeyScope>([...common, "3d", "cuboids", "spaceShapes", "frames", "keyframes"])
  const run = (press: KeyPress) => findCommand(keymap, press, cloud, { isMac: true })

  it("runs the command of the letter that the key has, whatever character it types", () => {
    expect(run(option("KeyZ", "Ω", 90))).toBe("sizeTrack")
    // A German keyboard has Z where others have Y, and a French one A where others have Q.
    expect(run(option("KeyY", "Ω", 90))).toBe("sizeTrack")
    expect(run(option("KeyZ", "¥", 89))).toBeUndefined()
    expect(readPress(option("KeyQ", "æ", 65), true).names).toEqual(["Alt+KeyQ", "Alt+a"])
    expect(readPress(option("KeyM", "∞", 188), true).names).toEqual(["Alt+KeyM"])
    expect(run(option("KeyP", "π", 80))).toBe("spacePolygon")
    expect(run(option("KeyC", "Dead", 67))).toBe("copyOn")
  })

  it("runs the command of the position where the keyboard has no Latin letters", () => {
    expect(run(option("KeyZ", "≈", 90))).toBe("sizeTrack")
    expect(run(option("KeyZ", "ћ"))).toBe("sizeTrack")
    expect(run(option("BracketLeft", "“", 219))).toBe("beginTrack")
  })

  it("keeps movement by position", () => {
    const cvat = makeKeymap("cvat")
    expect(findCommand(cvat, option("KeyW", "∑", 90), cloud, { isMac: true })).toBe("ahead")
  })

  it("types signs, which are those signs alone", () => {
    const press = option("Digit5", "[", 53)
    expect(readPress(press, true).names).toEqual(["["])
    expect(run(press)).toBe("smallerPoints")
    expect(findCommand(keymap, option("Digit5", "[", 53), images, { isMac: true })).toBe("toBack")
    expect(run(option("KeyL", "@", 76))).toBeUndefined()
  })
})

describe("Alt and AltGr on other systems", () => {
  it("run commands with Alt by their letters, and none by what AltGr types", () => {
    const press = { ...pressOf("Polish", "z"), altKey: true }
    expect(findCommand(keymap, press, cuboids)).toBe("sizeTrack")
    const altGr = { ...press, key: "ż", getModifierState: (name: string) => name === "AltGraph" }
    expect(findCommand(keymap, altGr, cuboids)).toBeUndefined()
    expect(findCommand(keymap, { ...press, key: "ż", ctrlKey: true }, cuboids)).toBeUndefined()
  })
})
