/** The completion script for zsh. */
import {
  groupSummary,
  groupsOf,
  quoted,
  type ShellCommand,
  type ShellCommands,
  type ShellOption,
  type ShellValue,
} from "./shellCommands.ts"

export const zshScript = ({ commands, settings }: ShellCommands): string => {
  const groups = [...groupsOf(commands)]
  const cases = groups.map(([first, members]) => {
    const [only] = members
    if (only?.path.length === 1)
      return `    ${first})\n      words=("\${(@)words[2,-1]}")\n      ((CURRENT -= 1))\n${argumentsOf(only)}\n      ;;`
    const seconds = members.map(
      (member) =>
        `        ${member.path[1]})\n          words=("\${(@)words[3,-1]}")\n          ((CURRENT -= 2))\n${argumentsOf(member)}\n          ;;`,
    )
    const choices = members.map(({ path, summary }) => described(path[1] ?? "", summary))
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
${settings.map((option) => `    ${specOf(option)}`).join("\n")}
  )
  if ((CURRENT == 2)); then
    choices=(
${groups.map(([first, members]) => `      ${described(first, groupSummary(members))}`).join("\n")}
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

const argumentsOf = ({ options, positionals }: ShellCommand): string => {
  const places = positionals.map(({ name, value }, place) =>
    quoted(`${place + 1}:${escaped(name)}:${actionOf(value)}`),
  )
  return `      _arguments ${[...places, ...options.map(specOf)].join(" \\\n        ")} \\\n        $settings`
}

const specOf = ({ description, flag, value }: ShellOption): string =>
  value === undefined
    ? quoted(`${flag}[${escaped(description)}]`)
    : quoted(`${flag}=[${escaped(description)}]:value:${actionOf(value)}`)

const actionOf = (value: ShellValue): string => {
  if (value._tag === "Choices") return `(${value.choices.join(" ")})`
  return value._tag === "File" ? "_files" : " "
}

/** A word of `_describe` with its description. */
const described = (word: string, summary: string): string => quoted(`${word}:${summary}`)

/** Brackets and colons have a meaning in specifications. */
const escaped = (text: string): string => text.replaceAll(/[[\]:\\]/g, (found) => `\\${found}`)
