/**
 * The keys of the workbench. Fields and dialogs keep theirs; keys with Ctrl or Command act beside fields too. `within`: the only element
 * in which they act, where the window shows something else besides.
 */
import { type RefObject, useEffect } from "react"
import { isPlainKey, type KeyScope, keyOfPress } from "../../model/keys/Binding.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { commandFor, type Keymap } from "../../model/keys/keymap.ts"

export const useKeys = (
  keymap: Keymap,
  scopes: ReadonlySet<KeyScope>,
  /** Runs a command. False when it does nothing here. */
  run: (name: CommandName) => boolean,
  within?: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The window sees an element in a shadow tree only by the path of the event.
      const [element] = event.composedPath()
      if (event.defaultPrevented || event.isComposing || !(element instanceof Element)) return
      if (within !== undefined && !within.current?.contains(element)) return
      const key = keyOfPress(event)
      if (element.closest("[role=dialog]") !== null) return
      if (isPlainKey(key) && isKept(element, key)) return
      const command = commandFor(keymap, key, scopes)
      if (command !== undefined && run(command)) event.preventDefault()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [keymap, scopes, run, within])
}

const canvas = "[role=application]"
/** Keys that move the focus or press a button wherever the focus is not on the canvas. */
const ofPage = /^(Shift\+)?(Tab|Enter|Space|Arrow\w+)$/

/** Whether the focused element needs the key itself. */
const isKept = (element: Element, key: string): boolean => {
  if (
    element.closest("input:not([type=radio]), textarea, select, [contenteditable], [role=listbox]") !== null
  )
    return true
  const isFree = element === document.body || element.closest(canvas) !== null
  return ofPage.test(key) && !isFree
}
