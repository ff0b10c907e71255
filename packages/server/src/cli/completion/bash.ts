/** The completion script for bash. It needs nothing of the bash-completion package. */
import {
  groupCommands,
  type ShellCommand,
  type ShellCommands,
  type ShellOption,
  type ShellValue,
} from "./shellCommands.ts"

export const formatBashScript = ({ commands, settings }: ShellCommands): string => {
  const groups = [...groupCommands(commands)]
  const seconds = groups.flatMap(([first, members]) => {
    const words = members.flatMap(({ path }) => path.slice(1))
    return words.length === 0 ? [] : [`      ${first}) words="${words.join(" ")}" ;;`]
  })
  return `# bash completion for annotary. Load it with: source <(annotary completion bash)

_annotary() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  local command words="" options="" valued="" values="" files="" index first=2 place=0
  COMPREPLY=()
  # The shell splits --option=value into three words.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi

  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${[...groups.map(([first]) => first), "--help", "--version"].join(" ")}" -- "$cur"))
    return
  fi
  if ((COMP_CWORD == 2)); then
    case \${COMP_WORDS[1]} in
${seconds.join("\n")}
    esac
    if [[ -n $words ]]; then
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
      return
    fi
  fi

  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${commands.map(formatCommandCase).join("\n")}
    *) return ;;
  esac
  options+=" ${settings.map(({ flag }) => flag).join(" ")}"
  valued+=" ${settings.map(({ flag }) => flag).join(" ")} "

  # The value of an option.
  if [[ $valued == *" $prev "* ]]; then
    case "$command $prev" in
${[...commands.flatMap(({ options, path }) => options.flatMap(formatOptionCase(`"${path.join(" ")} `))), ...settings.flatMap(formatOptionCase('*" '))].join("\n")}
    esac
    [[ -n $values ]] && COMPREPLY=($(compgen -W "$values" -- "$cur"))
    if [[ -n $files ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
    return
  fi
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi

  # How many positionals stand before the cursor.
  for ((index = first; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      -*)
        if [[ \${COMP_WORDS[index + 1]} == "=" ]]; then
          ((index += 2))
        elif [[ $valued == *" \${COMP_WORDS[index]} "* ]]; then
          ((index += 1))
        fi
        ;;
      *) ((place += 1)) ;;
    esac
  done
  case "$command $place" in
${commands.flatMap(formatPositionalCases).join("\n")}
  esac
  [[ -n $values ]] && COMPREPLY=($(compgen -W "$values" -- "$cur"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
  return 0
}

complete -F _annotary annotary
`
}

const formatCommandCase = ({ options, path }: ShellCommand): string => {
  const name = path.join(" ")
  const flags = options.map(({ flag }) => flag).join(" ")
  const valued = options.flatMap(({ flag, value }) => (value === undefined ? [] : [flag])).join(" ")
  const pattern = path.length === 1 ? `"${name} "*` : `"${name}"`
  return `    ${pattern}) command="${name}" first=${path.length + 1} options="${flags}" valued=" ${valued}" ;;`
}

const formatOptionCase =
  (prefix: string) =>
  ({ flag, value }: ShellOption): ReadonlyArray<string> => {
    const assigned = formatAssignment(value)
    return assigned === undefined ? [] : [`      ${prefix}${flag}") ${assigned} ;;`]
  }

const formatPositionalCases = ({ path, positionals }: ShellCommand): ReadonlyArray<string> =>
  positionals.flatMap(({ value }, place) => {
    const assigned = formatAssignment(value)
    return assigned === undefined ? [] : [`    "${path.join(" ")} ${place}") ${assigned} ;;`]
  })

const formatAssignment = (value: ShellValue | undefined): string | undefined => {
  if (value?._tag === "Choices") return `values="${value.choices.join(" ")}"`
  return value?._tag === "File" ? "files=1" : undefined
}
