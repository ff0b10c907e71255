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

For the options of a command, add --help to it. For all commands and settings, run annotary --help.
`

export const formatHelp = (): string => `Annotary, a labeling engine.

Commands:
${formatList(commands)}

Settings are environment variables, or flags of any command. Flags take precedence.
${formatSettingsHelp()}

A secret can be read from a file: append _FILE to the variable, or -file to the flag
(${listSecretNames().join(", ")}).

  --json       Print the result as JSON, and the log and errors as lines of JSON.
  --help       Show this text, or the help of a command.
  --version    Show the version and the commit that it was built from.
`

export const formatCommandHelp = (command: Command): string => {
  const options = listOptions(command).map(
    ({ description, name, value }) =>
      `  --${name}${value === undefined ? "" : ` <${value}>`}\n      ${description}\n`,
  )
  return `${command.summary}

  ${formatUsage(command)}
${options.length === 0 ? "" : `\n${options.join("")}`}${command.json === null ? "" : `\nWith --json it prints ${command.json}.\n`}
All settings are also flags: see annotary --help.
`
}

/** The table of what commands print with `--json`, for the README. */
export const formatJsonMarkdown = (): string =>
  [
    "| command | with `--json` |",
    "|---|---|",
    ...commands.flatMap(({ json, path }) => (json === null ? [] : [`| \`${path.join(" ")}\` | ${json} |`])),
  ].join("\n")
