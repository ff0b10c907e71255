/**
 * Keys of commands: a key is a position of the keyboard with modifiers, such as `Mod+Shift+Enter` or `KeyB`. Two keys with a space between
 * them are pressed one after the other: `KeyG KeyD`.
 */

/**
 * Where keys act. `2d` and `3d`, and `stills` and `frames`, act together with `workbench`, and `lists` with `pages`; `everywhere` acts
 * always. `keyframes` acts with `frames` where tracks have them. `shapes` and `bitmap` act with `2d`, `cuboids` and `points` with `3d`, by what the objects are, `spaceShapes` with `cuboids`, and `painting` with `bitmap` and
 * with `points`.
 */
export type KeyScope =
  | "everywhere"
  | "pages"
  | "lists"
  | "workbench"
  | "2d"
  | "3d"
  | "shapes"
  | "bitmap"
  | "painting"
  | "cuboids"
  | "points"
  | "spaceShapes"
  | "stills"
  | "frames"
  | "keyframes"

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly code: string
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The name of a pressed key: modifiers in a fixed order, then the position. `Mod` is Ctrl, or Command. */
export const keyOfPress = ({ altKey, code, ctrlKey, key, metaKey, shiftKey }: KeyPress): string =>
  [
    ctrlKey || metaKey ? "Mod+" : "",
    altKey ? "Alt+" : "",
    // A question mark is on another key in each country; there the character counts.
    key === "?" ? "?" : `${shiftKey ? "Shift+" : ""}${positionOf(code)}`,
  ].join("")

/** The key of the number pad counts as the one above the letters. */
const positionOf = (code: string): string =>
  code === "NumpadEnter" ? "Enter" : code.replace(/^Numpad(?=\d$)/, "Digit")

/** The key with its modifiers in the fixed order, so that `Shift+Mod+K` and `Mod+Shift+K` are one. */
export const normalKey = (key: string): string => key.split(" ").map(normalPress).join(" ")

const normalPress = (key: string): string => {
  const parts = key.split("+")
  const position = parts.at(-1) ?? ""
  return ["Mod", "Alt", "Shift"]
    .filter((modifier) => parts.slice(0, -1).includes(modifier))
    .concat(position)
    .join("+")
}

/** Whether the key types a character, and so acts only where no field has the focus. */
export const isPlainKey = (key: string): boolean => !key.includes("Mod+") && !key.includes("Alt+")

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

/** The parts of a key as they are printed on keyboards. `word` gives the print of those that differ between languages. */
export const keyCaps = (
  key: string,
  isMac: boolean,
  word: (key: WordedKey) => string,
): ReadonlyArray<string> =>
  key.split("+").map((part) => {
    if (isMac && part === "Mod") return "⌘"
    if (isMac && part === "Alt") return "⌥"
    return isWorded(part) ? word(part) : (words[part] ?? part.replace(/^(Key|Digit)(?=.$)/, ""))
  })
