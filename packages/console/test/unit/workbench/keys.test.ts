import { describe, expect, it } from "vitest"
import words from "../../../src/words/de/workbench.ts"
import { commandNames, commands } from "../../../src/workbench/commands/commands.ts"
import { type KeyScope, normalizeKey } from "../../../src/workbench/input/keys/Binding.ts"
import { findConflicts } from "../../../src/workbench/input/keys/conflicts.ts"
import { type KeyPress, readPress } from "../../../src/workbench/input/keys/KeyPress.ts"
import { readKeyChoice } from "../../../src/workbench/input/keys/keptKeys.ts"
import {
  findCommand,
  findFirstKey,
  type Keymap,
  type PresetName,
  presets,
} from "../../../src/workbench/input/keys/keymap.ts"
import { listKeyCaps, type WordedKey } from "../../../src/workbench/input/keys/keyText.ts"
import { makeKeymap } from "../../../src/workbench/input/keys/useKeymap.ts"

interface Modifiers {
  readonly ctrlKey?: boolean
  readonly shiftKey?: boolean
  readonly altKey?: boolean
  /** AltGr, as browsers report it. */
  readonly altGraph?: boolean
}

/** A press of the key at a position of a layout that types `key` there. */
const press = (code: string, key: string, { altGraph = false, ...modifiers }: Modifiers = {}): KeyPress => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  getModifierState: (name) => name === "AltGraph" && altGraph,
  ...modifiers,
})
const names = (...of: Parameters<typeof press>) => readPress(press(...of), false).names
/** The command of a key of a US keyboard. */
const commandOf = (
  keymap: Keymap,
  [code, key = code]: readonly [code: string, key?: string],
  scopes: ReadonlyArray<KeyScope>,
  modifiers: Modifiers = {},
) => findCommand(keymap, press(code, key, modifiers), new Set(scopes))

// Object.keys gives up the type of the keys.
const presetNames = Object.keys(presets) as ReadonlyArray<PresetName>

describe("keys of the workbench", () => {
  it.each(presetNames)("of the preset %s never run two commands", (name) => {
    expect(findConflicts(makeKeymap(name))).toEqual([])
  })

  it.each(presetNames)(
    "of the preset %s take a version or send a sample once while they are held down",
    (name) => {
      const keymap = makeKeymap(name)
      expect((["take1", "keepVersion", "submit"] as const).map((one) => keymap.get(one)?.once)).toEqual(
        Array(3).fill(true),
      )
      expect(keymap.get("nextObject")?.once).toBeUndefined()
    },
  )

  it("that a person gives to two commands are reported with both", () => {
    const keymap = makeKeymap("annotary", { polygon: ["KeyB"], copy: ["Shift+Mod+Enter"] })
    expect(findConflicts(keymap)).toEqual([
      { key: "Mod+Shift+Enter", commands: ["reject", "copy"] },
      { key: "KeyB", commands: ["box", "polygon"] },
    ])
  })

  it("act by scope: an arrow moves the shape of a still image, and the frame of a sequence", () => {
    const keymap = makeKeymap("annotary")
    expect(commandOf(keymap, ["ArrowLeft"], ["workbench", "2d", "stills"])).toBe("left")
    expect(commandOf(keymap, ["ArrowLeft"], ["workbench", "2d", "frames"])).toBe("previousFrame")
    expect(commandOf(keymap, ["ArrowLeft"], ["lists"])).toBeUndefined()
  })

  it("act by what the objects of a cloud are: one key makes a cuboid, or chooses the brush of points", () => {
    const keymap = makeKeymap("annotary")
    expect(commandOf(keymap, ["KeyB", "b"], ["workbench", "3d", "cuboids"])).toBe("cuboid")
    expect(commandOf(keymap, ["KeyB", "b"], ["workbench", "3d", "painting", "points"])).toBe("brush")
    expect(commandOf(keymap, ["KeyB", "b"], ["workbench", "2d", "bitmap", "painting"])).toBe("brush")
    expect(commandOf(keymap, ["KeyP", "p"], ["workbench", "3d", "painting", "points"])).toBe("cameras")
    const drawn = ["workbench", "3d", "cuboids", "spaceShapes"] as const
    expect(commandOf(keymap, ["KeyB", "b"], drawn)).toBe("cuboid")
    expect(commandOf(keymap, ["KeyP", "p"], drawn, { altKey: true })).toBe("spacePolygon")
  })

  it("of keyframes act where something lies between them: not on bitmaps, and not on points", () => {
    const keymap = makeKeymap("annotary")
    const drawn = ["workbench", "2d", "shapes", "frames", "keyframes"] as const
    expect(commandOf(keymap, ["KeyK", "k"], drawn)).toBe("keyframe")
    const painted = ["workbench", "2d", "bitmap", "painting", "frames"] as const
    expect(commandOf(keymap, ["KeyK", "k"], painted)).toBeUndefined()
    // The key may have another command there.
    expect(findConflicts(makeKeymap("annotary", { fill: ["KeyK"], lasso: ["KeyK"] }))).toEqual([])
    expect(findConflicts(makeKeymap("annotary", { batch: ["KeyK"] }))).toEqual([
      { key: "KeyK", commands: ["batch", "keyframe"] },
    ])
  })

  it("never submit, accept or reject with a single key, in any preset", () => {
    for (const name of presetNames)
      for (const command of ["submit", "reject", "skip", "save"] as const)
        for (const key of makeKeymap(name).get(command)?.keys ?? []) expect(key).toMatch(/^(Mod|Alt)\+/)
  })

  it("are never those that browsers keep for themselves", () => {
    for (const name of presetNames)
      for (const { keys } of makeKeymap(name).values())
        for (const key of keys) expect(key).not.toMatch(/^Mod\+([wtn]|Tab)$/)
  })

  it("are letters and signs with the modifiers in one order, and positions for movement", () => {
    expect(names("KeyZ", "Z", { ctrlKey: true, shiftKey: true })).toContain("Mod+Shift+z")
    expect(names("KeyW", "w")).toEqual(["KeyW", "w"])
    expect(names("Numpad3", "3")).toContain("3")
    expect(names("NumpadAdd", "+")).toContain("+")
    expect(names("NumpadEnter", "Enter", { ctrlKey: true })).toContain("Mod+Enter")
    expect(names("Minus", "?", { shiftKey: true })).toContain("?")
    expect(normalizeKey("Shift+Alt+Mod+KeyA")).toBe("Mod+Alt+Shift+KeyA")
    expect(normalizeKey("Mod++")).toBe("Mod++")
    const german = (key: WordedKey) => words.keys.caps[key]
    expect(listKeyCaps("Mod+Shift+z", false, german)).toEqual(["Strg", "Shift", "Z"])
    expect(listKeyCaps("Mod++", false, german)).toEqual(["Strg", "+"])
    expect(listKeyCaps("Shift+KeyW", false, german, new Map([["KeyW", "z"]]))).toEqual(["Shift", "Z"])
    expect(listKeyCaps("Delete", false, german)).toEqual(["Entf"])
    expect(listKeyCaps("Mod+Alt+KeyZ", true, german)).toEqual(["⌘", "⌥", "Z"])
  })

  it("may be two that follow each other, of which the first runs nothing by itself", () => {
    const keymap = makeKeymap("annotary", { nextRow: ["KeyG"] })
    expect(findConflicts(keymap)).toEqual([
      { key: "KeyG", commands: ["goDatasets", "goWebhooks", "goAccount", "nextRow"] },
    ])
    const pages = new Set<KeyScope>(["pages"])
    expect(findFirstKey(makeKeymap("annotary"), press("KeyG", "g"), pages)).toBe("g")
    expect(findCommand(makeKeymap("annotary"), press("KeyD", "d"), pages, { first: "g" })).toBe("goDatasets")
  })

  it("of pages never act in the workbench", () => {
    const keymap = makeKeymap("annotary", { nextRow: ["KeyB"] })
    expect(findConflicts(keymap)).toEqual([])
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

  it("keeps the keys of commands that only a later version has, which do nothing", () => {
    const { changes } = readKeyChoice('{"changes": {"later": ["KeyB"]}}')
    expect(Object.keys(changes)).toEqual(["later"])
    expect([...makeKeymap("annotary", changes)]).toEqual([...makeKeymap("annotary")])
  })

  it.each(["", "{", "7", '{"preset": "toString", "changes": {"box": 3}}'])(
    "is the first preset where nothing usable is kept: %s",
    (text) => {
      expect(readKeyChoice(text)).toEqual({ preset: "annotary", changes: {} })
    },
  )
})
