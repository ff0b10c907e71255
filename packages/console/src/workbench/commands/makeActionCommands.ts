/** The commands that end or store the work, and those of the panels. */
import { type CommandSet, makeEach } from "./Command.ts"

/** An absent action does nothing. */
export type Actions = {
  readonly [Name in
    | "submit"
    | "reject"
    | "save"
    | "skip"
    | "filterObjects"
    | "nextWarning"
    | "previousWarning"
    | "issue"
    | "compare"
    | "guide"
    | "keys"
    | "play"]?: (() => void) | undefined
}

export const makeActionCommands = (actions: Actions): CommandSet => makeEach(actions, (run) => ({ run }))
