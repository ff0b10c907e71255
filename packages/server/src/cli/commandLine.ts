/** Parses the command line to a command and its input, or to an error. Pure. */
import { type ParseArgsConfig, parseArgs } from "node:util"
import { Either } from "effect"
import type { Flags } from "../settings/loadSettings.ts"
import { flagOf } from "../settings/Setting.ts"
import { settings } from "../settings/settings.ts"
import { type Command, usageOf } from "./Command.ts"
import { commands } from "./commands.ts"
import { UsageError } from "./failures.ts"
import { commandHelp, helpText } from "./help.ts"

export type CommandLine =
  | { readonly _tag: "Help"; readonly text: string }
  | { readonly _tag: "Version" }
  | {
      readonly _tag: "Run"
      readonly command: Command
      readonly positionals: ReadonlyArray<string>
      readonly options: { readonly [name: string]: string | undefined }
      readonly flags: Flags
    }

export const commandLine = (words: ReadonlyArray<string>): Either.Either<CommandLine, UsageError> => {
  const command = commands.find(({ path }) => path.every((word, index) => words[index] === word))
  const wantsHelp = words.includes("--help") || words.includes("-h")
  if (command === undefined) {
    if (wantsHelp || words[0] === "help") return Either.right({ _tag: "Help", text: helpText() })
    if (words.includes("--version")) return Either.right({ _tag: "Version" })
    return usage(words.length === 0 ? "A command is missing" : "There is no such command")
  }
  if (wantsHelp) return Either.right({ _tag: "Help", text: commandHelp(command) })
  return Either.flatMap(parsed(command, words.slice(command.path.length)), ({ positionals, values }) => {
    if (positionals.length !== command.positionals.length) return usage(`Usage: ${usageOf(command)}`)
    const own = new Set(command.options.map(({ name }) => name))
    const entries = Object.entries(values).map(
      ([name, value]) => [name, value === true ? "" : String(value)] as const,
    )
    return Either.right({
      _tag: "Run" as const,
      command,
      positionals,
      options: Object.fromEntries(entries.filter(([name]) => own.has(name))),
      flags: Object.fromEntries(entries.filter(([name]) => !own.has(name))),
    })
  })
}

const parsed = (command: Command, words: ReadonlyArray<string>) => {
  const options: NonNullable<ParseArgsConfig["options"]> = {}
  for (const { name } of Object.values(settings)) options[flagOf(name)] = { type: "string" }
  for (const { name, value } of command.options)
    options[name] = { type: value === undefined ? "boolean" : "string" }
  try {
    return Either.right(parseArgs({ args: [...words], options, allowPositionals: true, strict: true }))
  } catch (cause) {
    return usage(`${firstSentence(cause)}. Usage: ${usageOf(command)}`)
  }
}

/** The first sentence names the option; Node adds advice about dashes after it. */
const firstSentence = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : "The options cannot be read").split(/[.\n]/)[0] ?? ""

const usage = (sentence: string): Either.Either<never, UsageError> =>
  Either.left(
    new UsageError({
      sentence: sentence.startsWith("Usage") ? sentence : `${sentence}; see annotary --help.`,
    }),
  )
