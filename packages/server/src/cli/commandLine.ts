/** Parses the command line to a command and its input, or to an error. Pure. */
import { type ParseArgsConfig, parseArgs } from "node:util"
import { Either } from "effect"
import type { Flags } from "../settings/loadSettings.ts"
import { findNearest } from "../settings/nearest.ts"
import { toFlag } from "../settings/Setting.ts"
import { settingNames } from "../settings/secretFiles.ts"
import { type Command, formatUsage, jsonOption, listOptions } from "./Command.ts"
import { commands } from "./commands.ts"
import { UsageError } from "./failures.ts"
import { findGroup, formatCommandHelp, formatGroupHelp, formatHelp } from "./help.ts"

export type CommandLine =
  | { readonly _tag: "Help"; readonly text: string }
  | { readonly _tag: "Version" }
  | {
      readonly _tag: "Run"
      readonly command: Command
      readonly positionals: ReadonlyArray<string>
      readonly options: { readonly [name: string]: string | undefined }
      readonly flags: Flags
      /** Whether the output is JSON. */
      readonly json: boolean
    }

/** Whether errors of a command line that cannot be parsed are JSON. */
export const hasJsonFlag = (words: ReadonlyArray<string>): boolean => words.includes(`--${jsonOption.name}`)

export const parseCommandLine = (words: ReadonlyArray<string>): Either.Either<CommandLine, UsageError> => {
  const command = commands.find(({ path }) => path.every((word, index) => words[index] === word))
  const wantsHelp = words.includes("--help") || words.includes("-h")
  if (command === undefined) {
    const group = findGroup(words[0])
    if (wantsHelp || words[0] === "help")
      return Either.right({ _tag: "Help", text: group.length === 0 ? formatHelp() : formatGroupHelp(group) })
    if (words.includes("--version")) return Either.right({ _tag: "Version" })
    return refuseUsage(describeUnknown(words, group))
  }
  if (wantsHelp) return Either.right({ _tag: "Help", text: formatCommandHelp(command) })
  return Either.flatMap(parseWords(command, words.slice(command.path.length)), ({ positionals, values }) => {
    if (positionals.length !== command.positionals.length)
      return refuseUsage(`Usage: ${formatUsage(command)}`)
    const own = new Set(listOptions(command).map(({ name }) => name))
    const entries = Object.entries(values).map(
      ([name, value]) => [name, value === true ? "" : String(value)] as const,
    )
    const commandOptions = entries.filter(([name]) => own.has(name))
    return Either.right({
      _tag: "Run" as const,
      command,
      positionals,
      json: commandOptions.some(([name]) => name === jsonOption.name),
      options: Object.fromEntries(commandOptions.filter(([name]) => name !== jsonOption.name)),
      flags: Object.fromEntries(entries.filter(([name]) => !own.has(name))),
    })
  })
}

const describeUnknown = ([first, second]: ReadonlyArray<string>, group: ReadonlyArray<Command>): string => {
  if (first === undefined) return "A command is missing"
  const next = group.map(({ path }) => path.slice(1).join(" ")).join(", ")
  if (group.length > 0)
    return second === undefined || second.startsWith("-")
      ? `${first} needs a word after it: ${next}`
      : `There is no command ${first} ${second}; the words after ${first} are ${next}`
  const near = findNearest(first, [...new Set(commands.map(({ path }) => path[0] ?? ""))])
  return `There is no command ${first}${near === undefined ? "" : `; did you mean ${near}?`}`
}

const parseWords = (command: Command, words: ReadonlyArray<string>) => {
  const options: NonNullable<ParseArgsConfig["options"]> = {}
  for (const name of settingNames) options[toFlag(name)] = { type: "string" }
  for (const { name, value } of listOptions(command))
    options[name] = { type: value === undefined ? "boolean" : "string" }
  try {
    return Either.right(parseArgs({ args: [...words], options, allowPositionals: true, strict: true }))
  } catch (cause) {
    return refuseUsage(`${getFirstSentence(cause)}. Usage: ${formatUsage(command)}`)
  }
}

/** The first sentence names the option; Node adds advice about dashes after it. */
const getFirstSentence = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : "The options cannot be read").split(/[.\n]/)[0] ?? ""

const refuseUsage = (sentence: string): Either.Either<never, UsageError> =>
  Either.left(
    new UsageError({
      sentence: sentence.startsWith("Usage")
        ? sentence
        : `${sentence}${sentence.endsWith("?") ? " See" : "; see"} annotary --help.`,
    }),
  )
