/** The keys of the pages around the workbench: the palette, the list of keys, the areas, and the rows of lists. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { isPlainKey, type KeyScope, keyOfPress } from "../../workbench/model/keys/Binding.ts"
import type { CommandName } from "../../workbench/model/keys/commands.ts"
import { commandFor, firstOfTwo, type Keymap } from "../../workbench/model/keys/keymap.ts"
import { useKeymap } from "../../workbench/view/keys/useKeymap.ts"
import { focusFilter, moveRow, openRow, selectRow } from "./rows.ts"

/** Where these keys act. */
export const pageScopes: ReadonlySet<KeyScope> = new Set(["everywhere", "pages", "lists"])

/** How long the first key of two waits for the second one. */
const waitMillis = 1_500

/** What opens over a page. */
export interface Overlays {
  readonly openPalette: () => void
  readonly openKeys: () => void
}

export const usePageKeys = ({ openKeys, openPalette }: Overlays): void => {
  const keymap = useKeymap()
  const navigate = useNavigate()
  useEffect(() => {
    /** Whether the command did something, so that the browser does nothing. */
    const run = (command: CommandName): boolean => {
      switch (command) {
        case "palette":
          return did(openPalette)
        case "keys":
          return did(openKeys)
        case "goDatasets":
          return did(() => navigate({ to: "/datasets" }))
        case "goWebhooks":
          return did(() => navigate({ to: "/webhooks" }))
        case "goAccount":
          return did(() => navigate({ to: "/account" }))
        case "filter":
          return focusFilter()
        case "nextRow":
          return moveRow(1)
        case "previousRow":
          return moveRow(-1)
        case "openRow":
          return openRow()
        case "selectRow":
          return selectRow()
        default:
          return false
      }
    }
    return listen(keymap, run)
  }, [keymap, navigate, openKeys, openPalette])
}

const did = (act: () => unknown): true => {
  act()
  return true
}

/** Listens to the keys of the window until the function it returns is called. */
const listen = (keymap: Keymap, run: (command: CommandName) => boolean): (() => void) => {
  let first: { readonly key: string; readonly until: number } | undefined
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return
    if (/^(Control|Shift|Alt|Meta)$/.test(event.key)) return
    const key = keyOfPress(event)
    if (event.target.closest("[role=dialog], [role=menu]") !== null) return
    if (isPlainKey(key) && event.target.closest(fields) !== null) return
    const before = first !== undefined && performance.now() < first.until ? `${first.key} ` : ""
    first = undefined
    const command = commandFor(keymap, `${before}${key}`, pageScopes) ?? commandFor(keymap, key, pageScopes)
    if (command !== undefined) {
      if (run(command)) event.preventDefault()
    } else if (begins(keymap, key)) first = { key, until: performance.now() + waitMillis }
  }
  addEventListener("keydown", press)
  return () => removeEventListener("keydown", press)
}

const fields = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=listbox]"

/** Whether a key is the first of two. */
const begins = (keymap: Keymap, key: string): boolean =>
  [...keymap.values()].some((keys) => keys.some((one) => firstOfTwo(one) === key))
