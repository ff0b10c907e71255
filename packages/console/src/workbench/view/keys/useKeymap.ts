/** The chosen keys in React. */
import { useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import type { CommandName } from "../../model/keys/commands.ts"
import { getKeys, type Keymap } from "../../model/keys/keymap.ts"
import { formatKeyText } from "../tools/keyText.ts"
import { type KeyChoice, keyStore } from "./keptKeys.ts"

export const useKeymap = (): Keymap => useSyncExternalStore(keyStore.subscribe, keyStore.keys)

export const useKeyChoice = (): KeyChoice => useSyncExternalStore(keyStore.subscribe, keyStore.current)

/** The text of a control, with the key that does the same. */
export const useKeyHint = (): ((text: string, command: CommandName) => string) => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  return (text, command) => `${text} · ${formatKeyText(getKeys(keymap, command), t)}`
}
