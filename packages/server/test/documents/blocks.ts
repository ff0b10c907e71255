/** The fenced blocks of a page in Markdown: commands that tests run, and the output that the page shows. */

/** A block of commands. */
export interface CommandBlock {
  /** The line of its first command in the page. */
  readonly line: number
  readonly script: string
  /** The block of output that follows. */
  readonly output: string | undefined
  /** Why it cannot run in a test: the comment `<!-- not run: REASON -->` above it. */
  readonly notRun: string | undefined
}

interface Fence {
  readonly line: number
  readonly language: string
  readonly text: string
  /** What stands between the previous block and this one. */
  readonly before: string
}

const fencesOf = (page: string): ReadonlyArray<Fence> => {
  let end = 0
  return [...page.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [whole, , language = "", text = ""] = match
    const before = page.slice(end, match.index)
    const line = page.slice(0, match.index).split("\n").length + 1
    end = match.index + whole.length
    return { line, language, text, before }
  })
}

/** The blocks of a page, in their order. Throws on a language that is neither `sh` nor `text`: it would not be tested. */
export const commandBlocks = (name: string, page: string): ReadonlyArray<CommandBlock> => {
  const fences = fencesOf(page)
  return fences.flatMap(({ before, language, line, text }, index): ReadonlyArray<CommandBlock> => {
    const next = fences[index + 1]
    if (language === "text") {
      if (fences[index - 1]?.language === "sh") return []
      throw new Error(`The output in line ${line} of ${name} does not follow commands.`)
    }
    if (language !== "sh")
      throw new Error(`The block in line ${line} of ${name} is neither sh nor text: no test would run it.`)
    const notRun = /<!-- not run: (.+) -->\s*$/.exec(before)?.[1]
    const output = next?.language === "text" && next.before.trim() === "" ? next.text : undefined
    return [{ line, script: text, output, notRun }]
  })
}

/** The block that follows the comment `<!-- MARKER -->`. */
export const blockAfter = (marker: string, page: string): string => {
  const found = fencesOf(page).find(({ before }) => before.trimEnd().endsWith(`<!-- ${marker} -->`))
  if (found === undefined) throw new Error(`The page has no block after ${marker}.`)
  return found.text
}

/** Whether a text is as the page shows it. `…` stands for anything in a line, and alone in a line for any lines. */
export const isOutput = (shown: string, text: string): boolean => {
  const pattern = shown
    .trim()
    .split("\n")
    .map((line) => (line.trim() === "…" ? "[\\s\\S]*?" : line.split("…").map(escaped).join("[^\\n]*?")))
    .join("\\n")
  return new RegExp(`^${pattern}$`).test(text.trim())
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
