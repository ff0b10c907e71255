/** The chosen keys in React. */
import { type RefObject, useEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { type CommandName, commands } from "../../commands/commands.ts"
import { listenToKeys } from "../listenToKeys.ts"
import type { KeyScope } from "./Binding.ts"
import { useKeyChoice } from "./keptKeys.ts"
import type { KeyChanges, PresetName } from "./keymap.ts"
import { assignKeys, type Keymap } from "./keymap.ts"
import { formatCommandKey } from "./keyText.ts"

/** The keymap of all commands. */
export const makeKeymap = (preset: PresetName, changes?: KeyChanges): Keymap =>
  assignKeys(commands, preset, changes)

export const useKeymap = (): Keymap => {
  const choice = useKeyChoice()
  return useMemo(() => makeKeymap(choice.preset, choice.changes), [choice])
}

/** The text of a control, with the key that does the same. */
export const useKeyHint = (): ((text: string, command: CommandName) => string) => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  return (text, command) => `${text} · ${formatCommandKey(keymap, command, t)}`
}

/** The keys of the workbench. `within`: the only element in which they act, where the window shows something else besides. */
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
          (names.some((name) => pageKeys.test(name)) && !isFree(element)) ||
          (names.includes("Mod+c") && getSelection()?.isCollapsed === false),
      }),
    [keymap, scopes, run, within],
  )
}

/** Keys that move the focus or press a button wherever the focus is not on the canvas. */
const pageKeys = /^(Shift\+)?(Tab|Enter|Space|Arrow\w+)$/

const isFree = (element: Element): boolean =>
  element === document.body || element.closest("[role=application]") !== null
