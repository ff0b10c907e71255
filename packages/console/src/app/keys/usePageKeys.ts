/** The keys of the pages around the workbench: the palette, the list of keys, the areas, and the rows of lists. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { type CommandSet, runCommand } from "../../workbench/commands/Command.ts"
import type { CommandName } from "../../workbench/commands/commands.ts"
import { pageCommands } from "../../workbench/commands/pageCommands.ts"
import type { KeyScope } from "../../workbench/input/keys/Binding.ts"
import { useKeyChoice } from "../../workbench/input/keys/keptKeys.ts"
import { assignKeys } from "../../workbench/input/keys/keymap.ts"
import { listenToKeys } from "../../workbench/input/listenToKeys.ts"
import { focusFilter, moveRow, openRow, selectRow } from "./rows.ts"

/** Scopes in which these keys act. */
export const pageScopes: ReadonlySet<KeyScope> = new Set(["everywhere", "pages", "lists"])

/** Dialogs that open over a page. */
export interface Overlays {
  readonly openPalette: () => void
  readonly openKeys: () => void
}

export const usePageKeys = ({ openKeys, openPalette }: Overlays): void => {
  const { changes, preset } = useKeyChoice()
  const navigate = useNavigate()
  useEffect(() => {
    const commands: CommandSet = {
      palette: { run: openPalette },
      keys: { run: openKeys },
      goDatasets: { run: () => navigate({ to: "/datasets" }) },
      goWebhooks: { run: () => navigate({ to: "/webhooks" }) },
      goAccount: { run: () => navigate({ to: "/account" }) },
      filter: { run: focusFilter },
      nextRow: { run: () => moveRow(1) },
      previousRow: { run: () => moveRow(-1) },
      openRow: { run: openRow },
      selectRow: { run: selectRow },
    }
    const run = (name: CommandName) => runCommand(name, [commands])
    const keymap = assignKeys(pageCommands, preset, changes)
    return listenToKeys({ keymap, scopes: pageScopes, run })
  }, [preset, changes, navigate, openKeys, openPalette])
}
