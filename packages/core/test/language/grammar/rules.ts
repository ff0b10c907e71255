/** What the ratchet counts. Each rule answers for one name or comment whether it breaks the grammar. */
import { readFileSync } from "node:fs"
import type { DocComment, SourceNames } from "./parseNames.ts"

/** Verbs that the name of a function may begin with. */
const verbs: ReadonlySet<string> = new Set(
  readFileSync(new URL("verbs.txt", import.meta.url), "utf8")
    .trim()
    .split(/\s+/),
)

const splitName = (name: string): ReadonlyArray<string> =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase())

/** A hook of React begins with `use`, a predicate with `is`, `has` or `can`; all of them are in the list. */
export const beginsWithVerb = (name: string): boolean => verbs.has(splitName(name)[0] ?? "")

export const endsInOf = (name: string): boolean => /Of$/.test(name)

const irregular = new Set(
  "begun bound built chosen done drawn found given gone held hidden kept known left lost made met seen sent shown taken thrown told".split(
    " ",
  ),
)
const notParticiples = new Set(["embed", "feed", "need", "red", "seed", "speed"])

export const beginsWithParticiple = (name: string): boolean => {
  const [word = ""] = splitName(name)
  return !verbs.has(word) && (irregular.has(word) || (word.endsWith("ed") && !notParticiples.has(word)))
}

const vague = new Set(["due", "each", "found", "given", "kept", "known", "most", "one", "some", "wanted"])

export const isVague = (name: string): boolean => vague.has(name)

export const beginsWithQuestionWord = ({ text }: DocComment): boolean => /^(What|Who|Where|How)\b/.test(text)

const fillers = new Set(
  "a an the of for in on to and or its is are this that one all as at by from with it be has have every each".split(
    " ",
  ),
)

/** A comment of at most eight words, each of which the name says too. */
export const restatesName = ({ subject, text }: DocComment): boolean => {
  if (subject === undefined) return false
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "" && !fillers.has(word))
  const parts = splitName(subject)
  const isInName = (word: string) => parts.some((part) => stem(part) === stem(word))
  return words.length > 0 && words.length <= 8 && words.every(isInName)
}

const stem = (word: string): string => word.replace(/(ies|es|s|ed|ing)$/, "")

export interface GrammarCounts {
  readonly functions: number
  readonly withoutVerb: number
  readonly endInOf: number
  readonly participles: number
  readonly vagueConstants: number
  readonly questionComments: number
  readonly restatingComments: number
}

export interface Finding {
  readonly rule: Exclude<keyof GrammarCounts, "functions">
  readonly name: string
  readonly line: number
}

export const findBreaches = ({ comments, constants, functions }: SourceNames): ReadonlyArray<Finding> => {
  const toFindings = <A extends { readonly line: number }>(
    rule: Finding["rule"],
    places: ReadonlyArray<A>,
    breaks: (place: A) => boolean,
    getName: (place: A) => string,
  ) => places.filter(breaks).map((place) => ({ rule, name: getName(place), line: place.line }))
  return [
    ...toFindings(
      "withoutVerb",
      functions,
      ({ name }) => !beginsWithVerb(name),
      ({ name }) => name,
    ),
    ...toFindings(
      "endInOf",
      functions,
      ({ name }) => endsInOf(name),
      ({ name }) => name,
    ),
    ...toFindings(
      "participles",
      functions,
      ({ name }) => beginsWithParticiple(name),
      ({ name }) => name,
    ),
    ...toFindings(
      "vagueConstants",
      constants,
      ({ name }) => isVague(name),
      ({ name }) => name,
    ),
    ...toFindings("questionComments", comments, beginsWithQuestionWord, ({ text }) => text),
    ...toFindings("restatingComments", comments, restatesName, ({ text }) => text),
  ]
}
