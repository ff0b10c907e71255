import { useTranslation } from "react-i18next"
import type { CommandName } from "../../commands/commands.ts"
import { formatCommandKey } from "./keyText.ts"
import { useKeymap } from "./useKeymap.ts"

/** Formats the key of a command, for the title of its button. */
export const useKeyTitle = () => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  return (command: CommandName) => formatCommandKey(keymap, command, t)
}
