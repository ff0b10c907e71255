/** What a command is: data for parsing and `--help`, and a module that is loaded only when the command runs. */
import type { Effect } from "effect"
import type { Flags, SettingsRefused } from "../settings/loadSettings.ts"
import type { Settings } from "../settings/settings.ts"
import type { CommandFailed, UsageError } from "./failures.ts"

export interface CommandInput {
  /** As many as the command names. */
  readonly positionals: ReadonlyArray<string>
  /** Options of the command itself that were given; one without a value is `""`. */
  readonly options: { readonly [name: string]: string | undefined }
  /** Settings that were given as flags. */
  readonly flags: Flags
  /** Read when asked for, so that `verify` works beside a broken environment. */
  readonly settings: Effect.Effect<Settings, SettingsRefused>
}

export type CommandError = UsageError | CommandFailed | SettingsRefused

export type RunCommand = (input: CommandInput) => Effect.Effect<void, CommandError>

export interface CommandOption {
  readonly name: string
  /** What stands for its value in `--help`; absent: the option takes none. */
  readonly value?: string
  readonly description: string
}

export interface Command {
  /** `["user", "create"]` */
  readonly path: ReadonlyArray<string>
  /** `["NAME"]` */
  readonly positionals: ReadonlyArray<string>
  readonly options: ReadonlyArray<CommandOption>
  readonly summary: string
  /** A signal is its ordinary end: exit code 0. */
  readonly endsBySignal?: boolean
  readonly load: () => Promise<RunCommand>
}

/** `annotary user create NAME [--email <E>]` */
export const usageOf = (command: Command): string =>
  [
    "annotary",
    ...command.path,
    ...command.positionals,
    ...command.options.map(({ name, value }) => `[--${name}${value === undefined ? "" : ` <${value}>`}]`),
  ].join(" ")
