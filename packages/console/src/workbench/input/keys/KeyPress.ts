/**
 * The names of a pressed key. Letters and signs are those that the keyboard types, so that Ctrl+Z is where its Z is; movement is by
 * position, so that W, A, S and D stay beside each other. Where a layout types no Latin letter, the position counts for letters too.
 */

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly code: string
  readonly key: string
  /** For a letter key, that of its letter without modifiers, whatever Option types there. */
  readonly keyCode?: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly getModifierState?: (name: string) => boolean
}

export interface PressNames {
  /** In the order in which commands are looked for. */
  readonly names: ReadonlyArray<string>
  /** The name by position, for a letter whose other key moves things. */
  readonly swap?: { readonly position: string; readonly name: string }
}

/** The signs of a US keyboard by position, without and with Shift. */
export const usSigns: { readonly [code: string]: string } = {
  ...Object.fromEntries([...")!@#$%^&*("].map((sign, digit) => [`Digit${digit}`, `${digit}${sign}`])),
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
}

export const isLetter = (key: string): boolean => /^[a-z]$/i.test(key)
export const isSign = (key: string): boolean => /^[!-~]$/.test(key) && !isLetter(key)
/** Named keys, such as Enter. A dead key and one of an input method have no name. */
const isNamed = (key: string): boolean => key.length > 1 && !/^(Dead|Process|Unidentified)$/.test(key)

/** Letters, signs and names with the modifiers in a fixed order. Shift is a part of a sign. */
const toName = (key: string, { alt, mod, shift }: Modifiers): string =>
  `${mod ? "Mod+" : ""}${alt ? "Alt+" : ""}${shift && !isSign(key) ? "Shift+" : ""}${isLetter(key) ? key.toLowerCase() : key}`

interface Modifiers {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

/** The letter or sign of a US keyboard at a position. */
const readUsKey = (code: string, shift: boolean): string | undefined =>
  /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : usSigns[code]?.charAt(shift ? 1 : 0)

const isMacHere = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")

/** The Greek layout has a semicolon where all others have a letter. */
const isGreekSemicolon = ({ code, key }: KeyPress): boolean => code === "KeyQ" && (key === ";" || key === ":")

/** The letter or sign of a key that Option makes type something else. A key with a sign has no letter, wherever it is. */
const readOptionKey = ({ code, keyCode = 0, shiftKey }: KeyPress): string | undefined => {
  if (keyCode >= 65 && keyCode <= 90) return String.fromCharCode(keyCode).toLowerCase()
  const usKey = readUsKey(code, shiftKey)
  return keyCode !== 0 && usKey !== undefined && isLetter(usKey) ? undefined : usKey
}

/** `Mod` is Ctrl, or Command. */
export const readPress = (press: KeyPress, isMac = isMacHere): PressNames => {
  const { code, shiftKey: shift } = press
  const key = press.key === " " ? "Space" : press.key
  // AltGr types a sign, and on a Mac Option does: it is not a modifier then.
  const isOption = isMac && press.altKey
  const typesSign = isOption && isSign(key) && !press.ctrlKey && !press.metaKey
  if (press.getModifierState?.("AltGraph") === true || typesSign)
    return { names: isSign(key) || isLetter(key) ? [toName(key, { mod: false, alt: false, shift })] : [] }
  const modifiers = {
    mod: press.ctrlKey || press.metaKey,
    alt: press.altKey,
    shift,
  }
  const position = `${toName("", { ...modifiers, shift: false })}${shift ? "Shift+" : ""}${code}`
  const typed = isLetter(key) || isSign(key) || isNamed(key) ? [toName(key, modifiers)] : []
  const names = [...new Set([position, ...typed])]
  const usKey = isOption ? readOptionKey(press) : readUsKey(code, shift)
  if (usKey === undefined || isNamed(key)) return { names }
  const byPosition = toName(usKey, modifiers)
  if (isLetter(key)) {
    if (usKey === key.toLowerCase() || modifiers.mod) return { names }
    const other = toName("", modifiers)
    return { names, swap: { position: `${other}Key${key.toUpperCase()}`, name: byPosition } }
  }
  const counts = !isSign(key) || !isLetter(usKey) || isGreekSemicolon(press)
  return { names: counts ? [...new Set([...names, byPosition])] : names }
}
