/** Undo and redo by keys, for the whole document, in whichever field or view the keys are pressed. */
import { useEffect } from "react"
import type { KeyScope } from "../../workbench/model/keys/Binding.ts"
import { assignKeys, findCommand } from "../../workbench/model/keys/keymap.ts"
import { historyCommands } from "../../workbench/model/keys/pageCommands.ts"
import { useKeyChoice } from "../../workbench/view/keys/keptKeys.ts"
import type { OpenDocument } from "./useDocument.ts"

const scopes: ReadonlySet<KeyScope> = new Set(["workbench"])

export const useUndoKeys = ({ redo, undo }: Pick<OpenDocument, "redo" | "undo">): void => {
  const { changes, preset } = useKeyChoice()
  useEffect(() => {
    const keymap = assignKeys(historyCommands, preset, changes)
    const handleKey = (event: KeyboardEvent) => {
      // Keys without Ctrl or Command type in the fields.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
      const command = findCommand(keymap, event, scopes)
      if (command === undefined) return
      event.preventDefault()
      if (command === "redo") redo()
      else undo()
    }
    window.addEventListener("keydown", handleKey, { capture: true })
    return () => window.removeEventListener("keydown", handleKey, { capture: true })
  }, [redo, undo, preset, changes])
}
