/** The completion script for zsh. */
import {
  groupCommands,
  groupSummary,
  quote,
  type ShellCommand,
  type ShellCommands,
  type ShellOption,
  type ShellValue,
} from "./shellCommands.ts"

export const formatZshScript = ({ commands, settings }: ShellCommands): string => {
  const groups = [...groupCommands(commands)]
  const cases = groups.map(([first, members]) => {
    const [only] = members
    if (only?.path.length === 1)
      return `    ${first})\n      words=("\${(@)words[2,-1]}")\n      ((CURRENT -= 1))\n${formatArguments(only)}\n      ;;`
    const seconds = members.map(
      (member) =>
        `        ${member.path[1]})\n          words=("\${(@)words[3,-1]}")\n          ((CURRENT -= 2))\n${formatArguments(member)}\n          ;;`,
    )
    const choices = members.map(({ path, summary }) => formatDescribed(path[1] ?? "", summary))
    return `    ${first})
      if ((CURRENT == 3)); then
        choices=(${choices.join(" ")})
        _describe -t commands command choices
        return
      fi
      case $words[3] in
${seconds.join("\n")}
      esac
      ;;`
  })
  return `#compdef annotary
# zsh completion for annotary. Load it with: source <(annotary completion zsh)

_annotary() {
  local -a choices settings
  settings=(
${settings.map((option) => `    ${formatSpec(option)}`).join("\n")}
  )
  if ((CURRENT == 2)); then
    choices=(
${groups.map(([first, members]) => `      ${formatDescribed(first, groupSummary(members))}`).join("\n")}
    )
    _describe -t commands command choices
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
}

if [[ $funcstack[1] == _annotary ]]; then
  _annotary "$@"
else
  compdef _annotary annotary
fi
`
}

const formatArguments = ({ options, positionals }: ShellCommand): string => {
  const places = positionals.map(({ name, value }, place) =>
    quote(`${place + 1}:${escapeSpec(name)}:${formatAction(value)}`),
  )
  return `      _arguments ${[...places, ...options.map(formatSpec)].join(" \\\n        ")} \\\n        $settings`
}

const formatSpec = ({ description, flag, value }: ShellOption): string =>
  value === undefined
    ? quote(`${flag}[${escapeSpec(description)}]`)
    : quote(`${flag}=[${escapeSpec(description)}]:value:${formatAction(value)}`)

const formatAction = (value: ShellValue): string => {
  if (value._tag === "Choices") return `(${value.choices.join(" ")})`
  return value._tag === "File" ? "_files" : " "
}

/** A word of `_describe` with its description. */
const formatDescribed = (word: string, summary: string): string => quote(`${word}:${summary}`)

/** Brackets and colons have a meaning in specifications. */
const escapeSpec = (text: string): string => text.replaceAll(/[[\]:\\]/g, (found) => `\\${found}`)
