/** Commands: data for parsing and `--help`, and a module that is loaded only when the command runs. */
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
  readonly settings: Effect.Effect<Settings, SettingsRefused>
}

export type CommandError = UsageError | CommandFailed | SettingsRefused

export type RunCommand = (input: CommandInput) => Effect.Effect<void, CommandError>

export interface CommandOption {
  readonly name: string
  /** The placeholder of its value in `--help`; absent when the option takes none. */
  readonly value?: string
  readonly description: string
}

export interface Command {
  /** Such as `["user", "create"]`. */
  readonly path: ReadonlyArray<string>
  /** Such as `["NAME"]`. */
  readonly positionals: ReadonlyArray<string>
  readonly options: ReadonlyArray<CommandOption>
  readonly summary: string
  /** Whether the command runs until a signal, with exit code 0. */
  readonly endsBySignal?: boolean
  readonly load: () => Promise<RunCommand>
}

/** Such as `annotary user create NAME [--email <E>]`. */
export const usageOf = (command: Command): string =>
  [
    "annotary",
    ...command.path,
    ...command.positionals,
    ...command.options.map(({ name, value }) => `[--${name}${value === undefined ? "" : ` <${value}>`}]`),
  ].join(" ")
