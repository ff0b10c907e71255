/** The text of `--help`, generated from the commands and settings. */
import { formatSettingsHelp, listSecretNames } from "../settings/describe.ts"
import { type Command, formatUsage, listOptions } from "./Command.ts"
import { commands } from "./commands.ts"

const formatList = (listed: ReadonlyArray<Command>): string =>
  listed.map((command) => `  ${formatUsage(command)}\n      ${command.summary}`).join("\n")

/** The commands whose first word it is, such as `user create` and `user list` for `user`. */
export const findGroup = (word: string | undefined): ReadonlyArray<Command> =>
  commands.filter(({ path }) => path[0] === word)

export const formatGroupHelp = (group: ReadonlyArray<Command>): string => `Commands:
${formatList(group)}

Their options are shown by --help after a command; all commands and settings by annotary --help.
`

export const formatHelp = (): string => `Annotary, a labeling engine.

Commands:
${formatList(commands)}

Every setting is an environment variable, or a flag of any command; the flag wins.
${formatSettingsHelp()}

A secret may be in a file: the same name with _FILE, or the flag with -file
(${listSecretNames().join(", ")}).

  --json       With every command: print the result as JSON, and log and errors as lines of JSON.
  --help       This text, or a command's own.
  --version    The version, and the commit that it was built from.
`

export const formatCommandHelp = (command: Command): string => {
  const options = listOptions(command).map(
    ({ description, name, value }) =>
      `  --${name}${value === undefined ? "" : ` <${value}>`}\n      ${description}\n`,
  )
  return `${command.summary}

  ${formatUsage(command)}
${options.length === 0 ? "" : `\n${options.join("")}`}${command.json === null ? "" : `\nWith --json it prints ${command.json}.\n`}
Settings are flags too: see annotary --help.
`
}

/** The table of what commands print with `--json`, for the README. */
export const formatJsonMarkdown = (): string =>
  [
    "| command | with `--json` |",
    "|---|---|",
    ...commands.flatMap(({ json, path }) => (json === null ? [] : [`| \`${path.join(" ")}\` | ${json} |`])),
  ].join("\n")
