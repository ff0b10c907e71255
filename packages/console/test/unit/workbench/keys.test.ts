import { describe, expect, it } from "vitest"
import words from "../../../src/words/de/workbench.ts"
import { keyCaps, keyOfPress, normalKey, type WordedKey } from "../../../src/workbench/model/keys/Binding.ts"
import { commandNames, commands } from "../../../src/workbench/model/keys/commands.ts"
import {
  commandFor,
  conflictsIn,
  keymapOf,
  type PresetName,
  presets,
} from "../../../src/workbench/model/keys/keymap.ts"
import { readKeyChoice } from "../../../src/workbench/view/keys/keptKeys.ts"

const press = (code: string, modifiers: { ctrlKey?: boolean; shiftKey?: boolean; altKey?: boolean } = {}) =>
  keyOfPress({
    code,
    key: code,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...modifiers,
  })
// Object.keys gives up the type of the keys.
const presetNames = Object.keys(presets) as ReadonlyArray<PresetName>

describe("keys of the workbench", () => {
  it.each(presetNames)("of the preset %s never run two commands", (name) => {
    expect(conflictsIn(keymapOf(name))).toEqual([])
  })

  it("that a person gives to two commands are reported with both", () => {
    const keymap = keymapOf("annotary", { polygon: ["KeyB"], copy: ["Shift+Mod+Enter"] })
    expect(conflictsIn(keymap)).toEqual([
      { key: "Mod+Shift+Enter", commands: ["reject", "copy"] },
      { key: "KeyB", commands: ["box", "polygon"] },
    ])
  })

  it("act by scope: an arrow moves the shape of a still image, and the frame of a sequence", () => {
    const keymap = keymapOf("annotary")
    expect(commandFor(keymap, "ArrowLeft", new Set(["workbench", "2d", "stills"]))).toBe("left")
    expect(commandFor(keymap, "ArrowLeft", new Set(["workbench", "2d", "frames"]))).toBe("previousFrame")
    expect(commandFor(keymap, "ArrowLeft", new Set(["lists"]))).toBeUndefined()
  })

  it("act by what the objects of a cloud are: one key makes a cuboid, or chooses the brush of points", () => {
    const keymap = keymapOf("annotary")
    expect(commandFor(keymap, "KeyB", new Set(["workbench", "3d", "cuboids"]))).toBe("cuboid")
    expect(commandFor(keymap, "KeyB", new Set(["workbench", "3d", "painting", "points"]))).toBe("brush")
    expect(commandFor(keymap, "KeyB", new Set(["workbench", "2d", "bitmap", "painting"]))).toBe("brush")
    expect(commandFor(keymap, "KeyP", new Set(["workbench", "3d", "painting", "points"]))).toBe("cameras")
    const drawn = new Set(["workbench", "3d", "cuboids", "spaceShapes"] as const)
    expect(commandFor(keymap, "KeyB", drawn)).toBe("cuboid")
    expect(commandFor(keymap, "Alt+KeyP", drawn)).toBe("spacePolygon")
  })

  it("of keyframes act where something lies between them: not on bitmaps, and not on points", () => {
    const keymap = keymapOf("annotary")
    const drawn = new Set(["workbench", "2d", "shapes", "frames", "keyframes"] as const)
    expect(commandFor(keymap, "KeyK", drawn)).toBe("keyframe")
    const painted = new Set(["workbench", "2d", "bitmap", "painting", "frames"] as const)
    expect(commandFor(keymap, "KeyK", painted)).toBeUndefined()
    // The key may have another command there.
    expect(conflictsIn(keymapOf("annotary", { fill: ["KeyK"], lasso: ["KeyK"] }))).toEqual([])
    expect(conflictsIn(keymapOf("annotary", { batch: ["KeyK"] }))).toEqual([
      { key: "KeyK", commands: ["batch", "keyframe"] },
    ])
  })

  it("never submit, accept or reject with a single key, in any preset", () => {
    for (const name of presetNames)
      for (const command of ["submit", "reject", "skip", "save"] as const)
        for (const key of keymapOf(name).get(command) ?? []) expect(key).toMatch(/^(Mod|Alt)\+/)
  })

  it("are never those that browsers keep for themselves", () => {
    for (const name of presetNames)
      for (const keys of keymapOf(name).values())
        for (const key of keys) expect(key).not.toMatch(/^Mod\+(Key[WTN]|Tab)$/)
  })

  it("are positions of the keyboard, so that they stay where they are in every language", () => {
    expect(press("KeyZ", { ctrlKey: true, shiftKey: true })).toBe("Mod+Shift+KeyZ")
    expect(press("Numpad3")).toBe("Digit3")
    expect(
      keyOfPress({ code: "Minus", key: "?", ctrlKey: false, metaKey: false, shiftKey: true, altKey: false }),
    ).toBe("?")
    expect(normalKey("Shift+Alt+Mod+KeyA")).toBe("Mod+Alt+Shift+KeyA")
    const german = (key: WordedKey) => words.keys.caps[key]
    expect(keyCaps("Mod+Shift+KeyZ", false, german)).toEqual(["Strg", "Shift", "Z"])
    expect(keyCaps("Delete", false, german)).toEqual(["Entf"])
    expect(keyCaps("Mod+Alt+KeyZ", true, german)).toEqual(["⌘", "⌥", "Z"])
  })

  it("may be two that follow each other, of which the first runs nothing by itself", () => {
    const keymap = keymapOf("annotary", { nextRow: ["KeyG"] })
    expect(conflictsIn(keymap)).toEqual([
      { key: "KeyG", commands: ["goDatasets", "goWebhooks", "goAccount", "nextRow"] },
    ])
    expect(commandFor(keymapOf("annotary"), "KeyG KeyD", new Set(["pages"]))).toBe("goDatasets")
  })

  it("of pages never act in the workbench", () => {
    const keymap = keymapOf("annotary", { nextRow: ["KeyB"] })
    expect(conflictsIn(keymap)).toEqual([])
  })

  it("exist for every command", () => {
    expect(commandNames.filter((name) => commands[name].keys.length === 0)).toEqual([])
  })
})

describe("the kept choice of keys", () => {
  it("is read as it was written", () => {
    const choice = { preset: "cvat" as const, changes: { polygon: ["KeyG"] } }
    expect(readKeyChoice(JSON.stringify(choice))).toEqual(choice)
  })

  it.each(["", "{", "7", '{"preset": "toString", "changes": {"none": ["KeyA"], "box": 3}}'])(
    "is the first preset where nothing usable is kept: %s",
    (text) => {
      expect(readKeyChoice(text)).toEqual({ preset: "annotary", changes: {} })
    },
  )
})
