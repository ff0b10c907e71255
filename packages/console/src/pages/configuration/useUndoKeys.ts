/** Undo and redo by keys, for the whole document, in whichever field or view the keys are pressed. */
import { useEffect } from "react"
import { isComposing } from "../../ui/isKey.ts"
import { historyCommands } from "../../workbench/commands/pageCommands.ts"
import type { KeyScope } from "../../workbench/input/keys/Binding.ts"
import type { KeyPress } from "../../workbench/input/keys/KeyPress.ts"
import { useKeyChoice } from "../../workbench/input/keys/keptKeys.ts"
import { assignKeys, findCommand, type Keymap } from "../../workbench/input/keys/keymap.ts"
import type { OpenDocument } from "./useDocument.ts"

const scopes: ReadonlySet<KeyScope> = new Set(["workbench"])

/** The command of the first keymap that has one for a press. */
export const findHistoryCommand = (keymaps: ReadonlyArray<Keymap>, press: KeyPress) => {
  for (const keymap of keymaps) {
    const command = findCommand(keymap, press, scopes)
    if (command !== undefined) return command
  }
  return undefined
}

/** The keys of the person, and those of the table behind them: a person may have chosen keys that type in fields. */
export const useUndoKeys = ({ redo, undo }: Pick<OpenDocument, "redo" | "undo">): void => {
  const { changes, preset } = useKeyChoice()
  useEffect(() => {
    const keymaps = [assignKeys(historyCommands, preset, changes), assignKeys(historyCommands, "annotary")]
    const handleKey = (event: KeyboardEvent) => {
      // Keys without Ctrl or Command type in the fields.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isComposing(event)) return
      const command = findHistoryCommand(keymaps, event)
      if (command === undefined) return
      event.preventDefault()
      if (command === "redo") redo()
      else undo()
    }
    window.addEventListener("keydown", handleKey, { capture: true })
    return () => window.removeEventListener("keydown", handleKey, { capture: true })
  }, [redo, undo, preset, changes])
}
