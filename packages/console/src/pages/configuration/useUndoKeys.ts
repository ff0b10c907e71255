/** Undo and redo by keys, for the whole document, in whichever field or view the keys are pressed. */
import { useEffect } from "react"
import type { OpenDocument } from "./useDocument.ts"

export const useUndoKeys = ({ redo, undo }: Pick<OpenDocument, "redo" | "undo">): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== "z" && key !== "y") return
      event.preventDefault()
      if (key === "y" || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener("keydown", handleKey, { capture: true })
    return () => window.removeEventListener("keydown", handleKey, { capture: true })
  }, [redo, undo])
}
