/** The commands in the sentences and tables of a page: `annotary user list`, `systemctl restart pgbouncer`. */

/** A command of a sentence. */
export interface InlineCommand {
  readonly line: number
  /** As the page shows it, without the backslashes that a table needs. */
  readonly text: string
}

/** Programs other than annotary that pages call. */
const programs =
  /^(apt-get|caddy|cp|curl|docker|find|helm|jq|journalctl|kubectl|mc|nginx|node|npm|npx|openssl|pg_dump|pgbouncer|promtool|psql|source|systemctl|systemd-analyze)$/

/** The commands in the sentences of a page. `names` are those of annotary, which a page may write without `annotary`: `user list`. */
export const inlineCommands = (page: string, names: ReadonlyArray<string>): ReadonlyArray<InlineCommand> => {
  const sentences = page.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, (fence) => fence.replaceAll(/[^\n]/g, ""))
  return [...sentences.matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: span = "", index }) => {
    const text = span.replaceAll("\\|", "|").trim()
    const [first = "", second] = text.split(/\s+/)
    const line = sentences.slice(0, index).split("\n").length
    if (names.includes(text) && second !== undefined) return [{ line, text: `annotary ${text}` }]
    if (second === undefined || (first !== "annotary" && !programs.test(first))) return []
    return [{ line, text }]
  })
}

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

/** A word that stands for something, such as `NAME` or `OWNER/DATASET`, and the value in a command. */
const isPlaceholder = (word: string): boolean => /^[A-Z][A-Z_/|]*$/.test(word)

/** The words outside of brackets. */
export const required = (text: string): ReadonlyArray<string> => {
  let outside = text
  while (/\[[^[\]]*\]/.test(outside)) outside = outside.replaceAll(/\[[^[\]]*\]/g, " ")
  return words(outside)
}

/** Whether a command that is run is one that the page shows: its words, with values for placeholders, and perhaps more options. */
export const isRunBy = (shown: string, command: string): boolean => {
  const run = words(command.replaceAll(/"[^"]*"|'[^']*'/g, "value"))
  let at = 0
  for (const word of required(shown)) {
    const found = run.findIndex((other, index) => {
      if (index < at) return false
      return isPlaceholder(word) ? !other.startsWith("--") : word.split("|").includes(other)
    })
    if (found < 0) return false
    at = found + 1
  }
  return true
}

/** The options and the alternatives that the page shows. */
export const choicesIn = (shown: string): ReadonlyArray<string> =>
  words(shown.replaceAll(/[[\]]/g, " ")).flatMap((word) => {
    if (word.startsWith("--")) return [word]
    return word.includes("|") && word !== "|" && !isPlaceholder(word) ? word.split("|") : []
  })
