/** The buttons of a workbench run commands as its keys do. */
import { createContext, useContext } from "react"
import type { CommandName } from "./commands.ts"

/** Runs a command. False where it does nothing here. */
export type RunCommand = (name: CommandName) => boolean

export const CommandContext = createContext<RunCommand>(() => false)

export const useRunCommand = (): RunCommand => useContext(CommandContext)
