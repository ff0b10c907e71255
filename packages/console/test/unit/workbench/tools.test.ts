import { describe, expect, it } from "vitest"
import german from "../../../src/words/de/workbench.ts"
import english from "../../../src/words/en/workbench.ts"
import { commands } from "../../../src/workbench/commands/commands.ts"
import { listTools } from "../../../src/workbench/session/openEditor.ts"
import { tools } from "../../../src/workbench/tools/tools.ts"

describe("the list of tools", () => {
  it("gives each of them a key, and a name in both languages", () => {
    for (const { command, keys, words } of tools) {
      expect(commands[command].keys).toEqual(keys)
      expect([english.commands[command], german.commands[command]]).toEqual([words.en, words.de])
    }
  })

  it.each([
    ["bboxes", ["bbox", "edit"]],
    ["keypoints", ["edit", "point"]],
    ["vector", ["bbox", "edit", "point", "polygon", "polyline"]],
    ["image-vector-sequence", ["bbox", "edit", "point", "polygon", "polyline"]],
    ["image-segmentation-sequence", ["area", "brush", "edit", "eraser", "fill"]],
    ["pointcloud-segmentation", ["brush", "edit", "eraser", "lasso", "rectangle"]],
  ])("offers the tools of %s alone", (type, names) => {
    expect([...listTools(type)].sort()).toEqual(names)
  })
})
