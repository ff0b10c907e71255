/** Finds words of the list in the identifiers and the prose of a file. */
import type { Word } from "./words.ts"

export interface Text {
  readonly path: string
  readonly text: string
}

interface Parts {
  readonly identifiers: ReadonlyArray<string>
  readonly prose: string
}

/** One sentence for each word of the list that the file contains. */
export const check = ({ path, text }: Text, words: ReadonlyArray<Word>): ReadonlyArray<string> => {
  const { identifiers, prose } = path.endsWith(".md") ? proseOf(text) : partsOf(text)
  return words
    .filter(({ allow = [] }) => !allow.some(({ files }) => files.test(path)))
    .flatMap((word) => {
      const inNames = word.in === "prose" ? [] : identifiers.filter((part) => word.forms.includes(part))
      const inProse =
        word.in === "identifiers" ? [] : word.forms.filter((form) => prose.includes(` ${form} `))
      return [...new Set([...inNames, ...inProse])].map(
        (form) => `${path}: "${form}", better: ${word.instead}`,
      )
    })
}

/** Code in backquotes and fences is named, not written. */
const proseOf = (markdown: string): Parts => ({
  identifiers: [],
  prose: plain(markdown.replaceAll(/```[\s\S]*?```/g, " ").replaceAll(/`[^`]*`/g, " ")),
})

/** Strings are neither: they hold SQL, paths and messages of the wire contract. */
const template = /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`/
const token = new RegExp(
  String.raw`/\*[\s\S]*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${template.source}`,
  "g",
)

const partsOf = (source: string): Parts => {
  const comments: Array<string> = []
  const code = source.replaceAll(token, (found) => {
    if (found.startsWith("/")) comments.push(found.replaceAll(/`[^`]*`/g, " "))
    return found.startsWith("`")
      ? [...found.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(" ")
      : " "
  })
  const identifiers = [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(([name]) => partsOfName(name))
  return { identifiers: [...new Set(identifiers)], prose: plain(comments.join(" ")) }
}

const partsOfName = (name: string): ReadonlyArray<string> =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase())

/** Lower-case words with single spaces between and around them. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9'-]+/g, " ")
    .replaceAll(/ - /g, " ")} `
