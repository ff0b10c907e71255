/** Commands that can be run: each part of the workbench has a set of them, and the first set that has a command runs it. */
import type { CommandName } from "./commands.ts"

export interface Command {
  /** A command that is not enabled does nothing, in the sets below too. Absent: always. */
  readonly enabled?: () => boolean
  /** Answers `false` where it did nothing, and the sets below may. */
  readonly run: () => unknown
}

export type CommandSet = { readonly [Name in CommandName]?: Command }

/** Runs a command. False where it does nothing here, so that the browser may do what the key means to it. */
export const runCommand = (name: CommandName, sets: ReadonlyArray<CommandSet>): boolean => {
  for (const set of sets) {
    const command = set[name]
    if (command === undefined) continue
    if (command.enabled?.() === false) return false
    if (command.run() !== false) return true
  }
  return false
}

/** Makes one command of each value, such as of the steps of the keys that move. */
export const makeEach = <Value>(
  values: { readonly [Name in CommandName]?: Value | undefined },
  make: (value: Value) => Command,
): CommandSet =>
  Object.fromEntries(
    Object.entries<Value | undefined>(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, make(value)]],
    ),
  )

/** Makes the command of each tool. */
export const makeEachTool = <Name extends string>(
  tools: ReadonlyArray<{ readonly name: Name; readonly command: CommandName }>,
  make: (tool: Name) => Command,
): CommandSet => Object.fromEntries(tools.map(({ command, name }) => [command, make(name)]))
