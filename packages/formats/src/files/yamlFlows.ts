/** Lists and mappings in brackets of YAML whose lines are not indented. */

/** Indents every line that begins within brackets. Brackets in quotes, in comments and within words are text. */
export const indentFlows = (text: string): string => {
  const lines: Array<string> = []
  const state: FlowState = { depth: 0, quote: "", isStart: true }
  for (const line of text.split("\n")) {
    lines.push(state.depth > 0 && /^[^\s]/.test(line) ? ` ${line}` : line)
    readLine(line, state)
  }
  return lines.join("\n")
}

interface FlowState {
  /** Brackets that are open. */
  depth: number
  /** The quote that is open; empty without one. */
  quote: string
  /** Whether a value may begin here: quotes, and brackets outside of others, are no text then. */
  isStart: boolean
}

const readLine = (line: string, state: FlowState): void => {
  if (state.quote === "") state.isStart = true
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ""
    if (state.quote !== "") at = readQuoted(line, at, state)
    else if (sign === "#" && (at === 0 || /\s/.test(line[at - 1] ?? ""))) return
    else readSign(sign, line[at + 1] ?? "\n", state)
  }
}

/** Returns the place of the last sign that belongs to the quoted text. */
const readQuoted = (line: string, at: number, state: FlowState): number => {
  const sign = line[at]
  if (state.quote === '"' && sign === "\\") return at + 1
  if (sign !== state.quote) return at
  if (sign === "'" && line[at + 1] === "'") return at + 1
  state.quote = ""
  state.isStart = false
  return at
}

const readSign = (sign: string, next: string, state: FlowState): void => {
  const { depth, isStart } = state
  if (/\s/.test(sign)) return
  state.isStart = false
  if ((sign === '"' || sign === "'") && isStart) state.quote = sign
  else if ((sign === "[" || sign === "{") && (isStart || depth > 0)) {
    state.depth += 1
    state.isStart = true
  } else if ((sign === "]" || sign === "}") && depth > 0) state.depth -= 1
  else if (sign === "," && depth > 0) state.isStart = true
  else if ((sign === ":" || sign === "-" || sign === "?") && /\s/.test(next)) state.isStart = true
}
