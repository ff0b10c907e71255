/** The keys of the window, for pages and for the workbench. Fields and dialogs keep theirs. */
import { isComposing } from "../../ui/isKey.ts"
import type { CommandName } from "../commands/commands.ts"
import type { KeyScope } from "./keys/Binding.ts"
import { type KeyPress, readPress } from "./keys/KeyPress.ts"
import { findCommand, findFirstKey, type Keymap } from "./keys/keymap.ts"

/** The first key of two waits so long for the second one. */
const waitMillis = 1_500

interface KeyOptions {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  /** Runs a command. False when it does nothing here, so that the browser may do what the key means to it. */
  readonly run: (name: CommandName) => boolean
  /** The focused element, or the page, needs the key itself. */
  readonly keeps?: (element: Element, names: ReadonlyArray<string>) => boolean
}

/** Listens until the function it returns is called. */
export const listenToKeys = ({ keeps, keymap, run, scopes }: KeyOptions): (() => void) => {
  let first: { readonly key: string; readonly until: number } | undefined
  const press = (event: KeyboardEvent) => {
    // The window sees an element in a shadow tree only by the path of the event.
    const [element] = event.composedPath()
    if (event.defaultPrevented || isComposing(event) || !(element instanceof Element)) return
    if (/^(Control|Shift|Alt|AltGraph|Meta)$/.test(event.key)) return
    if (element.closest("[role=dialog], [role=menu]") !== null) return
    const { names } = readPress(event)
    if (isOfField(element, event, names) || keeps?.(element, names)) return
    const before = first !== undefined && performance.now() < first.until ? first.key : undefined
    first = undefined
    const command =
      (before === undefined ? undefined : findCommand(keymap, event, scopes, { first: before })) ??
      findCommand(keymap, event, scopes)
    if (command !== undefined) {
      // Held down, a key does not go on to the next object or sample.
      if (event.repeat && keymap.get(command)?.once) return event.preventDefault()
      if (run(command)) event.preventDefault()
      return
    }
    const key = findFirstKey(keymap, event, scopes)
    if (key !== undefined) first = { key, until: performance.now() + waitMillis }
  }
  addEventListener("keydown", press)
  return () => removeEventListener("keydown", press)
}

const textFields =
  "input:not([type=radio], [type=checkbox], [type=range], [type=color], [type=button]), textarea, [contenteditable]"
const choices = "input[type=range], select, [role=listbox], [role=slider]"

/** The keys with Ctrl or Command that edit a text. */
const editing = /^Mod\+(Shift\+)?([abcixuvyz]|Backspace|Delete|Arrow\w+|Home|End)$/

/**
 * A text field keeps what types, and what edits its text: Alt and AltGr type letters in many languages, and Ctrl+Z takes back what was
 * typed. A choice keeps the keys without modifiers.
 */
const isOfField = (element: Element, press: KeyPress, names: ReadonlyArray<string>): boolean => {
  const hasMod = press.ctrlKey || press.metaKey
  if (element.closest(textFields) !== null)
    return !hasMod || press.altKey || isAltGraph(press) || names.some((name) => editing.test(name))
  return element.closest(choices) !== null && !hasMod && !press.altKey
}

const isAltGraph = (press: KeyPress): boolean => press.getModifierState?.("AltGraph") === true
