/** Commands: data for parsing, `--help` and shell completion, and a module that is loaded only when the command runs. */
import type { Effect } from "effect"
import type { Flags, SettingsRefused } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import type { CommandFailed, UsageError } from "./failures.ts"

export interface CommandInput {
  /** As many values as the command declares. */
  readonly positionals: ReadonlyArray<string>
  /** The given options of the command. An option without a value is `""`. */
  readonly options: { readonly [name: string]: string | undefined }
  /** Settings given as flags. */
  readonly flags: Flags
  /** Loaded lazily, so that `verify` works despite an invalid environment. */
  readonly settings: Effect.Effect<Settings, SettingsRefused | CommandFailed>
}

export type CommandError = UsageError | CommandFailed | SettingsRefused

export type RunCommand = (input: CommandInput) => Effect.Effect<void, CommandError>

export interface CommandOption {
  readonly name: string
  /** The placeholder of its value in `--help`; absent when the option takes none. */
  readonly value?: string
  /** All values that it takes, for shell completion. */
  readonly choices?: ReadonlyArray<string>
  readonly description: string
}

export interface Command {
  /** Such as `["user", "create"]`. */
  readonly path: ReadonlyArray<string>
  /** Such as `["NAME"]`. A name with FILE, FOLDER, OUT or PATH stands for a path. */
  readonly positionals: ReadonlyArray<string>
  /** All values of a positional, for shell completion. */
  readonly choices?: { readonly [positional: string]: ReadonlyArray<string> }
  readonly options: ReadonlyArray<CommandOption>
  readonly summary: string
  /** The output with `--json`: one document unless it says lines. Null for text that is meant for another program. */
  readonly json: string | null
  /** Whether the command runs until a signal, with exit code 0. */
  readonly endsBySignal?: boolean
  /** Whether the command may begin without a database: it makes one or needs none. Others fail instead of reading an empty one. */
  readonly withoutDatabase?: "makes" | "needs none"
  readonly load: () => Promise<RunCommand>
}

/** The option that every command with JSON output has. */
export const jsonOption: CommandOption = {
  name: "json",
  description: "Print the result as JSON, and log and errors as lines of JSON.",
}

/** The options of a command, with those that all commands have. */
export const listOptions = (command: Command): ReadonlyArray<CommandOption> =>
  command.json === null ? command.options : [...command.options, jsonOption]

/** Such as `annotary user create NAME [--email <E>]`. */
export const formatUsage = (command: Command): string =>
  [
    "annotary",
    ...command.path,
    ...command.positionals,
    ...command.options.map(({ name, value }) => `[--${name}${value === undefined ? "" : ` <${value}>`}]`),
  ].join(" ")
