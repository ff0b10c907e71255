/** The completion script for fish. */
import {
  groupCommands,
  groupSummary,
  type ShellCommands,
  type ShellOption,
  type ShellValue,
} from "./shellCommands.ts"

export const formatFishScript = ({ commands, settings }: ShellCommands): string => {
  const firsts = [...groupCommands(commands)].map(
    ([first, members]) =>
      `complete -c annotary -n "__annotary_at 1" -a ${first} -d ${quoteFish(groupSummary(members))}`,
  )
  const seconds = commands.flatMap(({ path: [first, second], summary }) =>
    second === undefined
      ? []
      : [`complete -c annotary -n "__annotary_at 2 ${first}" -a ${second} -d ${quoteFish(summary)}`],
  )
  const own = commands.flatMap(({ options, path, positionals }) => {
    const condition = `-n "__annotary_is ${path.join(" ")}"`
    const values = positionals.flatMap(({ value }) => {
      const argument = formatArgument(value)
      return argument === undefined ? [] : [`complete -c annotary ${condition} ${argument}`]
    })
    return [
      ...values,
      ...options.map((option) => `complete -c annotary ${condition} ${formatOption(option)}`),
    ]
  })
  const common = settings.map(
    (option) => `complete -c annotary -n "not __annotary_at 1" ${formatOption(option)}`,
  )
  return `# fish completion for annotary. Load it with: annotary completion fish | source

function __annotary_at -d "The cursor is at this word, after these words"
  set -l words (commandline -opc)
  test (count $words) -eq $argv[1]; and test "$words[2..]" = "$argv[2..]"
end

function __annotary_is -d "The command is this one"
  set -l words (commandline -opc)
  test (count $words) -gt (count $argv); and test "$words[2..$(math (count $argv) + 1)]" = "$argv"
end

complete -c annotary -f
${[...firsts, ...seconds, ...own, ...common].join("\n")}
`
}

const formatOption = ({ description, flag, value }: ShellOption): string => {
  const shown = `-l ${flag.slice(2)} -d ${quoteFish(description)}`
  if (value === undefined) return shown
  return value._tag === "File" ? `${shown} -r -F` : `${shown} -x ${formatArgument(value) ?? ""}`.trimEnd()
}

const formatArgument = (value: ShellValue): string | undefined => {
  if (value._tag === "Choices") return `-a ${quoteFish(value.choices.join(" "))}`
  return value._tag === "File" ? "-F" : undefined
}

const quoteFish = (text: string): string => `'${text.replaceAll(/[\\']/g, (found) => `\\${found}`)}'`
