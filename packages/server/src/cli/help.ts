/** The text of `--help`, generated from the commands and settings. */
import { settingsHelp } from "../settings/describe.ts"
import { type Command, usageOf } from "./Command.ts"
import { commands } from "./commands.ts"

export const helpText = (): string => `Annotary, a labeling engine.

Commands:
${commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`).join("\n")}

Every setting is an environment variable, or a flag of any command; the flag wins.
${settingsHelp()}

  --help       This text, or a command's own.
  --version    The version, and the commit that it was built from.
`

export const commandHelp = (command: Command): string => {
  const options = command.options.map(
    ({ description, name, value }) =>
      `  --${name}${value === undefined ? "" : ` <${value}>`}\n      ${description}\n`,
  )
  return `${command.summary}

  ${usageOf(command)}
${options.length === 0 ? "" : `\n${options.join("")}`}
Settings are flags too: see annotary --help.
`
}
