/** Keys as people read them. */
import type { TFunction } from "i18next"
import type { CommandName } from "../../commands/commands.ts"
import { normalizePress, readParts } from "./Binding.ts"
import { canMeet, findUsPosition } from "./conflicts.ts"
import { isLetter, isSign } from "./KeyPress.ts"
import { keyStore } from "./keptKeys.ts"
import { getKeys, type Keymap } from "./keymap.ts"

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The command of a key, among all that act: movement has the positions of some letters. */
interface KeyOwner {
  readonly keymap: Keymap
  readonly command: CommandName
}

/** The first key of a command, such as `Ctrl+Shift+Z`, or `G D` for two that follow each other. */
export const formatKeyText = (
  [key]: ReadonlyArray<string>,
  t: TFunction<"workbench">,
  owner?: KeyOwner,
): string =>
  (key ?? "")
    .split(" ")
    .map((press) => {
      const printed = findPrintedKey(press, keyStore.layout, owner)
      return listKeyCaps(printed, isMac, (key) => t(`keys.caps.${key}`), keyStore.layout).join(
        isMac ? "" : "+",
      )
    })
    .join(" ")

/** The first key of a command of a keymap. */
export const formatCommandKey = (keymap: Keymap, command: CommandName, t: TFunction<"workbench">): string =>
  formatKeyText(getKeys(keymap, command), t, { keymap, command })

/**
 * The key as a keyboard with the layout has it. A letter whose key moves things lies where a US keyboard has it. A sign that only other
 * modifiers type is the key at its position, where that types a letter, or where Alt is held, too.
 */
export const findPrintedKey = (
  press: string,
  layout: ReadonlyMap<string, string> | undefined,
  owner?: KeyOwner,
): string => {
  const { last, modifiers } = readParts(press)
  if (layout === undefined) return press
  const typing = [...layout].find(([, typed]) => typed === last)?.[0]
  const position = findUsPosition(last)
  if (isLetter(last)) {
    const moves =
      typing !== undefined && typing !== position && owner !== undefined && !modifiers.includes("Mod")
        ? isKeyTaken(owner, normalizePress([...modifiers, typing].join("+")))
        : false
    return moves ? normalizePress([...modifiers, position].join("+")) : press
  }
  if (!isSign(last) || /[0-9]/.test(last) || typing !== undefined) return press
  const print = layout.get(readParts(position).last)
  const isPrinted = print !== undefined && (modifiers.includes("Alt") || /^\p{L}$/u.test(print))
  return isPrinted ? normalizePress([...modifiers, position].join("+")) : press
}

const isKeyTaken = ({ command, keymap }: KeyOwner, key: string): boolean =>
  [...keymap].some(([name, { keys }]) => keys.includes(key) && canMeet(name, command))

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
    const capital = printed.toUpperCase()
    return capital.length === printed.length && printed.length === 1 ? capital : printed
  })
}
