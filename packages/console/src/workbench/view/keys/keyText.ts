/** Keys as people read them. */
import type { TFunction } from "i18next"
import { readParts } from "../../model/keys/Binding.ts"
import { keyStore } from "./keptKeys.ts"

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The first key of a command, such as `Ctrl+Shift+Z`, or `G D` for two that follow each other. */
export const formatKeyText = ([key]: ReadonlyArray<string>, t: TFunction<"workbench">): string =>
  (key ?? "")
    .split(" ")
    .map((press) =>
      listKeyCaps(press, isMac, (key) => t(`keys.caps.${key}`), keyStore.layout).join(isMac ? "" : "+"),
    )
    .join(" ")

/** Keys as they are printed on keyboards. */
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
