/** Keys as they are printed on keyboards. */
import { readParts } from "./Binding.ts"

const words: { readonly [position: string]: string } = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Period: ".",
  Comma: ",",
  BracketLeft: "[",
  BracketRight: "]",
  Slash: "/",
}

/** The keys whose print is a word, which differs between languages. */
const worded = ["Mod", "Delete", "Backspace", "Space"] as const

export type WordedKey = (typeof worded)[number]

const isWorded = (part: string): part is WordedKey => worded.some((one) => one === part)

/**
 * The parts of a key as they are printed on keyboards. `word` gives the print of those that differ between languages, `layout` the letter
 * that this keyboard has at a position.
 */
export const listKeyCaps = (
  key: string,
  isMac: boolean,
  word: (key: WordedKey) => string,
  layout?: ReadonlyMap<string, string>,
): ReadonlyArray<string> => {
  const { last, modifiers } = readParts(key)
  return [...modifiers, last].map((part) => {
    if (isMac && part === "Mod") return "⌘"
    if (isMac && part === "Alt") return "⌥"
    if (isWorded(part)) return word(part)
    const printed = layout?.get(part) ?? words[part] ?? part.replace(/^(Key|Digit)(?=.$)/, "")
    return /^[a-z]$/.test(printed) ? printed.toUpperCase() : printed
  })
}
