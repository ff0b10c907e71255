/** Keys that an input method takes, and those of the histories of a configuration. */
import { expect, it } from "vitest"
import { findHistoryCommand } from "../../src/pages/configuration/useUndoKeys.ts"
import { isKey } from "../../src/ui/isKey.ts"
import { historyCommands } from "../../src/workbench/commands/pageCommands.ts"
import { assignKeys } from "../../src/workbench/input/keys/keymap.ts"

it("an Enter that ends a composition does not act, also where the browser reports it after the end", () => {
  const press = (isComposing: boolean, keyCode: number) =>
    isKey({ key: "Enter", nativeEvent: { isComposing, keyCode } }, "Enter")
  expect(press(true, 229)).toBe(false)
  expect(press(false, 229)).toBe(false)
  expect(press(false, 13)).toBe(true)
})

it("undo keeps the key of the table where the person has chosen one that types in fields", () => {
  const keymaps = [
    assignKeys(historyCommands, "annotary", { undo: ["u"] }),
    assignKeys(historyCommands, "annotary"),
  ]
  const press = {
    key: "z",
    code: "KeyZ",
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    shiftKey: false,
  }
  expect(findHistoryCommand(keymaps.slice(0, 1), press)).toBeUndefined()
  expect(findHistoryCommand(keymaps, press)).toBe("undo")
})
