/** The keys of the workbench. `within`: the only element in which they act, where the window shows something else besides. */
import { type RefObject, useEffect } from "react"
import { listenToKeys } from "../../input/listenToKeys.ts"
import type { KeyScope } from "../../model/keys/Binding.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import type { Keymap } from "../../model/keys/keymap.ts"

export const useKeys = (
  keymap: Keymap,
  scopes: ReadonlySet<KeyScope>,
  run: (name: CommandName) => boolean,
  within?: RefObject<HTMLElement | null>,
): void => {
  useEffect(
    () =>
      listenToKeys({
        keymap,
        scopes,
        run,
        keeps: (element, names) =>
          (within !== undefined && !within.current?.contains(element)) ||
          (names.some((name) => pageKeys.test(name)) && !isFree(element)),
      }),
    [keymap, scopes, run, within],
  )
}

/** Keys that move the focus or press a button wherever the focus is not on the canvas. */
const pageKeys = /^(Shift\+)?(Tab|Enter|Space|Arrow\w+)$/

const isFree = (element: Element): boolean =>
  element === document.body || element.closest("[role=application]") !== null
