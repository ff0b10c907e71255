/** `annotary completion bash|zsh|fish`: prints a script that completes the command line in a shell. */
import { Effect } from "effect"
import type { Command, CommandInput } from "../cli/Command.ts"
import { formatBashScript } from "../cli/completion/bash.ts"
import { formatFishScript } from "../cli/completion/fish.ts"
import { toShellCommands } from "../cli/completion/shellCommands.ts"
import { formatZshScript } from "../cli/completion/zsh.ts"
import { UsageError } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"

const scripts = { bash: formatBashScript, zsh: formatZshScript, fish: formatFishScript }

const isShell = (name: string): name is keyof typeof scripts => Object.hasOwn(scripts, name)

/** The commands are an argument, because their list contains this command. */
export const makeCompletion =
  (commands: ReadonlyArray<Command>) =>
  ({ positionals: [shell = ""] }: CommandInput): Effect.Effect<void, UsageError> =>
    isShell(shell)
      ? printLine(scripts[shell](toShellCommands(commands)).trimEnd())
      : Effect.fail(new UsageError({ sentence: "The shell must be one of: bash, zsh, fish." }))
