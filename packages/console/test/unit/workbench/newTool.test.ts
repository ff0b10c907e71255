import { describe, expect, it } from "vitest"
import german from "../../../src/words/de/workbench.ts"
import english from "../../../src/words/en/workbench.ts"
import { commandNames, commands, toEntries } from "../../../src/workbench/commands/commands.ts"
import { getLabel } from "../../../src/workbench/editor/EditorState.ts"
import { defineSpaceTool } from "../../../src/workbench/tools/SpaceToolEntry.ts"
import type { Drawing } from "../../../src/workbench/tools/spaceShapes/Drawing.ts"
import {
  findHint,
  listButtons,
  listToolHints,
  listToolWords,
  spaceTools,
} from "../../../src/workbench/tools/tools.ts"
import { open, pointsOf } from "./cloud/shapeBed.ts"

const drawSquare: Drawing["tool"]["draws"] = {
  type: "polygon",
  step: ([from], { place }) => {
    if (from === undefined) return { places: [place], completes: false }
    const [[x0, y0, z], [x1, y1]] = [from, place]
    return { places: [from, [x1, y0, z], place, [x0, y1, z]], completes: true }
  },
}

/** A tool that nobody has: two opposite corners make a square on the ground. */
const square = defineSpaceTool({
  name: "square",
  command: "spaceSquare",
  scope: "spaceShapes",
  keys: ["Alt+q"],
  words: { en: "3D square", de: "3D-Quadrat" },
  icon: "M4 4h16v16H4z",
  hints: [
    { en: "Press a corner.", de: "Klicken Sie auf eine Ecke." },
    { en: "Press the opposite corner.", de: "Klicken Sie auf die Ecke gegenüber." },
  ],
  draws: drawSquare,
})

describe("a tool of point clouds that is added to the list", () => {
  it("gets its key", () => {
    expect(toEntries([square]).spaceSquare).toMatchObject({ scope: "spaceShapes", keys: ["Alt+q"] })
  })

  it("gets its name and its hints in both languages", () => {
    expect(listToolWords([square], "en").spaceSquare).toBe("3D square")
    expect(listToolWords([square], "de").spaceSquare).toBe("3D-Quadrat")
    const hints = listToolHints([square], "de")
    expect([0, 1, 7].map((places) => hints[findHint(square, places)])).toEqual([
      "Klicken Sie auf eine Ecke.",
      "Klicken Sie auf die Ecke gegenüber.",
      "Klicken Sie auf die Ecke gegenüber.",
    ])
  })

  it("gets its button, which is pressed while the tool is chosen", () => {
    const [button] = listButtons([square], "square", false)
    expect(button).toEqual({ command: "spaceSquare", icon: square.icon, pressed: true, disabled: false })
    expect(listButtons([square], "edit", true)).toMatchObject([{ pressed: false, disabled: true }])
  })

  it("draws with the pen that the others draw with", () => {
    const { editor, pen, pixel } = open()
    const tool = { draws: drawSquare }
    for (const [x, y] of [
      [1, 2],
      [4, 6],
    ] as const)
      pen.add(tool, pixel(x, y), [x, y, -1.5])
    expect(pen.drawing.state).toBeUndefined()
    expect(pointsOf(getLabel(editor.state)).map(([x, y]) => [x, y])).toEqual([
      [1, 2],
      [4, 2],
      [4, 6],
      [1, 6],
    ])
  })
})

describe("each tool of point clouds in the list", () => {
  it.each(spaceTools.map((tool) => [tool.command, tool] as const))(
    "%s has the key, the name and the hints of its entry",
    (command, tool) => {
      const { hints, keys, words } = tool
      expect(commandNames).toContain(command)
      expect(commands[command].keys).toEqual(keys)
      expect([english.commands[command], german.commands[command]]).toEqual([words.en, words.de])
      for (const [index, hint] of hints.entries()) {
        const key = findHint(tool, index)
        expect([english.hints[key], german.hints[key]]).toEqual([hint.en, hint.de])
      }
    },
  )
})
