/** The commands as shell completion needs them: words, options with their values, and positionals. */
import { listSettingOptions } from "../../settings/secretFiles.ts"
import { type Command, listOptions } from "../Command.ts"

/** The values that a shell offers for an option or an argument. */
export type ShellValue =
  | { readonly _tag: "Choices"; readonly choices: ReadonlyArray<string> }
  | { readonly _tag: "File" }
  | { readonly _tag: "Text" }

export interface ShellOption {
  /** With its dashes. */
  readonly flag: string
  readonly description: string
  /** Undefined for an option without a value. */
  readonly value: ShellValue | undefined
}

export interface ShellCommand {
  /** One or two words. */
  readonly path: ReadonlyArray<string>
  readonly summary: string
  readonly positionals: ReadonlyArray<{ readonly name: string; readonly value: ShellValue }>
  /** The command's own options. */
  readonly options: ReadonlyArray<ShellOption>
}

export interface ShellCommands {
  readonly commands: ReadonlyArray<ShellCommand>
  /** Flags of settings, which every command takes. */
  readonly settings: ReadonlyArray<ShellOption>
}

export const toShellCommands = (commands: ReadonlyArray<Command>): ShellCommands => ({
  commands: commands.map((command) => ({
    path: command.path,
    summary: command.summary,
    positionals: command.positionals.map((name) => ({
      name,
      value: toShellValue(name, command.choices?.[name]),
    })),
    options: [
      ...listOptions(command).map(({ choices, description, name, value }) => ({
        flag: `--${name}`,
        description,
        value: value === undefined ? undefined : toShellValue(value, choices),
      })),
      { flag: "--help", description: "Show the help of the command.", value: undefined },
    ],
  })),
  settings: listSettingOptions().map(({ choices, description, flag, isPath }) => ({
    flag: `--${flag}`,
    description,
    value: isPath ? { _tag: "File" } : toShellValue("", choices),
  })),
})

/** The commands by their first word. */
export const groupCommands = (
  commands: ReadonlyArray<ShellCommand>,
): ReadonlyMap<string, ReadonlyArray<ShellCommand>> => {
  const groups = new Map<string, ReadonlyArray<ShellCommand>>()
  for (const command of commands) {
    const first = command.path[0] ?? ""
    groups.set(first, [...(groups.get(first) ?? []), command])
  }
  return groups
}

/** Summarizes the commands of a first word in one sentence. */
export const groupSummary = (members: ReadonlyArray<ShellCommand>): string => {
  const [only, ...others] = members
  return only !== undefined && others.length === 0 && only.path.length === 1
    ? only.summary
    : members.map(({ path }) => path.slice(1).join(" ")).join(", ")
}

const toShellValue = (placeholder: string, choices: ReadonlyArray<string> | undefined): ShellValue => {
  if (choices !== undefined) return { _tag: "Choices", choices }
  return /FILE|FOLDER|OUT|PATH/.test(placeholder) ? { _tag: "File" } : { _tag: "Text" }
}

/** Text between single quotes of bash and zsh. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
